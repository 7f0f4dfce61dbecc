import type { IncomingHttpHeaders } from 'node:http'
import type { Operation } from '@quoin/contract/operation.ts'
import type { Awaitable } from '@quoin/core/awaitable.ts'
import type { StreamHolder } from '../features/credentials/lease-stream.ts'
import type { Ports } from '../ports/ports.ts'
import type { Asker } from './note-calls.ts'
import type { Client } from './route.ts'

export interface Attempt {
  readonly headers: IncomingHttpHeaders
  readonly query: Readonly<Record<string, unknown>>
  readonly client: Client
  readonly body: Readonly<Record<string, unknown>>
  /** Takes the headers that every answer to a counted call has, also one that tells of an error. */
  readonly responseHeaders: (string | number)[]
  /** Takes whose call it is, where an app's log should tell of it. */
  readonly asker: Asker
}

/** How answers that last stay tied to their caller's proof. */
interface Lasting<Who> {
  /** Throws unless the caller would be let in again as the very same one. It counts as no call. */
  proveAgain(operation: Operation, attempt: Attempt, who: Who): Promise<void>
  streamsOf(who: Who): StreamHolder
}

/** How the callers of a plane are told apart. */
export interface Prover<Who> {
  readonly ports: Ports
  /** The caller, or the error that says why not. */
  prove(operation: Operation, attempt: Attempt): Awaitable<Who>
  /** Whether a browser speaks for itself: what only servers may say is then not read. */
  isSession(who: Who): boolean
  /**
   * Whether a body may hold nothing but the fields of its operation: a misspelt one must not change something else than was
   * meant. Bodies of publishers' servers may hold what they like.
   */
  readonly refusesUnknownFields?: boolean
  /** The caller, as those who have changed something are told apart; missing where nothing is read elsewhere. */
  actorOf?(who: Who): string
  /** Missing where no answer lasts. */
  readonly lasting?: Lasting<Who>
}
