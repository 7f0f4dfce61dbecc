import type { Db } from './database.ts'

/** Who changed what, kept for ever. */
export interface AuditEntry {
  readonly actor: string
  /** `noun.verb`, such as `settlement.paid`. */
  readonly action: string
  /** `noun:id`. */
  readonly object: string
  readonly details: object
  readonly nowMs: number
}

export async function insertAudit(
  db: Db,
  { actor, action, object, details, nowMs }: AuditEntry,
): Promise<void> {
  await db.query(
    `insert into audit_log (happened_at, actor, action, object, details)
     values (to_timestamp($1::bigint / 1000.0), $2, $3, $4, $5::jsonb)`,
    [nowMs, actor, action, object, JSON.stringify(details)],
  )
}
