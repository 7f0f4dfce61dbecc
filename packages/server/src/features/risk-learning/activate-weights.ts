import { notFound } from '@quoin/core/errors.ts'
import type { Ports } from '../../ports.ts'

export type WeightsNeeds = Pick<Ports, 'db' | 'store' | 'clock'> & {
  readonly snapshots: Pick<Ports['snapshots'], 'refresh'>
}

export interface Activation {
  /** `shipped` for those that Quoin comes with. */
  readonly version: string
  readonly actor: string
  /** Why, kept with the version. */
  readonly figures?: unknown
}

/**
 * Puts a version of the weights into use, in every process within a second; the one before is kept. Throws
 * RESOURCE_NOT_FOUND for an unknown version.
 */
export async function activateWeights(
  { db, store, clock, snapshots }: WeightsNeeds,
  { version, actor, figures }: Activation,
): Promise<void> {
  const nowMs = clock.nowMs()
  await db.transaction(async (tx) => {
    const row = version === 'shipped' ? undefined : await store.riskWeights.findWeights(tx, version)
    if (version !== 'shipped' && row === undefined) throw notFound(`There are no weights "${version}".`)
    await store.riskWeights.moveWeights(tx, { state: 'active' }, { to: 'retired', nowMs })
    if (row) await store.riskWeights.moveWeights(tx, { version }, { to: 'active', nowMs, figures })
    await store.audit.insertAudit(tx, {
      actor,
      action: 'risk_weights.activated',
      object: `risk_weights:${version}`,
      details: {},
      nowMs,
    })
    await store.snapshotVersions.bumpSnapshot(tx, 'weights')
  })
  await snapshots.refresh('weights')
}
