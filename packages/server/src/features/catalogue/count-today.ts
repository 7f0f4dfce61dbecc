import { dayIn } from '@quoin/core/time/calendar-day.ts'
import type { Ports } from '../../ports/ports.ts'

interface OfNetwork {
  readonly id: number
  readonly networkId: number
}

/** How many conversions of offers count today, in the zone of the network of each; those without one are left out. */
export async function countToday(
  { db, store, clock }: Pick<Ports, 'db' | 'store' | 'clock'>,
  offers: readonly OfNetwork[],
): Promise<ReadonlyMap<number, number>> {
  if (offers.length === 0) return new Map()
  const nowMs = clock.nowMs()
  const networks = await store.networks.listNetworks(db)
  const days = new Map(networks.map(({ id, timeZone }) => [id, dayIn(timeZone, nowMs)]))
  const byDay = Map.groupBy(offers, ({ networkId }) => days.get(networkId) ?? dayIn('UTC', nowMs))
  const counted = await Promise.all(
    [...byDay].map(([day, group]) =>
      store.offerEdits.countOnDay(db, { ids: group.map(({ id }) => id), day }),
    ),
  )
  return new Map(counted.flatMap((one) => [...one]))
}
