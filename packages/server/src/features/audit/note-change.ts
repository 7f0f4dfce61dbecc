import type { AuditAction } from '@quoin/core/audit/audit-actions.ts'
import { changedFields } from '@quoin/core/audit/changed-fields.ts'
import type { Ports } from '../../ports/ports.ts'
import type { Db } from '../../store/pg/database.ts'

export interface AuditNeeds extends Pick<Ports, 'store' | 'clock'> {
  /** The actor; absent: the server by itself. */
  readonly actor?: string
}

interface NotedChange {
  /** `noun.verb`, such as `app.updated`: one that has a sentence. */
  readonly action: AuditAction
  /** `noun:id`. */
  readonly object: string
  /** The previous value, without secrets; absent where it is new. */
  readonly before?: object | undefined
  /** The present value; absent where it is gone. */
  readonly after?: object | undefined
  /** Further facts about the change. */
  readonly details?: object
}

/** One row of the audit log, in the transaction of the change: who, what, and the fields that differ. */
export async function noteChange(
  { store, clock, actor = 'server' }: AuditNeeds,
  tx: Db,
  { action, object, before, after, details = {} }: NotedChange,
): Promise<void> {
  const fields = changedFields(before, after)
  await store.audit.insertAudit(tx, {
    actor,
    action,
    object,
    nowMs: clock.nowMs(),
    details: { ...details, ...fields },
  })
}
