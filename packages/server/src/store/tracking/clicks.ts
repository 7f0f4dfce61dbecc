import type { Click } from '@quoin/core/tracking/click.ts'
import { firstIdAt } from '@quoin/core/tracking/click-id.ts'
import { type Week, weekOf } from '@quoin/core/tracking/click-partitions.ts'
import { copyInto, encodeRows } from '../pg/copy-rows.ts'
import { type Database, type Db, hasSqlState } from '../pg/database.ts'

/** The columns of a click, named as core's `Click` has them. */
export const clickColumns = `id, app_id as "appId", offer_id as "offerId", user_id as "userId", sub_id as "subId", address,
  user_agent as "userAgent", country, platform, verdict, outcome, reason, risk,
  is_unsigned is true as "isUnsigned", is_test as "isTest",
  clicked_at as "clickedAtMs"`

const newClicks = copyInto<Click>('clicks', [
  { name: 'id', type: 'uuid', of: ({ id }) => id },
  { name: 'app_id', type: 'bigint', of: ({ appId }) => appId },
  { name: 'offer_id', type: 'bigint', of: ({ offerId }) => offerId },
  { name: 'user_id', type: 'text', of: ({ userId }) => userId },
  { name: 'sub_id', type: 'text', of: ({ subId }) => subId },
  { name: 'address', type: 'text', of: ({ address }) => address },
  { name: 'user_agent', type: 'text', of: ({ userAgent }) => userAgent },
  { name: 'country', type: 'text', of: ({ country }) => country },
  { name: 'platform', type: 'text', of: ({ platform }) => platform },
  { name: 'verdict', type: 'text', of: ({ verdict }) => verdict },
  { name: 'outcome', type: 'text', of: ({ outcome }) => outcome },
  { name: 'reason', type: 'text', of: ({ reason }) => reason },
  { name: 'risk', type: 'text', of: ({ risk }) => risk ?? null },
  { name: 'is_unsigned', type: 'boolean', of: ({ isUnsigned }) => isUnsigned || null },
  { name: 'is_test', type: 'boolean', of: ({ isTest }) => isTest },
  { name: 'clicked_at', type: 'timestamptz', of: ({ clickedAtMs }) => clickedAtMs },
])

/** Writes new clicks, all or none, for half of what inserting them costs; see `isKnownClick`. */
export async function copyClicks(db: Database, clicks: readonly Click[]): Promise<void> {
  await db.copy(newClicks.text, encodeRows(newClicks.columns, clicks))
}

/** Whether clicks could not be copied because one of them is there already. */
export function isKnownClick(error: unknown): boolean {
  return hasSqlState(error, '23505')
}

/**
 * Writes clicks; one that is there already stays as it is, so that a replay changes nothing. They go over as one
 * JSON text: this process writes it in a third of the time that an array per column takes.
 */
export async function insertClicks(db: Db, clicks: readonly Click[]): Promise<void> {
  await db.query(
    `insert into clicks (id, app_id, offer_id, user_id, sub_id, address, user_agent, country, platform, verdict,
       outcome, reason, risk, is_test, clicked_at)
     select c.id, c."appId", c."offerId", c."userId", c."subId", c.address, c."userAgent", c.country, c.platform,
       c.verdict, c.outcome, c.reason, c.risk, c."isTest", to_timestamp(c."clickedAtMs" / 1000.0)
     from json_to_recordset($1::json) as c (id uuid, "appId" bigint, "offerId" bigint, "userId" text,
       "subId" text, address text, "userAgent" text, country text, platform text, verdict text, outcome text,
       reason text, risk text, "isTest" boolean, "clickedAtMs" bigint)
     order by c.id
     on conflict do nothing`,
    [JSON.stringify(clicks)],
  )
}

/** Whether clicks could not be written because their week has no partition. */
export function isMissingPartition(error: unknown): boolean {
  // Clicks have no check constraint of their own: it can only be a row for which no partition was found.
  return hasSqlState(error, '23514')
}

export async function findClick(db: Db, id: string): Promise<Click | undefined> {
  const [row] = await db.query<Click>(`select ${clickColumns} from clicks where id = $1`, [id])
  return row
}

/** Clicks that are looked through for one of a network: a network that has had none for long has none to try with. */
const lookedThroughMax = 20_000

/** The latest click on an offer of a network, among the latest of all. */
export async function findLastClickOfNetwork(db: Db, networkId: number): Promise<Click | undefined> {
  const [row] = await db.query<Click>(
    `select ${clickColumns} from (select * from clicks order by id desc limit $2) latest
     where outcome = 'redirected' and offer_id in (select o.id from offers o where o.network_id = $1)
     order by id desc limit 1`,
    [networkId, lookedThroughMax],
  )
  return row
}

