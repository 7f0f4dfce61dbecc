import { firstIdAt } from '@quoin/core/tracking/click-id.ts'
import { formatMicros } from '@quoin/core/payout/money.ts'
import type { Ports } from '../../ports/ports.ts'
import type { LiveCallbackRow, LiveClickRow, LivePostbackRow } from '../../store/overview/live-rows.ts'

/** One thing that just happened, as the overview shows it. */
export interface LiveEvent {
  /** Its own: the same thing in another state is another event. */
  readonly key: string
  readonly atMs: number
  readonly kind: 'click' | 'postback' | 'callback'
  readonly state: string
  readonly reason: string | null
  readonly clickId: string | null
  readonly userId: string | null
  readonly offerId: string | null
  readonly offer: string | null
  readonly appId: string | null
  readonly app: string | null
  readonly network: string | null
  /** The network's payment; null where it is not known. */
  readonly revenue: string | null
}

type Needs = Pick<Ports, 'db' | 'store' | 'clock'>

/** How far back is looked: older rows are in the lists. */
const spanMs = 24 * 3_600_000

/** The newest of everything, newest first. */
export async function listLive({ db, store, clock }: Needs, limit: number): Promise<LiveEvent[]> {
  const after = firstIdAt(clock.nowMs() - spanMs)
  const { listNewestClicks, listNewestPostbacks, listNewestCallbacks } = store.liveRows
  const [clicks, postbacks, callbacks] = await Promise.all([
    listNewestClicks(db, after, limit),
    listNewestPostbacks(db, after, limit),
    listNewestCallbacks(db, after, limit),
  ])
  const events = [...clicks.map(tellClick), ...postbacks.map(tellPostback), ...callbacks.map(tellCallback)]
  return events.toSorted((one, other) => other.atMs - one.atMs).slice(0, limit)
}

function common(row: LiveClickRow | LivePostbackRow | LiveCallbackRow) {
  const text = (id: number | null) => (id === null ? null : String(id))
  return {
    atMs: row.atMs,
    clickId: row.clickId,
    userId: row.userId,
    offerId: text(row.offerId),
    offer: row.offer,
    appId: text(row.appId),
    app: row.app,
    network: row.network,
  }
}

function tellClick(click: LiveClickRow): LiveEvent {
  const { id, verdict, outcome, reason } = click
  const state = verdict === 'bot' ? 'bot' : outcome === 'fallback' ? 'fallback' : 'accepted'
  return { ...common(click), key: id, kind: 'click', state, reason, revenue: null }
}

function tellPostback(postback: LivePostbackRow): LiveEvent {
  const { id, outcome, status, reason, revenueMicros } = postback
  const isHeld = status === 'pending' && reason !== null
  const state = outcome === 'applied' && status !== null ? (isHeld ? 'held' : status) : outcome
  const sign = status === 'reversed' ? -1 : 1
  const revenue = revenueMicros === null ? null : formatMicros(sign * revenueMicros)
  return {
    ...common(postback),
    key: id,
    kind: 'postback',
    state: state === 'applied' ? 'accepted' : state,
    reason,
    revenue,
  }
}

function tellCallback(callback: LiveCallbackRow): LiveEvent {
  const { id, state, attempts, revenueMicros } = callback
  const word = state === 'delivered' ? 'delivered' : state === 'pending' ? 'retrying' : 'failed'
  return {
    ...common(callback),
    key: `${id}-${attempts}`,
    kind: 'callback',
    state: word,
    reason: attempts > 1 ? `attempt ${attempts}` : null,
    revenue: formatMicros(revenueMicros),
  }
}
