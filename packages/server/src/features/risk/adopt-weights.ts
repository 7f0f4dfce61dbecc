import { invalidRequest } from '@quoin/core/errors.ts'
import type { Weights } from '@quoin/core/risk/weights.ts'
import { activateWeights, fileDecides } from './activate-weights.ts'
import type { WeightsNeeds } from './decide-weights.ts'

/**
 * Puts an operator's own weights into use, in every process within a second; learning goes on from them. Throws
 * INVALID_REQUEST for a version that there is already, and while RISK_WEIGHTS decides.
 */
export async function adoptWeights(
  ports: WeightsNeeds,
  { weights, actor }: { readonly weights: Weights; readonly actor: string },
): Promise<void> {
  const { db, store, clock, settings } = ports
  const { version } = weights
  if (settings.riskWeights !== null) throw fileDecides()
  if (version === 'shipped' || (await store.riskWeights.findWeights(db, version)) !== undefined) {
    throw invalidRequest(`There are weights "${version}" already: give these another version.`)
  }
  const row = { version, weights, figures: {}, actor, createdAtMs: clock.nowMs() }
  // Not in use until they are activated, which is one step for every process.
  await store.riskWeights.insertWeights(db, { ...row, state: 'retired' })
  await activateWeights(ports, { version, actor })
}
