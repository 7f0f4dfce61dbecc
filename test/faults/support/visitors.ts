import { setTimeout as delay } from 'node:timers/promises'
import { reportedUsd } from './ask-once.ts'
import { Connection } from './connection.ts'
import type { Journal } from './journal.ts'

/** How long a client waits after a refused or broken request. */
const pauseMs = 20

export interface Load {
  readonly port: number
  readonly apiKey: string
  readonly offerId: number
  readonly journal: Journal
  /** Connections that follow links, and connections that report what was clicked before. */
  readonly visitors: number
  readonly networks: number
}

/** What clients saw besides what is in the journal. */
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

/** Clients that keep at it: each asks again as soon as it has its answer. */
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
  { port, apiKey, offerId, journal }: Load,
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
    if (answer?.status === 302 && clickId !== undefined) journal.clickAcknowledged(clickId)
    else await delay(pauseMs)
  }
  connection.close()
}

async function report({ port, journal }: Load, seen: Seen, signal: AbortSignal): Promise<void> {
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
    if (answer?.status === 200) journal.postbackAcknowledged(clickId)
    else {
      journal.reportAgain(clickId)
      await delay(pauseMs)
    }
  }
  connection.close()
}

function count({ answers }: Seen, what: string): void {
  answers.set(what, (answers.get(what) ?? 0) + 1)
}
