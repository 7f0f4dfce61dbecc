import { type DomainError, invalidRequest, notFound } from '@quoin/core/errors.ts'
import { shippedWeights } from '@quoin/core/risk/weights.ts'
import type { Db } from '../../store/pg/database.ts'
import { decideWeights, type WeightsNeeds } from './decide-weights.ts'

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
export async function activateWeights(ports: WeightsNeeds, activation: Activation): Promise<void> {
  if (ports.settings.riskWeights !== null) throw fileDecides()
  await decideWeights(ports, async (tx) => {
    await putIntoUse(tx, ports, activation)
  })
}

/** The part of it that belongs into the transaction of a decision. */
export async function putIntoUse(
  tx: Db,
  { store, clock }: Pick<WeightsNeeds, 'store' | 'clock'>,
  { version, actor, figures }: Activation,
): Promise<void> {
  const nowMs = clock.nowMs()
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
}

/** The refusal where a file decides: learned or activated weights would have no effect. */
export function fileDecides(): DomainError {
  return invalidRequest(
    'RISK_WEIGHTS names the weights that are in use, whatever is learned or activated. ' +
      'Whoever runs the server can unset it, and adopt the file to go on from it.',
  )
}
