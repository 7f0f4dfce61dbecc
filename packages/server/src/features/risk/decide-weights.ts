import type { Ports } from '../../ports/ports.ts'
import type { Db } from '../../store/pg/database.ts'

export type WeightsNeeds = Pick<Ports, 'db' | 'store' | 'clock' | 'settings'> & {
  readonly snapshots: Pick<Ports['snapshots'], 'refresh'>
}

/**
 * Makes one decision about the weights, which every process hears of. Decisions wait for each other: `decide` reads what
 * was decided before, and nobody decides until it has ended.
 */
export async function decideWeights<Result>(
  { db, store, snapshots }: Pick<WeightsNeeds, 'db' | 'store' | 'snapshots'>,
  decide: (tx: Db) => Promise<Result>,
): Promise<Result> {
  const result = await db.transaction(async (tx) => {
    // First, for it is the lock.
    await store.snapshotVersions.bumpSnapshot(tx, 'weights')
    return await decide(tx)
  })
  await snapshots.refresh('weights')
  return result
}
