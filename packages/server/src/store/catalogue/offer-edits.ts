import { pricesOf } from '@quoin/core/offers/edit/edited-prices.ts'
import type { EditedOffer } from '@quoin/core/offers/edit/edit-values.ts'
import type { FieldDifference, FieldEdit } from '@quoin/core/offers/edit/plan-edit.ts'
import type { Db } from '../pg/database.ts'
import { goalsOf } from './goal-columns.ts'
import { type OfferListFilter, offerFilter, offerFilterValues } from './offer-list.ts'
import { amountsUntilNow } from './offers.ts'

/** An edit of many offers may take this long, with the writers of offers waiting. */
const editTimeoutMs = 60_000

/** Keeps every other writer of offers waiting until the transaction ends; clicks and conversions go on. */
export async function lockOfferWrites(tx: Db): Promise<void> {
  await tx.query(`set local statement_timeout = ${editTimeoutMs}`)
  await tx.query('lock table offers in share row exclusive mode', [], { timeoutMs: editTimeoutMs })
}

type SelectedRow = Omit<EditedOffer, 'isBuiltIn' | 'state'> & {
  readonly externalId: string
  readonly isTest: boolean
  readonly fileStatus: EditedOffer['state']['file']
  readonly pausedAtMs: number | null
  readonly updatedAtMs: number
}

const editedColumns = `id, name, network_id as "networkId", external_id as "externalId", is_test as "isTest",
  revenue_micros as "revenueMicros", payout_share_basis_points as "payoutShareBasisPoints",
  coalesce(${goalsOf('offers')}, '[]') as goals,
  daily_cap as "dailyCap", payout_micros as payout, prices, countries, coalesce(hold_days, 0) as "holdDays", platforms,
  categories, (select m.basis_points from margin_rules m where m.ended_at is null and m.offer_id = offers.id
    and m.app_id is null and m.country is null) as margin, status as "fileStatus", paused_at as "pausedAtMs",
  updated_at as "updatedAtMs"`

/** Offers of a selection as an edit sees them, in the order of their ids. */
export async function listEdited(db: Db, filter: OfferListFilter, limit: number): Promise<SelectedRow[]> {
  return await db.query(
    `select ${editedColumns} from offers where ${offerFilter} order by id limit $9`,
    [...offerFilterValues(filter), limit],
    { timeoutMs: editTimeoutMs },
  )
}

/** How many conversions of offers counted on a day (conversions_by_counted_day). */
export async function countOnDay(
  db: Db,
  { ids, day }: { readonly ids: readonly number[]; readonly day: string },
): Promise<ReadonlyMap<number, number>> {
  const rows = await db.query<{ id: number; used: number }>(
    `select o.id, c.used from unnest($1::bigint[]) as o (id) cross join lateral (
       select count(*) as used from conversions v where v.offer_id = o.id and v.counted_on = $2::date) c
     where c.used > 0`,
    [ids, day],
    { timeoutMs: editTimeoutMs },
  )
  return new Map(rows.map(({ id, used }) => [id, used]))
}

/** Writes every value that edits change, but for margins and the prices of goals. */
export async function updateEdited(tx: Db, offers: readonly EditedOffer[], nowMs: number): Promise<void> {
  const rows = offers.map(
    ({ id, dailyCap, payout, prices, countries, holdDays, platforms, categories, state }) => ({
      id,
      daily_cap: dailyCap,
      payout_micros: payout,
      prices: pricesOf(prices),
      countries,
      hold_days: holdDays,
      platforms,
      categories,
      status: state.file,
      paused_ms: state.pausedAtMs,
    }),
  )
  await tx.query(
    `update offers o set terms_before = ${amountsUntilNow('o', { next: 'n', nowMs: '$2' })},
       daily_cap = n.daily_cap, payout_micros = n.payout_micros, prices = n.prices, countries = n.countries,
       hold_days = n.hold_days, platforms = n.platforms, categories = n.categories, status = n.status,
       paused_at = to_timestamp(n.paused_ms / 1000.0), updated_at = to_timestamp($2::bigint / 1000.0)
     from (select g.*, f.payout_share_basis_points, f.revenue_micros
       from jsonb_to_recordset($1::jsonb) as g(id bigint, daily_cap bigint, payout_micros bigint, prices jsonb, countries text[],
         hold_days smallint, platforms text[], categories text[], status text, paused_ms bigint)
       join offers f on f.id = g.id) n
     where o.id = n.id`,
    [JSON.stringify(rows), nowMs],
    { timeoutMs: editTimeoutMs },
  )
}

