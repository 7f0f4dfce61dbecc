import type { LedgerAccount, LedgerEntry } from '@quoin/core/ledger/ledger-entry.ts'
import type { Settlement } from '@quoin/core/ledger/book-settlement.ts'
import type { ListPage, ListSlice } from '@quoin/core/paging/list-slice.ts'
import { type Db, plannedAnew } from '../pg/database.ts'
import { selectPage } from '../pg/select-page.ts'

/** An entry with what it was for. */
export interface ListedEntry extends LedgerEntry {
  readonly party: string | null
  readonly atMs: number | null
  readonly text: string
}

/** The sum of the account up to this entry, as text: it may be beyond the safe integers. */
type RunningEntry = ListedEntry & { readonly sumMicros: string }

const entryColumns = `e.source_id as "sourceId", e.version, e.account, e.party_id as "partyId",
  e.amount_micros as "amountMicros",
  case e.account when 'payable' then (select name from apps where id = e.party_id)
    when 'receivable' then (select name from networks where id = e.party_id) end as party,
  case when e.version = 0 then (select s.settled_at from settlements s where s.id = e.source_id)
    else (select v.happened_at from conversion_events v
      where v.conversion_id = e.source_id and v.version = e.version) end as "atMs",
  coalesce(case when e.version = 0
      then (select s.kind || ' ' || s.reference from settlements s where s.id = e.source_id)
    else (select v.to_status || ': ' || o.name from conversion_events v
      join conversions c on c.id = v.conversion_id join offers o on o.id = c.offer_id
      where v.conversion_id = e.source_id and v.version = e.version) end, '') as text`

interface AccountFilter {
  readonly account: LedgerAccount
  readonly partyId: number | null
}

/** An account with the sum after each entry, in the order in which conversions and settlements were made. */
export async function listAccountEntries(
  db: Db,
  { account, partyId }: AccountFilter,
  slice: ListSlice,
): Promise<ListPage<RunningEntry>> {
  const page = await selectPage<ListedEntry>(db, {
    select: entryColumns,
    from: 'ledger_entries e',
    where: 'e.account = $1::ledger_account and ($2::bigint is null or e.party_id = $2)',
    values: [account, partyId],
    sorts: {
      time: [
        { sql: 'e.source_id', type: 'uuid' },
        { sql: 'e.version', type: 'bigint' },
      ],
    },
    slice,
  })
  const oldest = slice.isDescending ? page.rows.at(-1) : page.rows[0]
  if (oldest === undefined) return { ...page, rows: [] }
  // Summed up once, to the oldest entry of the page: the others follow from it.
  let sum = BigInt(await sumUpTo(db, { account, partyId }, oldest))
  const rising = slice.isDescending ? page.rows.toReversed() : page.rows
  const rows = rising.map((entry, index) => {
    if (index > 0) sum += BigInt(entry.amountMicros)
    return { ...entry, sumMicros: sum.toString() }
  })
  return { ...page, rows: slice.isDescending ? rows.toReversed() : rows }
}

async function sumUpTo(
  db: Db,
  { account, partyId }: AccountFilter,
  { sourceId, version }: ListedEntry,
): Promise<string> {
  const [row] = await db.query<{ sum: string }>(
    `select coalesce(sum(amount_micros), 0)::text as sum from ledger_entries e
     where e.account = $1::ledger_account and ($2::bigint is null or e.party_id = $2)
       and (e.source_id, e.version) <= ($3::uuid, $4::integer)`,
    [account, partyId, sourceId, version],
    plannedAnew,
  )
  return row?.sum ?? '0'
}

/** All that was booked for a conversion or a settlement, oldest first. */
export async function listEntriesOf(db: Db, sourceId: string): Promise<ListedEntry[]> {
  return await db.query(
    `select ${entryColumns} from ledger_entries e where e.source_id = $1 order by e.version, e.account`,
    [sourceId],
  )
}

/** The money that an app waits for, and the money that it was paid. Sums are texts: they may be beyond the safe integers. */
interface AppSums {
  readonly publisherId: number
  readonly publisher: string
  readonly appId: number
  readonly app: string
  readonly heldMicros: string
  readonly paidMicros: string
}

const appsMax = 10_000

/** By the publishers' names; what waits comes by conversions_in_review and conversions_by_release. */
export async function listAppSums(db: Db): Promise<AppSums[]> {
  return await db.query(
    `select p.id as "publisherId", p.name as publisher, a.id as "appId", a.name as app,
       coalesce(h.sum, 0)::text as "heldMicros", coalesce(s.sum, 0)::text as "paidMicros"
     from apps a join publishers p on p.id = a.publisher_id
     left join (
       select app_id, sum(payout_micros) as sum from (
         select app_id, payout_micros from conversions
         where status = 'pending' and reason is not null and reason <> 'hold' and not is_test
         union all
         select app_id, payout_micros from conversions
         where status = 'pending' and release_at is not null and reason = 'hold' and not is_test) held
       group by app_id) h on h.app_id = a.id
     left join (
       select app_id, sum(amount_micros) as sum from settlements where kind = 'paid' group by app_id) s on s.app_id = a.id
     order by lower(p.name), p.id, a.id limit ${appsMax}`,
  )
}

/** The conversions that are released on a UTC day. Sums are texts. */
interface HoldDay {
  readonly day: string
  readonly conversions: number
  readonly payoutMicros: string
  readonly revenueMicros: string
}

/** By conversions_by_release, soonest first. */
export async function listHoldDays(db: Db, limit: number): Promise<HoldDay[]> {
  return await db.query(
    `select (release_at at time zone 'UTC')::date as day, count(*) as conversions,
       sum(payout_micros)::text as "payoutMicros", sum(revenue_micros)::text as "revenueMicros"
     from conversions where status = 'pending' and release_at is not null and not is_test
     group by 1 order by 1 limit $1`,
    [limit],
    plannedAnew,
  )
}

interface SettlementFilter {
  readonly kind: Settlement['kind'] | null
  readonly appId: number | null
  readonly networkId: number | null
}

export async function listSettlementPage(
  db: Db,
  { kind, appId, networkId }: SettlementFilter,
  slice: ListSlice,
): Promise<ListPage<Settlement & { readonly party: string }>> {
  return await selectPage(db, {
    select: `s.id, s.kind, s.reference, s.app_id as "appId", s.network_id as "networkId",
      s.amount_micros as "amountMicros", s.reason, s.actor, s.settled_at as "settledAtMs",
      coalesce(a.name, n.name, '') as party`,
    from: 'settlements s left join apps a on a.id = s.app_id left join networks n on n.id = s.network_id',
    where: `($1::text is null or s.kind = $1) and ($2::bigint is null or s.app_id = $2)
      and ($3::bigint is null or s.network_id = $3)`,
    values: [kind, appId, networkId],
    sorts: { time: [{ sql: 's.id', type: 'uuid' }] },
    slice,
  })
}
