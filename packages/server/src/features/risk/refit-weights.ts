import type { Judgement } from '@quoin/core/risk/learning/learn-weights.ts'
import type { LabelCount } from '@quoin/core/risk/learning/label-outcome.ts'
import { shippedWeights, type Weights } from '@quoin/core/risk/weights.ts'
import { dayMs, hourMs } from '@quoin/core/time/durations.ts'
import type { LearnFromOutcomes, Ports } from '../../ports/ports.ts'
import type { Db } from '../../store/pg/database.ts'
import type { WeightsRow } from '../../store/risk/risk-weights.ts'
import { fileDecides, putIntoUse } from './activate-weights.ts'
import { type Collected, collectOutcomes } from './collect-outcomes.ts'
import { decideWeights } from './decide-weights.ts'
import { leaveCandidate, leaveWeights } from './leave-weights.ts'

export type LearningNeeds = Pick<Ports, 'db' | 'store' | 'clock' | 'keyring' | 'settings'> & {
  readonly snapshots: Pick<Ports['snapshots'], 'refresh'>
  readonly learn: LearnFromOutcomes
}

/** The result of a round, for the log and the operator. */
interface LearningReport {
  readonly outcome: 'too_few_labels' | 'in_shadow' | 'proposed' | 'candidate' | 'rejected' | 'activated'
  readonly version?: string
  readonly frauds?: number
  readonly honest?: number
  /** Users of whom nothing can be told yet. */
  readonly untold?: number
  readonly sentence?: string
}

/** The facts of a round, kept with the version that it made. */
export interface LearningFigures {
  readonly beganWith: string
  readonly labels: readonly LabelCount[]
  readonly untold: number
  readonly judgement: Judgement
}

interface RefitRequest {
  readonly actor: string
  /** By itself a candidate becomes active when its time in the shadow is over and the gate still lets it pass. */
  readonly mayActivate: boolean
}

/** Nobody has taken or left it for so long: newer outcomes say more. */
const proposedMaxMs = 7 * dayMs

/**
 * One round of learning. Without a candidate, weights are fitted to how users ended, and become the candidate unless
 * the gate refuses them. A candidate is judged again once it was in the shadow for long enough, and becomes active or is
 * rejected where that may happen by itself; else it waits for a person, and after a week a newer one takes its place.
 * Throws INVALID_REQUEST while RISK_WEIGHTS decides.
 */
export async function refitWeights(ports: LearningNeeds, request: RefitRequest): Promise<LearningReport> {
  const { db, store, clock, settings } = ports
  if (settings.riskWeights !== null) throw fileDecides()
  const { current, candidate } = await findInUse(store, db)
  const waiting = request.mayActivate ? 'in_shadow' : 'proposed'
  if (candidate !== undefined) {
    const ageMs = clock.nowMs() - candidate.createdAtMs
    const waits = request.mayActivate ? ageMs < settings.riskShadowHours * hourMs : ageMs < proposedMaxMs
    if (waits) return { outcome: waiting, version: candidate.version }
  }
  const collected = await collectOutcomes(ports)
  const { outcomes, untold } = collected
  const frauds = outcomes.filter(({ isFraud }) => isFraud).length
  const counts = { frauds, honest: outcomes.length - frauds, untold }
  if (Math.min(counts.frauds, counts.honest) < settings.riskLabelsMin) {
    return { outcome: 'too_few_labels', ...counts }
  }
  const known = { current, collected, actor: request.actor, waiting } as const
  if (candidate !== undefined && request.mayActivate) {
    return { ...(await endShadow(ports, { ...known, candidate })), ...counts }
  }
  if (candidate !== undefined) await leaveWeights(ports, { version: candidate.version, actor: request.actor })
  return { ...(await makeCandidate(ports, known)), ...counts }
}

/** The weights that score, and those that wait to. */
async function findInUse(
  store: Ports['store'],
  db: Db,
): Promise<{ readonly current: Weights; readonly candidate: WeightsRow | undefined }> {
  const inUse = await store.riskWeights.listWeightsInUse(db)
  return {
    current: inUse.find(({ state }) => state === 'active')?.weights ?? shippedWeights,
    candidate: inUse.find(({ state }) => state === 'candidate'),
  }
}

interface Known {
  readonly current: Weights
  readonly collected: Collected
  readonly actor: string
  /** The outcome that is told of a candidate that stays one. */
  readonly waiting: 'in_shadow' | 'proposed'
}

/** Judging takes seconds: a person who has decided in the meantime has the last word. */
async function endShadow(
  ports: LearningNeeds,
  { candidate, current, collected, actor }: Known & { readonly candidate: WeightsRow },
): Promise<LearningReport> {
  const { version, weights } = candidate
  const { judgement } = await ports.learn({
    outcomes: collected.outcomes,
    version,
    current,
    candidate: weights,
  })
  const { passes, sentence } = judgement
  const decision = { version, actor, figures: { afterShadow: judgement } }
  const isActive = await decideWeights(ports, async (tx) => {
    const row = await ports.store.riskWeights.findWeights(tx, version)
    if (row?.state !== 'candidate') return row?.state === 'active'
    await (passes ? putIntoUse(tx, ports, decision) : leaveCandidate(tx, ports, decision))
    return passes
  })
  return { outcome: isActive ? 'activated' : 'rejected', version, sentence }
}

/** No candidate is made where another has learned in the meantime, or where other weights have come into use. */
async function makeCandidate(
  ports: LearningNeeds,
  { current, collected, actor, waiting }: Known,
): Promise<LearningReport> {
  const { store, clock, learn } = ports
  const nowMs = clock.nowMs()
  const version = `learned-${new Date(nowMs).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}`
  const { outcomes, untold } = collected
  const { weights, labels, judgement } = await learn({ outcomes, version, current })
  const { passes, sentence } = judgement
  const figures: LearningFigures = { beganWith: current.version, labels, untold, judgement }
  return await decideWeights(ports, async (tx) => {
    const now = await findInUse(store, tx)
    if (now.candidate !== undefined) return { outcome: waiting, version: now.candidate.version }
    const state = passes && now.current.version === current.version ? 'candidate' : 'rejected'
    await store.riskWeights.insertWeights(tx, { version, state, weights, figures, actor, createdAtMs: nowMs })
    return { outcome: state, version, sentence }
  })
}
