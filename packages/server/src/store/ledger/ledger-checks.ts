import type { Db } from '../pg/database.ts'

/** Something in the ledger that is not as it must be. Amounts are micros as text. */
export interface LedgerFault {
  readonly rule: string
  readonly sourceId: string | null
  readonly detail: string
}

interface LedgerRule {
  /** The rule, as a sentence: it is printed with what breaks it. */
  readonly rule: string
  /** Selects `id` and `detail` of what breaks it. One statement each, so that it sees one moment. */
  readonly faults: string
}

/**
 * The debts of a conversion as it stands; core/ledger/book-conversion.ts says the same, and tests hold them
 * together.
 */
const isOwed = `v.status = 'approved' and not v.is_test`
const networkOwes = `(v.status = 'approved' or (v.status = 'reversed' and v.reason = 'withheld')) and not v.is_test`

/** Everything that must hold. Each is answered by a pass over whole tables in the server, whatever their size. */
export const ledgerRules: readonly LedgerRule[] = [
  {
    rule: 'the entries of every transaction sum to zero',
    faults: `select source_id as id, 'version ' || version || ' sums to ' || sum(amount_micros) as detail
      from ledger_entries group by source_id, version having sum(amount_micros) <> 0`,
  },
  {
    rule: 'all entries sum to zero',
    faults: `select null::uuid as id, 'they sum to ' || sum(amount_micros) as detail
      from ledger_entries having sum(amount_micros) <> 0`,
  },
  {
    rule: 'the entries of a conversion sum to what it owes',
    faults: `select coalesce(v.id, b.source_id) as id, format(
        'status %s: the network owes %s, booked %s; the publisher is owed %s, booked %s', v.status,
        case when ${networkOwes} then v.revenue_micros else 0 end, coalesce(b.receivable, 0),
        case when ${isOwed} then v.payout_micros else 0 end, coalesce(b.payable, 0)) as detail
      from conversions v
        full join (select source_id,
            coalesce(sum(amount_micros) filter (where account = 'receivable'), 0) as receivable,
            coalesce(-sum(amount_micros) filter (where account = 'payable'), 0) as payable
          from ledger_entries where version > 0 group by source_id) b on b.source_id = v.id
      where v.id is not null
        and (coalesce(b.receivable, 0) <> case when ${networkOwes} then v.revenue_micros else 0 end
          or coalesce(b.payable, 0) <> case when ${isOwed} then v.payout_micros else 0 end)`,
  },
  {
    rule: 'entries belong to a live conversion, its network and its app',
    faults: `select l.source_id as id, case when v.id is null then 'there is no such conversion'
        when v.is_test then 'it is a test'
        else l.account || ' of ' || coalesce(l.party_id::text, 'nobody') || ' in version ' || l.version
        end as detail
      from ledger_entries l left join conversions v on v.id = l.source_id
      where l.version > 0 and (v.id is null or v.is_test or l.version > v.version
        or l.account not in ('receivable', 'payable', 'margin')
        or l.party_id is distinct from case l.account when 'receivable' then v.network_id
          when 'payable' then v.app_id end)`,
  },
  {
    rule: 'what is approved or taken back is booked with the event',
    faults: `select e.conversion_id as id, 'version ' || e.version || ' became ' || e.to_status as detail
      from conversion_events e join conversions v on v.id = e.conversion_id
      where not v.is_test and e.payout_micros <> 0
        and (e.to_status = 'approved') is distinct from coalesce(e.from_status = 'approved', false)
        and not exists (select from ledger_entries l where l.source_id = e.conversion_id
          and l.version = e.version and l.account = 'payable')`,
  },
  {
    rule: 'every settlement is booked, at its own amount, and nothing else is',
    faults: `select coalesce(s.id, b.source_id) as id, coalesce(s.kind || ' ' || s.reference, 'unknown')
        || ': ' || coalesce(s.amount_micros, 0) || ', booked ' || coalesce(b.moved, 0) as detail
      from settlements s
        full join (select source_id, sum(amount_micros) filter (where account in ('receivable', 'payable')) as moved,
            min(party_id) as party_id, bool_or(account = 'payable') as is_payable,
            min(case when account in ('cash', 'adjustment') then account end) as counter, count(*) as entries
          from ledger_entries where version = 0 group by source_id) b on b.source_id = s.id
      where s.id is null or b.source_id is null or b.entries <> 2
        or b.party_id is distinct from coalesce(s.app_id, s.network_id) or b.is_payable <> (s.app_id is not null)
        or b.counter is distinct from (case s.kind when 'adjusted' then 'adjustment' else 'cash' end)::ledger_account
        or b.moved <> s.amount_micros * case when (s.app_id is not null) <> (s.kind = 'adjusted') then 1 else -1 end`,
  },
]

/** At most `limit` of what breaks a rule, and how many there are in all. */
export async function findFaults(
  tx: Db,
  { rule, faults }: LedgerRule,
  limit: number,
): Promise<{ readonly count: number; readonly faults: readonly LedgerFault[] }> {
  const rows = await tx.query<{ id: string | null; detail: string; count: number }>(
    `select id, detail, count(*) over () as count from (${faults}) f order by id limit $1`,
    [limit],
  )
  const found = rows.map(({ id, detail }) => ({ rule, sourceId: id, detail }))
  return { count: rows[0]?.count ?? 0, faults: found }
}

/** All rules are to be held against one moment, however long it takes. Begins a transaction. */
export async function seeOneMoment(tx: Db): Promise<void> {
  await tx.query('set transaction isolation level repeatable read, read only')
  await tx.query('set local statement_timeout = 0')
}

export async function countLedger(tx: Db): Promise<{ entries: number; transactions: number }> {
  const [row] = await tx.query<{ entries: number; transactions: number }>(
    `select coalesce(sum(entries), 0)::bigint as entries, count(*) as transactions
     from (select count(*) as entries from ledger_entries group by source_id, version) t`,
    [],
  )
  return row ?? { entries: 0, transactions: 0 }
}
