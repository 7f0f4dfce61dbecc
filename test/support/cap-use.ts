import assert from 'node:assert/strict'
import type { Told } from './money-scene.ts'
import type { World } from './world.ts'

interface CapUse {
  readonly key: string
  readonly used: number
  readonly stored: number
  readonly limit: number
}

/** No step passes a cap but a person's word, and the counters say what counts. */
export class CapWatch {
  #before = new Map<string, CapUse>()

  async look(world: World, offers: readonly number[], told: Told): Promise<void> {
    const uses = await readCaps(world, offers)
    for (const use of uses) {
      // Nobody earns any more as an erased user; their counters were deleted with them.
      const isOfErased = told.kind === 'erase' || use.key.includes(':erased-')
      if (!isOfErased) assert.equal(use.stored, use.used, `the counter ${use.key} is wrong`)
      const was = this.#before.get(use.key)
      const isPassed = use.used > use.limit && use.used > (was?.used ?? 0)
      if (was && !/^(?:confirm|give)/.test(told.kind)) assert.ok(!isPassed, `the cap ${use.key} was passed`)
    }
    this.#before = new Map(uses.map((use) => [use.key, use]))
  }
}

/** How far the caps of a scene are used, counted anew, beside what the counters say. */
async function readCaps(world: World, offers: readonly number[]): Promise<CapUse[]> {
  return await world.ports.db.query(
    `select k.key, k.used::bigint as stored, coalesce(o.daily_cap, 1000000)::bigint as limit,
       (select count(*) from conversions v where v.offer_id = o.id and v.counted_on::text = split_part(k.key, ':', 4)) as used
     from offers o join cap_counters k on k.key like 'offer:' || o.id || ':day:%' where o.id = any($1)
     union all
     select k.key, k.used::bigint, coalesce(o.total_cap, 1000000)::bigint,
       (select count(*) from conversions v where v.offer_id = o.id and v.counted_on is not null)
     from offers o join cap_counters k on k.key = 'offer:' || o.id || ':total' where o.id = any($1)
     union all
     select k.key, k.used::bigint, c.cap_limit::bigint,
       (select coalesce(sum(case c.measure when 'count' then 1 when 'revenue' then v.revenue_micros else v.payout_micros end), 0)::bigint from conversions v
         where v.offer_id = c.offer_id and v.counted_on is not null
           and (c.period = 'total' or k.key like '%:day:' || v.counted_on || '%')
           and (not c.is_per_user or k.key like '%:user:' || v.app_id || ':' || v.user_id))
     from caps c join cap_counters k on k.key like 'cap:' || c.id || ':%' where c.offer_id = any($1)`,
    [offers],
  )
}
