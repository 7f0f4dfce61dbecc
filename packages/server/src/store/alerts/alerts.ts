import type { AlertRuleName, Severity } from '@quoin/core/alerts/alert-rule.ts'
import type { QuietHours } from '@quoin/core/alerts/quiet-hours.ts'
import type { ListPage, ListSlice } from '@quoin/core/paging/list-slice.ts'
import type { Db } from '../pg/database.ts'
import { selectPage } from '../pg/select-page.ts'

interface AlertRow {
  readonly id: string
  readonly cause: string
  readonly rule: AlertRuleName
  readonly severity: Severity
  readonly title: string
  readonly sentence: string
  readonly link: string
  readonly beganAtMs: number
  readonly endedAtMs: number | null
}

interface OpenAlert {
  readonly id: string
  readonly cause: string
  readonly absentSinceMs: number | null
}

/** The turn of a look: true for one of all processes, once in that time. */
export async function takeLook(
  db: Db,
  { nowMs, everyMs }: { nowMs: number; everyMs: number },
): Promise<boolean> {
  const rows = await db.query(
    `update alert_settings set looked_at = to_timestamp($1::bigint / 1000.0)
     where looked_at <= to_timestamp(($1::bigint - $2::bigint) / 1000.0)
       or looked_at > to_timestamp(($1::bigint + $2::bigint) / 1000.0) returning 1`,
    [nowMs, everyMs],
  )
  return rows.length > 0
}

/** All that is open, locked until the end of the transaction. */
export async function lockOpenAlerts(tx: Db): Promise<OpenAlert[]> {
  return await tx.query(
    `select id, cause, absent_since as "absentSinceMs" from alerts where ended_at is null order by cause for update`,
  )
}

/** How many are open, by rule. */
export async function countOpenByRule(
  db: Db,
): Promise<{ readonly rule: AlertRuleName; readonly count: number }[]> {
  return await db.query(
    `select rule, count(*)::int as count from alerts where ended_at is null group by rule order by rule`,
  )
}

/** False where the cause is open already. */
export async function insertAlert(tx: Db, alert: Omit<AlertRow, 'endedAtMs'>): Promise<boolean> {
  const { id, cause, rule, severity, title, sentence, link, beganAtMs } = alert
  const rows = await tx.query(
    `insert into alerts (id, cause, rule, severity, title, sentence, link, began_at)
     values ($1, $2, $3, $4, $5, $6, $7, to_timestamp($8::bigint / 1000.0)) on conflict do nothing returning 1`,
    [id, cause, rule, severity, title, sentence, link, beganAtMs],
  )
  return rows.length > 0
}

/** An alert that is seen again is not absent; its sentence may have changed. */
export async function keepAlert(
  tx: Db,
  { id, title, sentence }: Pick<AlertRow, 'id' | 'title' | 'sentence'>,
): Promise<void> {
  await tx.query('update alerts set absent_since = null, title = $2, sentence = $3 where id = $1', [
    id,
    title,
    sentence,
  ])
}

export async function missAlert(tx: Db, id: string, nowMs: number): Promise<void> {
  await tx.query('update alerts set absent_since = to_timestamp($2::bigint / 1000.0) where id = $1', [
    id,
    nowMs,
  ])
}

export async function endAlert(tx: Db, id: string, endedAtMs: number): Promise<void> {
  await tx.query('update alerts set ended_at = to_timestamp($2::bigint / 1000.0) where id = $1', [
    id,
    endedAtMs,
  ])
}

/** Forgets what was over before a moment, with its messages. */
export async function deleteEnded(db: Db, beforeMs: number, limit: number): Promise<number> {
  const rows = await db.query(
    `delete from alerts where id in (
       select id from alerts where ended_at < to_timestamp($1::bigint / 1000.0) order by id limit $2) returning 1`,
    [beforeMs, limit],
  )
  return rows.length
}

/** Newest first or last; open ones alone, or all. */
export async function listAlertPage(
  db: Db,
  { isOpen }: { readonly isOpen: boolean | null },
  slice: ListSlice,
): Promise<ListPage<AlertRow>> {
  return await selectPage(db, {
    select: `id, cause, rule, severity, title, sentence, link, began_at as "beganAtMs", ended_at as "endedAtMs"`,
    from: 'alerts',
    where: '($1::boolean is null or (ended_at is null) = $1)',
    values: [isOpen],
    sorts: { time: [{ sql: 'id', type: 'uuid' }] },
    slice,
  })
}

export async function findQuietHours(db: Db): Promise<QuietHours> {
  const [row] = await db.query<QuietHours>(
    `select quiet_from as "quietFrom", quiet_to as "quietTo", time_zone as "timeZone" from alert_settings`,
  )
  return row ?? { quietFrom: 0, quietTo: 0, timeZone: 'UTC' }
}

export async function updateQuietHours(db: Db, { quietFrom, quietTo, timeZone }: QuietHours): Promise<void> {
  await db.query('update alert_settings set quiet_from = $1, quiet_to = $2, time_zone = $3', [
    quietFrom,
    quietTo,
    timeZone,
  ])
}
