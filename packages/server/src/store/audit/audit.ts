import type { AuditAction } from '@quoin/core/audit/audit-actions.ts'
import type { ChangeOrigin, NotedChange } from '@quoin/core/audit/change-facts.ts'
import type { Database, Db } from '../pg/database.ts'

/** The log of all changes, kept for ever. */
export interface AuditEntry {
  readonly actor: string
  /** `noun.verb`, such as `settlement.paid`: one that has a sentence. */
  readonly action: AuditAction
  /** `noun:id`. */
  readonly object: string
  readonly details: object
  readonly nowMs: number
  /** Absent for commands and for what Quoin does by itself. */
  readonly origin?: ChangeOrigin
}

export async function insertAudit(
  db: Db,
  { actor, action, object, details, nowMs, origin }: AuditEntry,
): Promise<void> {
  await db.query(
    `insert into audit_log (happened_at, actor, action, object, details, origin)
     values (to_timestamp($1::bigint / 1000.0), $2, $3, $4, $5::jsonb, $6::jsonb)`,
    [nowMs, actor, action, object, JSON.stringify(details), origin ? JSON.stringify(origin) : null],
  )
}

export interface AuditFilter {
  /** The beginning of it will do. */
  readonly action?: string
  readonly object?: string
  readonly actor?: string
  /** The last id of the page before. */
  readonly before?: number
  readonly limit: number
}

/** The newest id behind which no change is under way: ids are given before a commit, and one may come late. */
export async function findSettledAuditId(db: Pick<Database, 'transaction'>): Promise<number> {
  return await db.transaction(async (tx) => {
    // Waits for those that write now, and keeps new ones for the moment of the next statement.
    await tx.query('lock table audit_log in share mode')
    const [row] = await tx.query<{ id: number }>('select coalesce(max(id), 0) as id from audit_log', [])
    return row?.id ?? 0
  })
}

interface AuditRange {
  readonly afterId: number
  readonly upToId: number
  readonly limit: number
}

/** The oldest changes of a range, oldest first. */
export async function listAuditAfter(db: Db, { afterId, upToId, limit }: AuditRange): Promise<NotedChange[]> {
  return await db.query(
    `select id, happened_at as "happenedAtMs", actor, action, object, details, origin from audit_log
     where id > $1 and id <= $2 order by id limit $3`,
    [afterId, upToId, limit],
  )
}

/** Newest first. */
export async function listAudit(
  db: Db,
  { action, object, actor, before, limit }: AuditFilter,
): Promise<NotedChange[]> {
  return await db.query(
    `select id, happened_at as "happenedAtMs", actor, action, object, details, origin from audit_log
     where ($1::text is null or starts_with(action, $1)) and ($2::text is null or object = $2)
       and ($3::text is null or actor = $3) and ($4::bigint is null or id < $4)
     order by id desc limit $5`,
    [action ?? null, object ?? null, actor ?? null, before ?? null, limit],
  )
}

interface DecisionNote {
  readonly conversionId: string
  /** Empty where nobody said why. */
  readonly note: string
}

/** The reasons of people's decisions on some conversions, each one's latest first, by audit_log_by_object. */
export async function listDecisionNotes(
  db: Db,
  conversionIds: readonly string[],
  limit: number,
): Promise<DecisionNote[]> {
  return await db.query(
    `select substr(object, 12) as "conversionId", coalesce(details ->> 'note', '') as note from audit_log
     where object = any($1::text[]) and action = 'conversion.reviewed' order by object, id desc limit $2`,
    [conversionIds.map((id) => `conversion:${id}`), limit],
  )
}
