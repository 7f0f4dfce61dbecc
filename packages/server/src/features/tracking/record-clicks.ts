import type { Click } from '@quoin/core/tracking/click.ts'
import { idTimeMs } from '@quoin/core/tracking/click-id.ts'
import { weeksWith } from '@quoin/core/tracking/click-partitions.ts'
import type { Ports } from '../../ports/ports.ts'

type Needs = Pick<Ports, 'db' | 'store' | 'clickAgents'>

/** Writes a batch of clicks, all or none. A click that is there already stays as it is. */
export async function recordClicks(ports: Needs, clicks: readonly Click[]): Promise<readonly undefined[]> {
  const { db, store, clickAgents } = ports
  const rows = clicks.map((click) => ({ click, agent: clickAgents.idOf(click.userAgent, click.address) }))
  try {
    await store.clicks.copyClicks(db, rows)
  } catch (error) {
    // Nothing was written. Clicks come twice from a spool only, and late ones too.
    if (!store.clicks.isKnownClick(error) && !store.clicks.isMissingPartition(error)) throw error
    await insertLate(ports, clicks)
  }
  return clicks.map(() => undefined)
}

/** A week has no partition until it is made, and is moved once in the moment when it is settled. */
const missedMax = 3

async function insertLate({ db, store }: Needs, clicks: readonly Click[]): Promise<void> {
  for (let missed = 0; ; missed += 1) {
    try {
      return await store.clicks.insertClicks(db, clicks)
    } catch (error) {
      if (!store.clicks.isMissingPartition(error) || missed === missedMax) throw error
    }
    // Partitions are made weeks ahead. A visitor must not pay for it where that failed, or where old clicks come
    // late.
    for (const week of weeksWith(clicks.map(({ id }) => idTimeMs(id)))) {
      await store.clickWeeks.createClickPartition(db, week)
    }
  }
}
