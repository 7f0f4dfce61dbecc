import type { Ports } from '../../ports/ports.ts'

interface Acceptance {
  /** The host, as DATABASE_URL names it. */
  readonly host: string
  readonly timeline: number | undefined
  /** The highest of all servers that are known. */
  readonly acceptancesMax: number
  /** How far numbers of rows are ahead on any server that is known. */
  readonly aheadMin: number
  readonly actor: string
}

/** Makes this server later than every one that is known: all machines adopt it, and refuse the branch that is left. */
export async function acceptServer(
  { db, store, clock }: Pick<Ports, 'db' | 'store' | 'clock'>,
  { host, timeline, acceptancesMax, aheadMin, actor }: Acceptance,
): Promise<{ readonly acceptances: number }> {
  const acceptances = acceptancesMax + 1
  await db.transaction(async (tx) => {
    await store.acceptances.raiseAcceptances(tx, { aheadMin, acceptances })
    await store.audit.insertAudit(tx, {
      actor,
      action: 'database.accepted',
      object: `database:${host}`,
      details: { acceptances, timeline: timeline ?? null },
      nowMs: clock.nowMs(),
    })
  })
  return { acceptances }
}
