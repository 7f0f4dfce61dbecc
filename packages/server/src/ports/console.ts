import type { ApiKey, App } from '@quoin/core/apps/app.ts'

export interface ConsoleRequest {
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** With its query. */
  readonly path: string
  readonly body: string | undefined
  /** The caller's own address, so that a country is found as it would be for them. */
  readonly address: string
}

export interface ConsoleAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** As whom a call is made. */
export interface CalledAs {
  readonly app: App
  readonly key: ApiKey
}

/** A request that needs no connection. */
interface Injected {
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly payload?: string
  readonly remoteAddress: string
}

export interface Answered {
  readonly statusCode: number
  readonly headers: Readonly<Record<string, number | string | string[] | undefined>>
  readonly body: string
}

export type Inject = (request: Injected) => Promise<Answered>

/** Calls of this process to its own API, as an app whose secret nobody knows here. */
export interface ApiConsole {
  /** Before it nothing can be called. */
  connect(inject: Inject): void
  call(as: CalledAs, request: ConsoleRequest): Promise<ConsoleAnswer>
  /** As whom a request is made that this process itself sends; once for each pass. */
  redeem(pass: unknown): CalledAs | undefined
}

/** The header in which a pass stands. */
export const passHeader = 'x-quoin-console-pass'
