import type { ApiKey, App } from '@quoin/core/apps/app.ts'
import type { Parameters, ValuesOf } from '@quoin/contract/fields/field.ts'
import type { Operation, SuccessShape } from '@quoin/contract/operation.ts'
import type { Given, Shown } from '@quoin/contract/shown.ts'
import type { Awaitable } from '@quoin/core/awaitable.ts'
import type { Ports } from '../ports/ports.ts'

/** The caller, after the proof that the operation asks for. */
export interface Caller {
  readonly app: App
  readonly key: ApiKey
  readonly isTest: boolean
  /** Set for a browser session: the user it is bound to. */
  readonly sessionUserId: string | undefined
}

/** Facts of the connection. They describe the end user only where they themselves call. */
export interface Client {
  /** Canonical; the rightmost hop that is not a trusted proxy. */
  readonly address: string
  /** The address of the socket itself: for a header that only a trusted proxy may set. */
  readonly peerAddress: string
  readonly userAgent: string | undefined
  readonly header: (name: string) => string | undefined
}

/** One request after proof and reading: values are true, nothing needs a second look. */
export interface Call<
  Query extends Parameters = Parameters,
  Body extends Parameters = Parameters,
  Path extends Parameters = Parameters,
  Who = Caller,
> {
  readonly ports: Ports
  readonly caller: Who
  readonly client: Client
  /** The parameters in the path. */
  readonly path: ValuesOf<Path>
  readonly query: ValuesOf<Query>
  readonly body: ValuesOf<Body>
  readonly requestId: string
  /**
   * For answers that take long to gather: throws once the caller, who was proved when the request came, would not be let in
   * any more.
   */
  readonly proveAgain: () => Promise<void>
}

/** A file that a browser keeps. */
interface FileAnswer {
  readonly name: string
  readonly type: string
  readonly bytes: Buffer
}

/** Takes one event of a stream: its name and what it says, as JSON. */
export type SendEvent = (event: { readonly name: string; readonly data: unknown }) => void

/** Begins to send events, and returns how that ends. `end` closes the stream; a browser then comes again. */
export type Subscribe = (send: SendEvent, end: () => void) => () => void

/**
 * Looks whether a stream may go on, and closes it when it may not. Returns what is to be done when it is closed,
 * whoever closed it.
 */
export type StreamWatch = (close: () => void) => () => Promise<void>

/** An envelope of any operation. */
interface Envelope {
  readonly status?: number
  readonly data: unknown
  readonly message: string
  readonly meta?: object | undefined
}

/** A shape with a part that some shapes are without. */
type With<Part extends 'data' | 'meta'> = Required<Pick<SuccessShape, Part>>

/** The envelope that one shape describes. */
type EnvelopeOf<Shape extends SuccessShape> =
  Shape extends With<'data'>
    ? { readonly data: Given<Shown<Shape, 'data'>> } & (Shape['status'] extends 200
        ? { readonly status?: 200 }
        : { readonly status: Shape['status'] }) &
        (Shape extends With<'meta'>
          ? { readonly meta: Given<Shown<Shape, 'meta'>> }
          : { readonly meta?: undefined })
    : never

/** Finished bytes of an envelope. */
interface Bytes {
  readonly bytes: Buffer
}

/** An answer without an envelope: a file, or a stream of events. */
type Bare = { readonly file: FileAnswer } | { readonly subscribe: Subscribe; readonly watch?: StreamWatch }

/** A handler's answer: one of those that its operation describes. */
export type Answer<Success extends readonly SuccessShape[]> =
  | (Envelope & EnvelopeOf<Success[number]>)
  | (Success[number] extends With<'data'> ? Bytes : Bare)

/** The same of any operation, for the code around the handlers. */
export type AnyAnswer = Envelope | Bytes | Bare

export interface RouteOf<Who> {
  readonly operation: Operation
  /** Is answered without the framework where it can be (`shortcut.ts`). */
  readonly isHot?: boolean
  handle(call: Call<Parameters, Parameters, Parameters, Who>): Awaitable<AnyAnswer>
}

export type Route = RouteOf<Caller>

/** Ties a handler to its operation; the parameter types of the operation are the handler's. */
export function route<
  Query extends Parameters,
  Body extends Parameters,
  Path extends Parameters,
  Success extends readonly SuccessShape[],
>(
  operation: Operation<Query, Body, Path, Success>,
  handle: (call: Call<Query, Body, Path>) => Awaitable<Answer<Success>>,
  { isHot = false } = {},
): Route {
  // Safe: the table below reads path, query and body with this very operation before it calls the handler.
  const handleRead = handle as unknown as (call: Call) => ReturnType<typeof handle>
  return { operation, handle: handleRead, isHot }
}
