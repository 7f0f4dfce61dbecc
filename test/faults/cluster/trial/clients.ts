import { setTimeout as delay } from 'node:timers/promises'
import { reportedUsd } from '../../support/ask-once.ts'
import { type Answer, Connection } from '../../support/connection.ts'
import type { Journal } from '../../support/journal.ts'
import type { Installation } from '../../support/installation.ts'
import { Tally } from './tally.ts'

/** How long a client thinks after an answer, and waits after a refused or broken request. */
const pauseMs = 20

/** `byProxy` and `byHosts` are networks that ask one Quoin alone: how soon each way to the database is back. */
export const callerKinds = ['visitors', 'networks', 'lists', 'byProxy', 'byHosts'] as const
export type CallerKind = (typeof callerKinds)[number]

export interface ClientsOptions {
  readonly installation: Installation
  readonly journal: Journal
  readonly visitors: number
  /** Those of HAProxy, and of each Quoin. */
  readonly ports: { readonly front: number; readonly a: number; readonly b: number }
}

export interface Clients {
  readonly tallies: Readonly<Record<CallerKind, Tally>>
  /** Ends when every request that is under way has its answer. */
  stop(): Promise<void>
}

const networks = 3
let users = 0

/** Clients that keep at it, and a journal of what they were told is done. */
export function startClients(options: ClientsOptions): Clients {
  const { ports } = options
  const stopping = new AbortController()
  const tallies = Object.fromEntries(callerKinds.map((kind) => [kind, new Tally()])) as Clients['tallies'] // one for each
  const keepAt = async (port: number, tally: Tally, ask: Ask): Promise<void> => {
    const connection = new Connection(port)
    while (!stopping.signal.aborted) {
      const outcome = await ask(connection)
      if (outcome === 'taken') tally.take()
      else if (outcome !== 'idle') tally.refuse(outcome.status)
      await delay(pauseMs)
    }
    connection.close()
  }
  const clients = [
    ...Array.from({ length: options.visitors }, () => keepAt(ports.front, tallies.visitors, visit(options))),
    ...Array.from({ length: networks }, () => keepAt(ports.front, tallies.networks, report(options))),
    keepAt(ports.front, tallies.lists, list(options)),
    keepAt(ports.a, tallies.byProxy, report(options)),
    keepAt(ports.b, tallies.byHosts, report(options)),
  ]
  return {
    tallies,
    async stop() {
      stopping.abort()
      await Promise.all(clients)
      for (const tally of Object.values(tallies)) tally.end()
    },
  }
}

type Outcome = 'taken' | 'idle' | { readonly status: number | undefined }
type Ask = (connection: Connection) => Promise<Outcome>

const asks = async (connection: Connection, path: string): Promise<Answer | undefined> =>
  await connection.get(path).catch(() => undefined)

function visit({ installation: { apiKey, offerId }, journal }: ClientsOptions): Ask {
  return async (connection) => {
    users += 1
    const path = `/track?offerId=${offerId}&apiKey=${apiKey}&userId=user-${process.pid}-${users}`
    const answer = await asks(connection, path)
    const clickId = /[?&]click_id=([0-9a-f-]{36})/.exec(answer?.location ?? '')?.[1]
    if (answer?.status !== 302 || clickId === undefined) return { status: answer?.status }
    journal.clickAcknowledged(clickId)
    return 'taken'
  }
}

function report({ journal }: ClientsOptions): Ask {
  return async (connection) => {
    const clickId = journal.takeUnreported()
    if (clickId === undefined) return 'idle'
    const answer = await asks(connection, reportOf(clickId))
    if (answer?.status !== 200) {
      journal.reportAgain(clickId)
      return { status: answer?.status }
    }
    journal.postbackAcknowledged(clickId)
    return 'taken'
  }
}

export const reportOf = (clickId: string): string =>
  `/postback?click_id=${clickId}&payout=${reportedUsd}&status=approved`

function list({ installation: { apiKey, apiSecret } }: ClientsOptions): Ask {
  return async (connection) => {
    const path = `/api/v1/offers?userId=finder&limit=1&apiKey=${apiKey}&apiSecret=${apiSecret}`
    const answer = await asks(connection, path)
    return answer?.status === 200 ? 'taken' : { status: answer?.status }
  }
}
