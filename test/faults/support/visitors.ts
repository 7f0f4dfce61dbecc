import { setTimeout as delay } from 'node:timers/promises'
import { reportedUsd } from './ask-once.ts'
import { Connection } from './connection.ts'
import type { Journal } from './journal.ts'

/** How long a client waits after a refused or broken request. */
const pauseMs = 20
/**
 * How long it thinks after an answer in the short form: some hundred requests a second are load enough to have many
 * under way at any moment, and leave the processors to the server.
 */
const thinkMs = process.env['FAULTS'] === 'long' ? 0 : 20

export interface Load {
  readonly port: number
  readonly apiKey: string
  readonly offerId: number
  readonly journal: Journal
  /** Connections that follow links, and connections that report what was clicked before. */
  readonly visitors: number
  readonly networks: number
  /** Each asks again at once. */
  readonly isRelentless?: boolean
}

/** The clients' sightings besides those in the journal. */
export interface Seen {
  /** By status, and `broken` for connections that ended without an answer. */
  readonly answers: Map<string, number>
}

export interface RunningLoad {
  readonly seen: Seen
  /** Ends when every request that is under way has its answer. */
  stop(): Promise<void>
}

let users = 0

/** Clients that keep at it. */
export function startLoad(load: Load): RunningLoad {
  const stopping = new AbortController()
  const seen: Seen = { answers: new Map() }
  const clients = [
    ...Array.from({ length: load.visitors }, () => visit(load, seen, stopping.signal)),
    ...Array.from({ length: load.networks }, () => report(load, seen, stopping.signal)),
  ]
  return {
    seen,
    async stop() {
      stopping.abort()
      await Promise.all(clients)
    },
  }
}

async function visit(
  { port, apiKey, offerId, journal, isRelentless = thinkMs === 0 }: Load,
  seen: Seen,
  signal: AbortSignal,
): Promise<void> {
  const connection = new Connection(port)
  while (!signal.aborted) {
    users += 1
    const path = `/track?offerId=${offerId}&apiKey=${apiKey}&userId=user-${process.pid}-${users}`
    const answer = await connection.get(path).catch(() => undefined)
    count(seen, `click ${answer?.status ?? 'broken'}`)
    const clickId = /[?&]click_id=([0-9a-f-]{36})/.exec(answer?.location ?? '')?.[1]
    const isTaken = answer?.status === 302 && clickId !== undefined
    if (isTaken) journal.clickAcknowledged(clickId)
    if (!isTaken || !isRelentless) await delay(isTaken ? thinkMs : pauseMs)
  }
  connection.close()
}

async function report(
  { port, journal, isRelentless = thinkMs === 0 }: Load,
  seen: Seen,
  signal: AbortSignal,
): Promise<void> {
  const connection = new Connection(port)
  while (!signal.aborted) {
    const clickId = journal.takeUnreported()
    if (clickId === undefined) {
      await delay(pauseMs)
      continue
    }
    const path = `/postback?click_id=${clickId}&payout=${reportedUsd}&status=approved`
    const answer = await connection.get(path).catch(() => undefined)
    count(seen, `postback ${answer?.status ?? 'broken'}`)
    const isTaken = answer?.status === 200
    if (isTaken) journal.postbackAcknowledged(clickId)
    else journal.reportAgain(clickId)
    if (!isTaken || !isRelentless) await delay(isTaken ? thinkMs : pauseMs)
  }
  connection.close()
}

function count({ answers }: Seen, what: string): void {
  answers.set(what, (answers.get(what) ?? 0) + 1)
}