/** Writes the prices of the goals of offers that differ. */
export async function updateGoalPrices(
  tx: Db,
  offers: readonly Pick<EditedOffer, 'id' | 'goals' | 'prices'>[],
  nowMs: number,
): Promise<void> {
  const rows = offers.flatMap(({ id, goals, prices }) =>
    goals.map(({ goal }) => ({ offer_id: id, goal, prices: pricesOf(prices, goal) })),
  )
  if (rows.length === 0) return
  await tx.query(
    `update offer_goals g set terms_before = ${amountsUntilNow('g', { next: 'n', nowMs: '$2' })}, prices = n.prices
     from (select r.*, f.payout_micros, f.payout_share_basis_points, f.revenue_micros
       from jsonb_to_recordset($1::jsonb) as r(offer_id bigint, goal text, prices jsonb)
       join offer_goals f using (offer_id, goal)) n
     where g.offer_id = n.offer_id and g.goal = n.goal and g.prices <> n.prices`,
    [JSON.stringify(rows), nowMs],
    { timeoutMs: editTimeoutMs },
  )
}

/** Ends the margin rules of offers for every app and country, and begins those that are given. */
export async function replaceOfferMargins(
  tx: Db,
  margins: readonly { readonly offerId: number; readonly basisPoints: number | null }[],
  nowMs: number,
): Promise<void> {
  const set = margins.filter(({ basisPoints }) => basisPoints !== null)
  await tx.query(
    `update margin_rules set ended_at = to_timestamp($2::bigint / 1000.0)
     where ended_at is null and offer_id = any($1::bigint[]) and app_id is null and country is null`,
    [margins.map(({ offerId }) => offerId), nowMs],
  )
  await tx.query(
    `insert into margin_rules (offer_id, basis_points, began_at)
     select offer_id, basis_points, to_timestamp($3::bigint / 1000.0)
     from unnest($1::bigint[], $2::integer[]) as n (offer_id, basis_points)`,
    [set.map(({ offerId }) => offerId), set.map(({ basisPoints }) => basisPoints), nowMs],
  )
}

/** An edit as it was made. */
interface OfferEditRecord {
  readonly id: number
  readonly happenedAtMs: number
  readonly actor: string
  readonly changes: readonly FieldEdit[]
  readonly changed: number
  readonly same: number
  readonly cannot: number
  /** Null where they are of several. */
  readonly networkId: number | null
  readonly undoneAtMs: number | null
  readonly undoneBy: string | null
  readonly putBack: number | null
  readonly stayed: number | null
}

const editColumns = `id, happened_at as "happenedAtMs", actor, changes, changed, same, cannot,
  network_id as "networkId", undone_at as "undoneAtMs", undone_by as "undoneBy", put_back as "putBack", stayed`

type NewEdit = Pick<
  OfferEditRecord,
  'happenedAtMs' | 'actor' | 'changes' | 'changed' | 'same' | 'cannot' | 'networkId'
>

/** One offer of an edit, with its changes. */
interface EditedRow {
  readonly offerId: number
  readonly changes: readonly FieldDifference[]
}

