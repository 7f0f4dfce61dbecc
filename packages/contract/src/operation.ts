import type { ErrorCode } from '@quoin/core/errors.ts'
import type { MemberRole } from '@quoin/core/people/member-role.ts'
import type { StaffRole } from '@quoin/core/people/staff-role.ts'
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
  /** A person's session cookie, or an operator token as `Authorization: Bearer`; `role` says who may. */
  | 'staff'
  /**
   * A person's session cookie, or a publisher's token as `Authorization: Bearer`. `role` says who may; it is about one
   * publisher, theirs.
   */
  | 'member'
  /** A person's session cookie, whatever their role. */
  | 'person'
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
  Success extends readonly SuccessShape[] = readonly SuccessShape[],
> {
  readonly id: string
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
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
  /** With the proof `staff` or `member`: the least role that may call it. */
  readonly role?: StaffRole | MemberRole
  readonly query: Query
  readonly body: Body
  readonly success: Success
  readonly errors: readonly ErrorCode[]
  /**
   * A call that only reads may be answered from a standby, where one is not far behind. Whatever decides about money,
   * access or what the caller did a moment ago is read from the database that is written to.
   */
  readonly reads?: 'elsewhere'
  /** A client that would rather read HTML gets errors as a small page. */
  readonly hasErrorPages?: boolean
  /** Media types of the body; JSON alone unless given. */
  readonly bodyTypes?: readonly string[]
  /** The largest body that is read, where it is more than the service's 64 KiB. */
  readonly bodyMaxBytes?: number
}

/** Keeps the exact types of an operation's id, parameters and answers. */
export function operation<
  Query extends Parameters,
  Body extends Parameters,
  Path extends Parameters = Record<never, never>,
  const Id extends string = string,
  const Success extends readonly SuccessShape[] = readonly SuccessShape[],
>(
  row: Operation<Query, Body, Path, Success> & { readonly id: Id },
): Operation<Query, Body, Path, Success> & { readonly id: Id } {
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
