import type { ErrorCode } from '@quoin/core/errors.ts'
import type { TSchema } from 'typebox'
import type { Parameters } from './fields/field.ts'

/** How a caller proves who it is. It is a column of the table, so that it cannot be forgotten. */
export type Proof =
  | 'key+secret'
  /** Key + secret, or a browser session as `Authorization: Bearer`. */
  | 'key+secret or session'
  /** The public key alone, as it stands in a tracking link. */
  | 'key'
  /** The network's own proof. */
  | 'network'
  /** The OPERATOR_TOKEN as `Authorization: Bearer`. */
  | 'operator'
  | 'none'

export interface SuccessShape {
  readonly status: number
  readonly description: string
  /** The shape of `data` in the envelope; undefined where the answer is no envelope. */
  readonly data?: TSchema
  /** Fields of `meta` besides the general ones. */
  readonly meta?: TSchema
  /** Headers besides the general ones, and what they say. */
  readonly headers?: Readonly<Record<string, string>>
  /** By media type: what may be answered in place of the envelope. */
  readonly plain?: Readonly<Record<string, TSchema>>
}

/** One endpoint of the public contract: what is documented is what is read. */
export interface Operation<
  Query extends Parameters = Parameters,
  Body extends Parameters = Parameters,
  Path extends Parameters = Parameters,
> {
  readonly id: string
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** Its parameters stand in braces: `/api/v1/offers/{offerId}`. */
  readonly path: string
  /** The parameters in the path, all required. */
  readonly pathParameters?: Path
  /** The same operation under other paths. */
  readonly aliases?: readonly string[]
  readonly tag: string
  readonly summary: string
  readonly description: string
  readonly proof: Proof
  readonly query: Query
  readonly body: Body
  readonly success: readonly SuccessShape[]
  readonly errors: readonly ErrorCode[]
  /** A client that would rather read HTML gets errors as a small page. */
  readonly hasErrorPages?: boolean
  /** Media types of the body; JSON alone unless given. */
  readonly bodyTypes?: readonly string[]
}

/** Keeps the exact types of an operation's parameters. */
export function operation<
  Query extends Parameters,
  Body extends Parameters,
  Path extends Parameters = Record<never, never>,
>(row: Operation<Query, Body, Path>): Operation<Query, Body, Path> {
  return row
}

/** The path of an operation as a router has it: `/api/v1/offers/:offerId`. */
export function routerPath(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1')
}

/** Whether an address is one of a path with parameters. */
export function matchesPath(path: string, address: string): boolean {
  const parts = path.split('/')
  const given = address.split('/')
  return (
    parts.length === given.length &&
    parts.every((part, index) => (part.startsWith('{') ? given[index] !== '' : part === given[index]))
  )
}