export async function insertEdit(tx: Db, edit: NewEdit, rows: readonly EditedRow[]): Promise<number> {
  const { happenedAtMs, actor, changes, changed, same, cannot, networkId } = edit
  const [made] = await tx.query<{ id: number }>(
    `with made as (
       insert into offer_edits (happened_at, actor, changes, changed, same, cannot, network_id)
       values (to_timestamp($1::bigint / 1000.0), $2, $3::jsonb, $4, $5, $6, $7) returning id
     ), kept as (
       insert into offer_edit_rows (edit_id, offer_id, changes)
       select made.id, r."offerId", r.changes
       from made, jsonb_to_recordset($8::jsonb) as r("offerId" bigint, changes jsonb)
     )
     select id from made`,
    [happenedAtMs, actor, JSON.stringify(changes), changed, same, cannot, networkId, JSON.stringify(rows)],
    { timeoutMs: editTimeoutMs },
  )
  if (made === undefined) throw new Error('an insert returned no row')
  return made.id
}

export async function findEdit(db: Db, id: number): Promise<OfferEditRecord | undefined> {
  const [row] = await db.query<OfferEditRecord>(`select ${editColumns} from offer_edits where id = $1`, [id])
  return row
}

/** Held against another undo until the transaction ends. */
export async function lockEdit(tx: Db, id: number): Promise<OfferEditRecord | undefined> {
  const [row] = await tx.query<OfferEditRecord>(
    `select ${editColumns} from offer_edits where id = $1 for update`,
    [id],
  )
  return row
}

/** The changes of an edit, in the order of the offers' ids. */
export async function listEditRows(
  db: Db,
  { editId, afterId, limit }: { readonly editId: number; readonly afterId: number; readonly limit: number },
): Promise<(EditedRow & { readonly name: string })[]> {
  return await db.query(
    `select r.offer_id as "offerId", r.changes, o.name from offer_edit_rows r join offers o on o.id = r.offer_id
     where r.edit_id = $1 and r.offer_id > $2 order by r.offer_id limit $3`,
    [editId, afterId, limit],
  )
}

interface UndoneEdit {
  readonly id: number
  readonly nowMs: number
  readonly actor: string
  readonly putBack: number
  readonly stayed: number
}

export async function endEdit(tx: Db, { id, nowMs, actor, putBack, stayed }: UndoneEdit): Promise<void> {
  await tx.query(
    `update offer_edits set undone_at = to_timestamp($2::bigint / 1000.0), undone_by = $3, put_back = $4,
       stayed = $5 where id = $1`,
    [id, nowMs, actor, putBack, stayed],
  )
}

/** Whoever changed offers after a moment, by the audit log; imports by their network. */
export async function listChangers(
  db: Db,
  {
    offerIds,
    networkIds,
    sinceMs,
  }: {
    readonly offerIds: readonly number[]
    readonly networkIds: readonly number[]
    readonly sinceMs: number
  },
): Promise<{ readonly actor: string; readonly isImport: boolean }[]> {
  return await db.query(
    `select distinct actor, action = 'offers.imported' as "isImport" from audit_log
     where happened_at >= to_timestamp($3::bigint / 1000.0)
       and (object in (select 'offer:' || id from unnest($1::bigint[]) as o (id))
         or object in (select 'offer_edit:' || edit_id from offer_edit_rows where offer_id = any($1::bigint[]))
         or (action = 'offers.imported' and object in (
           select 'network:' || slug from networks where id = any($2::bigint[]))))
     order by actor limit 3`,
    [offerIds, networkIds, sinceMs],
  )
}

/** Deletes edits before a moment with their rows; returns how many. */
export async function deleteOldEdits(db: Db, beforeMs: number, limit: number): Promise<number> {
  const rows = await db.query(
    `delete from offer_edits where id in (
       select id from offer_edits where happened_at < to_timestamp($1::bigint / 1000.0)
       order by happened_at limit $2)
     returning 1 as one`,
    [beforeMs, limit],
  )
  return rows.length
}
