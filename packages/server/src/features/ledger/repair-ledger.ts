import type { Ports } from '../../ports/ports.ts'

interface Repaired {
  readonly conversions: number
  /** Events of which nothing was booked, and now is. */
  readonly events: number
}

const batchMax = 500
const firstId = '00000000-0000-0000-0000-000000000000'

/**
 * Books what was never booked: a process of a version before the ledger may have approved something while a newer one
 * ran already. Booked entries stay as they are, so that a second run, also at the same time, books nothing more. Each
 * batch is in the audit log.
 */
export async function repairLedger(
  { db, store, clock }: Pick<Ports, 'db' | 'store' | 'clock'>,
  { actor }: { readonly actor: string },
): Promise<Repaired> {
  const conversionIds = new Set<string>()
  let events = 0
  for (let afterId = firstId; ; ) {
    const booked = await db.transaction(
      async (tx) => {
        await tx.query('set local statement_timeout = 0')
        const found = await store.ledgerRepairs.bookUnbooked(tx, { afterId, limit: batchMax })
        if (found.length === 0) return found
        const details = { booked: found.map(({ conversionId, version }) => `${conversionId} ${version}`) }
        const nowMs = clock.nowMs()
        await store.audit.insertAudit(tx, {
          actor,
          action: 'ledger.repaired',
          object: 'ledger',
          details,
          nowMs,
        })
        return found
      },
      { timeoutMs: 0 },
    )
    const last = booked.at(-1)
    if (last === undefined) return { conversions: conversionIds.size, events }
    for (const { conversionId } of booked) conversionIds.add(conversionId)
    events += booked.length
    // The last one may have more events: the next batch begins with those before it done.
    afterId = booked.findLast(({ conversionId }) => conversionId < last.conversionId)?.conversionId ?? afterId
  }
}
