import { type DomainError, invalidRequest, notFound } from '@quoin/core/errors.ts'
import { shippedWeights } from '@quoin/core/risk/weights.ts'
import type { Ports } from '../../ports/ports.ts'

export type WeightsNeeds = Pick<Ports, 'db' | 'store' | 'clock' | 'settings'> & {
  readonly snapshots: Pick<Ports['snapshots'], 'refresh'>
}

interface Activation {
  /** `shipped` for those that Quoin comes with. */
  readonly version: string
  readonly actor: string
  /** Why, kept with the version. */
  readonly figures?: unknown
}

/**
 * Puts a version of the weights into use, in every process within a second; the one before is kept. Throws
 * RESOURCE_NOT_FOUND for an unknown version, INVALID_REQUEST while a file decides.
 */
export async function activateWeights(
  { db, store, clock, settings, snapshots }: WeightsNeeds,
  { version, actor, figures }: Activation,
): Promise<void> {
  if (settings.riskWeights !== null) throw fileDecides()
  const nowMs = clock.nowMs()
  await db.transaction(async (tx) => {
    // By its own name, too: that is what is told of the weights that others took the place of.
    const isShipped = version === 'shipped' || version === shippedWeights.version
    const row = isShipped ? undefined : await store.riskWeights.findWeights(tx, version)
    if (!isShipped && row === undefined) throw notFound(`There are no weights "${version}".`)
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

/** The refusal where a file decides: learned or activated weights would have no effect. */
export function fileDecides(): DomainError {
  return invalidRequest(
    'RISK_WEIGHTS names the weights that are in use, whatever is learned or activated. ' +
      'Unset it, and `risk weights adopt` the file to go on from it.',
  )
}
