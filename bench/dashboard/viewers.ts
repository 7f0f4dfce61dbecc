import { setTimeout as sleep } from 'node:timers/promises'

/** People who have the dashboard open, each as a browser of their own. */
export interface Viewers {
  /** Until now. */
  readonly seen: Readonly<Seen>
  leave(): Promise<void>
}

export interface Seen {
  /** How long the answers took. */
  readonly timesMs: number[]
  /** Answers that were no 2xx. */
  failures: number
}

interface Dashboard {
  readonly origin: string
  readonly token: string
  /** The questions of all pages, which they ask in turn. */
  readonly paths: readonly string[]
}

/** A page is looked at for so long before the next one is asked for. */
const lookMs = 2_000
/** Questions that the frame and the overview ask again by themselves. */
const repeated = [
  { path: '/operator/v1/pulse', everyMs: 10_000 },
  { path: '/operator/v1/needs', everyMs: 30_000 },
]

/** Each reads the live feed, goes from page to page, and lets the frame ask again. */
export function openViewers(dashboard: Dashboard, count: number): Viewers {
  const leaving = new AbortController()
  const seen: Seen = { timesMs: [], failures: 0 }
  const viewers = Array.from({ length: count }, (_, viewer) => [
    follow(dashboard, leaving.signal),
    goThrough(dashboard, { leaving: leaving.signal, first: viewer * 7, seen }),
    ...repeated.map((asked) => askAgain(dashboard, { ...asked, leaving: leaving.signal, seen })),
  ]).flat()
  return {
    seen,
    async leave() {
      leaving.abort()
      await Promise.all(viewers)
    },
  }
}

interface Stay {
  readonly leaving: AbortSignal
  readonly seen: Seen
}

async function follow({ origin, token }: Dashboard, signal: AbortSignal): Promise<void> {
  const headers = { authorization: `Bearer ${token}` }
  try {
    let answer = await fetch(`${origin}/operator/v1/live/events`, { headers, signal })
    // The places of the viewers before are free in a moment: all of them have one token.
    while (answer.status === 429) {
      await stay(1_000, signal)
      answer = await fetch(`${origin}/operator/v1/live/events`, { headers, signal })
    }
    if (!answer.ok || !answer.body) throw new Error(`the live feed answers ${answer.status}`)
    for await (const _ of answer.body) if (signal.aborted) return
  } catch (error) {
    if (!signal.aborted) throw error
  }
}

async function goThrough(dashboard: Dashboard, { leaving, first, seen }: Stay & { readonly first: number }) {
  for (let at = first; !leaving.aborted; at += 1) {
    await ask(dashboard, dashboard.paths[at % dashboard.paths.length] ?? '', seen)
    await stay(lookMs, leaving)
  }
}

interface Repeated {
  readonly path: string
  readonly everyMs: number
}

async function askAgain(dashboard: Dashboard, { path, everyMs, leaving, seen }: Repeated & Stay) {
  while (!leaving.aborted) {
    await ask(dashboard, path, seen)
    await stay(everyMs, leaving)
  }
}

async function ask({ origin, token }: Dashboard, path: string, seen: Seen): Promise<void> {
  const startedMs = performance.now()
  const answer = await fetch(origin + path, { headers: { authorization: `Bearer ${token}` } })
  await answer.arrayBuffer()
  if (!answer.ok) seen.failures += 1
  seen.timesMs.push(performance.now() - startedMs)
}

async function stay(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => {})
}
