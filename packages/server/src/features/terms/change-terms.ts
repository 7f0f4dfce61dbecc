import type { Ports, Snapshots } from '../../ports/ports.ts'
import type { AuditEntry } from '../../store/audit/audit.ts'
import type { Db } from '../../store/pg/database.ts'

/** The command line has no snapshots of its own; the running servers hear of the change. */
export type TermsNeeds = Pick<Ports, 'db' | 'store' | 'clock'> & {
  readonly snapshots: Pick<Snapshots, 'refresh'>
}

/**
 * Changes margin rules, promotions or rates in one transaction with a line in the audit log. In force at once
 * here, and within a second in other processes.
 */
export async function changeTerms<Result>(
  { db, store, clock, snapshots }: TermsNeeds,
  change: (tx: Db, nowMs: number) => Promise<{ result: Result; audit: Omit<AuditEntry, 'nowMs'> }>,
): Promise<Result> {
  const nowMs = clock.nowMs()
  const changed = await db.transaction(async (tx) => {
    const { result, audit } = await change(tx, nowMs)
    await store.audit.insertAudit(tx, { ...audit, nowMs })
    await store.snapshotVersions.bumpSnapshot(tx, 'terms')
    return result
  })
  await snapshots.refresh('terms')
  return changed
}