/** A partition of clicks, by its name; it may be left over from a drop that was interrupted. */
interface ClickPartition extends Week {
  readonly name: string
}

/** Any number; all who make or drop partitions of clicks take turns with it. */
const partitionLock = 7_168_203

/** All there are, the oldest first, also one that is no longer attached. */
export async function listClickPartitions(db: Db): Promise<ClickPartition[]> {
  const rows = await db.query<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = (select relnamespace from pg_class where oid = 'clicks'::regclass)
       and relkind = 'r' and relname ~ '^clicks_[0-9]{8}$'
     order by relname`,
    [],
  )
  return rows.map(({ name }) => ({ name, ...weekNamed(name) }))
}

/**
 * Creates the partition of a week and returns its name, or undefined when it is there already. Attaching takes no
 * lock that readers or writers of clicks wait for; an index or constraint of clicks comes with it.
 */
export async function createClickPartition(db: Database, week: Week): Promise<string | undefined> {
  const name = partitionName(week)
  const range = { from: firstIdAt(week.fromMs), to: firstIdAt(week.toMs) }
  return await db.transaction(async (tx) => {
    await takePartitionLock(tx)
    if (await isAttached(tx, name)) return undefined
    // The check spares a look through the rows of a table that was detached once and comes back.
    await tx.query(
      `create table if not exists ${name} (like clicks including all,
         constraint ${name}_range check (id >= '${range.from}' and id < '${range.to}'))
       with (autovacuum_analyze_threshold = 5000, autovacuum_vacuum_threshold = 2000,
         autovacuum_vacuum_insert_threshold = 5000)`,
    )
    await tx.query(
      `alter table clicks attach partition ${name} for values from ('${range.from}') to ('${range.to}')`,
    )
    return name
  })
}

/**
 * Drops a partition and returns whether it was there. Detached concurrently, because a plain drop would lock all
 * of clicks; that cannot be done inside a transaction, so an interrupted one is found and finished later.
 */
export async function dropClickPartition(db: Database, { name }: ClickPartition): Promise<boolean> {
  // The turn is held on a connection of its own while the steps run outside of its transaction.
  return await db.transaction(async (turn) => {
    await takePartitionLock(turn)
    const [table] = await db.query<{ state: 'attached' | 'pending' | 'detached' }>(
      `select case when i.inhrelid is null then 'detached' when i.inhdetachpending then 'pending'
         else 'attached' end as state
       from pg_class c left join pg_inherits i on i.inhrelid = c.oid and i.inhparent = 'clicks'::regclass
       where c.oid = to_regclass($1)`,
      [name],
    )
    if (table === undefined) return false
    const how = { attached: 'concurrently', pending: 'finalize', detached: undefined }[table.state]
    if (how) await db.query(`alter table clicks detach partition ${name} ${how}`)
    await db.query(`drop table ${name}`)
    return true
  })
}

/**
 * Brings the index of what was written when up to the newest full block range of a week. Autovacuum does the same once a
 * minute: until then every reader of new clicks goes through all rows of that minute. Where vacuum holds the table it is
 * left to it: to wait would end the vacuum.
 */
export async function summariseNewClicks(db: Db, atMs: number): Promise<void> {
  await db.query(
    `do $$ begin
       perform set_config('lock_timeout', '20ms', true);
       perform brin_summarize_new_values(i.indexrelid)
       from pg_index i join pg_class c on c.oid = i.indexrelid join pg_am m on m.oid = c.relam
       where i.indrelid = to_regclass('${partitionName(weekOf(atMs))}') and m.amname = 'brin';
     exception when lock_not_available or insufficient_privilege then null;
     end $$`,
  )
}

async function takePartitionLock(tx: Db): Promise<void> {
  // Without values, since a statement with values keeps its snapshot, and finishing a detach would wait for that.
  await tx.query(`select pg_advisory_xact_lock(${partitionLock})`)
}

async function isAttached(tx: Db, name: string): Promise<boolean> {
  const rows = await tx.query(
    `select 1 from pg_inherits where inhparent = 'clicks'::regclass and inhrelid = to_regclass($1)`,
    [name],
  )
  return rows.length > 0
}

/** `clicks_20261116`: the Monday its week begins with. */
function partitionName({ fromMs }: Week): string {
  return `clicks_${new Date(fromMs).toISOString().slice(0, 10).replaceAll('-', '')}`
}

function weekNamed(name: string): Week {
  const [year, month, day] = [name.slice(7, 11), name.slice(11, 13), name.slice(13, 15)].map(Number)
  return weekOf(Date.UTC(year ?? 0, (month ?? 1) - 1, day ?? 1))
}
