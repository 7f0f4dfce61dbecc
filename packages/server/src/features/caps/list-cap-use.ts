import { dayIn } from '@quoin/core/time/calendar-day.ts'
import type { Cap } from '@quoin/core/caps/cap.ts'
import { capKey } from '@quoin/core/conversions/caps.ts'
import type { Ports } from '../../ports/ports.ts'
import type { UserCapUse } from '../../store/caps/cap-counters.ts'

/** How much of a cap is used now: on the day that it is at the networks concerned, or in all. */
export interface CapUse {
  readonly cap: Cap
  /** One row for each day that it is somewhere; of each user's own cap, the user who has used most of it. */
  readonly use: readonly {
    readonly day: string | null
    readonly used: number
    readonly left: number
    /** The use of each user's own cap: users who have used some, and users who have used all of it. */
    readonly usersCount: number | null
    readonly usersAtLimitCount: number | null
  }[]
}

interface CapFilter {
  readonly networkId?: number | undefined
  readonly offerId?: number | undefined
  readonly appId?: number | undefined
  /** The id of the last cap of the page before. */
  readonly afterId?: number | undefined
}

const pageMax = 1_000

/** One page of caps in the order of their ids, with their use. */
export async function listCapUse(
  { db, store, clock }: Pick<Ports, 'db' | 'store' | 'clock'>,
  { networkId, offerId, appId, afterId = 0 }: CapFilter = {},
): Promise<readonly CapUse[]> {
  const nowMs = clock.nowMs()
  const all = (await store.caps.listCaps(db)).caps
  const page = all
    .filter(({ id }) => id > afterId)
    .filter((cap) => networkId === undefined || cap.networkId === networkId)
    .filter((cap) => offerId === undefined || cap.offerId === offerId)
    .filter((cap) => appId === undefined || cap.appId === appId)
    .slice(0, pageMax)
  const networks = await store.networks.listNetworks(db)
  const offerIds = page.flatMap((cap) => cap.offerId ?? [])
  const networkOf = new Map(await store.caps.listNetworksOfOffers(db, offerIds))
  const daysOf = (cap: Cap): readonly (string | null)[] => {
    if (cap.period === 'total') return [null]
    const only = cap.networkId ?? (cap.offerId === null ? null : networkOf.get(cap.offerId))
    const zones = networks.filter(({ id }) => only === null || only === id).map(({ timeZone }) => timeZone)
    return [...new Set(zones.map((zone) => dayIn(zone, nowMs)))].sort()
  }
  const keyOf = (cap: Cap, day: string | null) => capKey(cap, { appId: 0, userId: '' }, day ?? '')
  const keys = page.flatMap((cap) => (cap.isPerUser ? [] : daysOf(cap).map((day) => keyOf(cap, day))))
  const used = await store.capCounters.listCounters(db, keys)
  const ofUsers = await store.capCounters.listUserCapUse(
    db,
    page.filter(({ isPerUser }) => isPerUser),
  )
  return page.map((cap) => ({
    cap,
    use: daysOf(cap).map((day) => presentUse(cap, day, { used: used.get(keyOf(cap, day)) ?? 0, ofUsers })),
  }))
}

function presentUse(
  cap: Cap,
  day: string | null,
  { used, ofUsers }: { used: number; ofUsers: readonly UserCapUse[] },
): CapUse['use'][number] {
  const own = ofUsers.find((use) => use.capId === cap.id && use.day === day)
  const most = cap.isPerUser ? (own?.most ?? 0) : used
  return {
    day,
    used: most,
    left: Math.max(0, cap.limit - most),
    usersCount: cap.isPerUser ? (own?.usersCount ?? 0) : null,
    usersAtLimitCount: cap.isPerUser ? (own?.usersAtLimitCount ?? 0) : null,
  }
}
