import { judgeWeights, type Outcome } from '@quoin/core/risk/learn-weights.ts'
import { shippedWeights, type Weights } from '@quoin/core/risk/weights.ts'
import { hourMs } from '@quoin/core/time/durations.ts'
import type { LearnFromOutcomes, Ports } from '../../ports/ports.ts'
import type { WeightsRow } from '../../store/risk/risk-weights.ts'
import { activateWeights, fileDecides } from './activate-weights.ts'
import { collectOutcomes } from './collect-outcomes.ts'

export type LearningNeeds = Pick<Ports, 'db' | 'store' | 'clock' | 'keyring' | 'settings'> & {
  readonly snapshots: Pick<Ports['snapshots'], 'refresh'>
  readonly learn: LearnFromOutcomes
}

/** The result of a round, for the log and the operator. */
interface LearningReport {
  readonly outcome: 'too_few_labels' | 'in_shadow' | 'candidate' | 'rejected' | 'activated'
  readonly version?: string
  readonly frauds?: number
  readonly honest?: number
  readonly figures?: unknown
}

interface RefitRequest {
  readonly actor: string
  /** By itself a candidate becomes active when its time in the shadow is over and it is still no worse. */
  readonly mayActivate: boolean
}

/**
 * One round of learning: a candidate that was in the shadow for long enough is judged again by who was held out and
 * becomes active or is rejected; without one, weights are fitted to how users ended, and become the candidate unless
 * they are worse calibrated than those in use. Throws INVALID_REQUEST while RISK_WEIGHTS decides.
 */
export async function refitWeights(ports: LearningNeeds, request: RefitRequest): Promise<LearningReport> {
  const { db, store, clock, settings } = ports
  if (settings.riskWeights !== null) throw fileDecides()
  const inUse = await store.riskWeights.listWeightsInUse(db)
  const current = inUse.find(({ state }) => state === 'active')?.weights ?? shippedWeights
  const candidate = inUse.find(({ state }) => state === 'candidate')
  const isInShadow =
    candidate !== undefined && clock.nowMs() < candidate.createdAtMs + settings.riskShadowHours * hourMs
  if (candidate && (isInShadow || !request.mayActivate)) {
    return { outcome: 'in_shadow', version: candidate.version, figures: candidate.figures }
  }
  const outcomes = await collectOutcomes(ports)
  const frauds = outcomes.filter(({ isFraud }) => isFraud).length
  const counts = { frauds, honest: outcomes.length - frauds }
  if (Math.min(counts.frauds, counts.honest) < settings.riskLabelsMin) {
    return { outcome: 'too_few_labels', ...counts }
  }
  const report = candidate
    ? await endShadow(ports, { candidate, current, outcomes, actor: request.actor })
    : await makeCandidate(ports, { current, outcomes, actor: request.actor })
  return { ...report, ...counts }
}

interface Shadowed {
  readonly candidate: WeightsRow
  readonly current: Weights
  readonly outcomes: readonly Outcome[]
  readonly actor: string
}

async function endShadow(
  ports: LearningNeeds,
  { candidate, current, outcomes, actor }: Shadowed,
): Promise<LearningReport> {
  const { db, store, clock } = ports
  const { version } = candidate
  const afterShadow = judgeWeights(outcomes, { current, candidate: candidate.weights })
  if (afterShadow.isBetter) {
    await activateWeights(ports, { version, actor, figures: { afterShadow } })
    return { outcome: 'activated', version, figures: afterShadow }
  }
  await db.transaction(async (tx) => {
    const nowMs = clock.nowMs()
    await store.riskWeights.moveWeights(tx, { version }, { to: 'rejected', nowMs, figures: { afterShadow } })
    await store.snapshotVersions.bumpSnapshot(tx, 'weights')
  })
  await ports.snapshots.refresh('weights')
  return { outcome: 'rejected', version, figures: afterShadow }
}

async function makeCandidate(
  { db, store, clock, learn, snapshots }: LearningNeeds,
  { current, outcomes, actor }: Omit<Shadowed, 'candidate'>,
): Promise<LearningReport> {
  const nowMs = clock.nowMs()
  const version = `learned-${new Date(nowMs).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}`
  const { weights, learntFrom, judgement } = await learn(outcomes, { version, current })
  const state = judgement.isBetter ? 'candidate' : 'rejected'
  const figures = { learntFrom, beganWith: current.version, heldOut: judgement }
  await db.transaction(async (tx) => {
    await store.riskWeights.insertWeights(tx, { version, state, weights, figures, actor, createdAtMs: nowMs })
    if (state === 'candidate') await store.snapshotVersions.bumpSnapshot(tx, 'weights')
  })
  if (state === 'candidate') await snapshots.refresh('weights')
  return { outcome: state, version, figures }
}
