import { invalidRequest, notFound } from '@quoin/core/errors.ts'
import type { Db } from '../../store/pg/database.ts'
import { decideWeights, type WeightsNeeds } from './decide-weights.ts'

interface Leaving {
  readonly version: string
  readonly actor: string
  /** Why, kept with the version. */
  readonly figures?: unknown
}

/**
 * A candidate is not taken: it scores in no shadow any more, and stays in the list. Throws RESOURCE_NOT_FOUND for an
 * unknown version, INVALID_REQUEST for one that does not wait.
 */
export async function leaveWeights(ports: Omit<WeightsNeeds, 'settings'>, leaving: Leaving): Promise<void> {
  await decideWeights(ports, async (tx) => {
    await leaveCandidate(tx, ports, leaving)
  })
}

/** The part of it that belongs into the transaction of a decision. */
export async function leaveCandidate(
  tx: Db,
  { store, clock }: Pick<WeightsNeeds, 'store' | 'clock'>,
  { version, actor, figures }: Leaving,
): Promise<void> {
  const nowMs = clock.nowMs()
  const row = await store.riskWeights.findWeights(tx, version)
  if (row === undefined) throw notFound(`There are no weights "${version}".`)
  if (row.state !== 'candidate')
    throw invalidRequest(`The weights "${version}" do not wait: they are ${row.state}.`)
  await store.riskWeights.moveWeights(tx, { version }, { to: 'rejected', nowMs, figures })
  await store.audit.insertAudit(tx, {
    actor,
    action: 'risk_weights.left',
    object: `risk_weights:${version}`,
    details: {},
    nowMs,
  })
}
