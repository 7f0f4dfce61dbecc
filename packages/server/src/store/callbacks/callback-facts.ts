import type { CallbackFacts } from '@quoin/core/callbacks/facts.ts'
import { byIndex } from '../conversions/conversion-columns.ts'
import type { Db } from '../pg/database.ts'
import { type RowColumns, rowsFrom, valuesOf } from '../pg/row-parameters.ts'

/** The content of callbacks, in the words of all that knows of them. One whose conversion is gone is left out. */
export async function listFacts(
  db: Db,
  keys: readonly { readonly id: string; readonly endpointId: number }[],
): Promise<CallbackFacts[]> {
  if (keys.length === 0) return []
  return await db.query(
    `select c.id as "callbackId", c.event_type as "eventType", c.conversion_id as "conversionId", c.version,
       e.to_status as status, e.from_status as "previousStatus",
       case e.reason when 'withheld' then 'refused' else e.reason end as reason, v.app_id as "appId",
       v.user_id as "userId", v.sub_id as "subId", v.click_id as "clickId", v.offer_id as "offerId",
       o.external_id as "offerExternalId", coalesce(o.name, '') as "offerName", v.goal,
       g.name as "goalName", v.txn_id as "txnId", e.payout_micros as "payoutMicros",
       e.payout_local_micros as "payoutLocalMicros", p.payout_micros as "previousPayoutMicros",
       p.payout_local_micros as "previousPayoutLocalMicros", v.currency, v.decimals,
       v.country, k.address as "userIp", k.clicked_at as "clickedAtMs", e.happened_at as "happenedAtMs",
       v.is_test as "isTest", (select count(*) from conversion_events b
         where b.conversion_id = c.conversion_id and b.version < c.version
           and b.to_status = 'reversed' and b.from_status <> 'reversed') as "timesReversed"
     from ${rowsFrom(keyRow, 'w')}
       cross join lateral (
         select * from callbacks n where n.endpoint_id = w."endpointId" and n.id = w.id ${byIndex}
       ) c
       join conversions v on v.id = c.conversion_id
       join conversion_events e on e.conversion_id = c.conversion_id and e.version = c.version
       left join conversion_events p on p.conversion_id = c.conversion_id and p.version = c.version - 1
       left join offers o on o.id = v.offer_id
       left join offer_goals g on g.offer_id = v.offer_id and g.goal = v.goal
       left join lateral (
         select address, clicked_at from clicks where clicks.id = v.click_id ${byIndex}
       ) k on true`,
    valuesOf(keyRow, keys),
  )
}

const keyRow: RowColumns<{ id: string; endpointId: number }> = { id: 'uuid', endpointId: 'bigint' }
