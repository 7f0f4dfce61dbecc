import type { Db } from '../pg/database.ts'

/** An event of a conversion that moved what is owed, and of which nothing was booked. */
interface Unbooked {
  readonly conversionId: string
  readonly version: number
}

/**
 * Books what events of up to `limit` conversions after one moved and nobody booked, by their own amounts; the same as
 * core/ledger/book-conversion.ts says, and a test holds them together. An event and its entries are written by one
 * statement, so that none is seen here without the other unless they are missing.
 */
export async function bookUnbooked(
  tx: Db,
  { afterId, limit }: { afterId: string; limit: number },
): Promise<Unbooked[]> {
  return await tx.query(
    `with owed as (
       select e.conversion_id, e.version, e.is_test,
         case when e.to_status = 'approved' or (e.to_status = 'reversed' and e.reason = 'withheld') then e.revenue_micros else 0 end as revenue,
         case when e.to_status = 'approved' then e.payout_micros else 0 end as payout
       from conversion_events e where e.conversion_id > $1
     ), moved as (
       select conversion_id, version, is_test,
         revenue - coalesce(lag(revenue) over w, 0) as revenue, payout - coalesce(lag(payout) over w, 0) as payout
       from owed window w as (partition by conversion_id order by version)
     ), unbooked as (
       select m.conversion_id, m.version, m.revenue, m.payout from moved m
       where not m.is_test and (m.revenue <> 0 or m.payout <> 0)
         and not exists (select from ledger_entries l where l.source_id = m.conversion_id and l.version = m.version)
       order by m.conversion_id, m.version limit $2
     ), booked as (
       insert into ledger_entries (source_id, version, account, party_id, amount_micros)
       select u.conversion_id, u.version, b.account, b.party_id, b.amount_micros
       from unbooked u join conversions v on v.id = u.conversion_id
         cross join lateral (values
           ('receivable'::ledger_account, v.network_id, u.revenue),
           ('payable', v.app_id, -u.payout),
           ('margin', null, u.payout - u.revenue)) as b (account, party_id, amount_micros)
       where b.amount_micros <> 0
       on conflict do nothing
       returning source_id, version
     )
     select distinct source_id as "conversionId", version from booked order by source_id, version`,
    [afterId, limit],
  )
}
