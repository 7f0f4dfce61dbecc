import type { Evidence } from './evidence.ts'
import { type SignalGroup, signalGroups } from './signal.ts'
import { signals } from './signals/index.ts'
import type { Weights } from './weights.ts'

/** Why a score is what it is. The points of all reasons, on top of the prior, are the log-odds. */
export interface Reason {
  readonly code: string
  readonly points: number
  readonly detail: string
}

export interface Score {
  /** Probability of fraud. */
  readonly probability: number
  /** Strongest first. */
  readonly reasons: readonly Reason[]
}

/**
 * A monotone scorecard of log-odds (RISK §4.1): z = logit(prior) + Σ over groups of min(cap, Σ weight ·
 * share), and the probability is σ(slope · z + offset). More of a bad sign never lowers it, less data never
 * raises it.
 */
export function scoreEvidence(evidence: Evidence, weights: Weights): Score {
  const reasons = signalGroups.flatMap((group) => reasonsOf(group, evidence, weights))
  const points = reasons.reduce((sum, reason) => sum + reason.points, 0)
  const { slope, offset } = weights.calibration
  const z = Math.log(weights.prior / (1 - weights.prior)) + points
  return {
    probability: 1 / (1 + Math.exp(-(slope * z + offset))),
    reasons: reasons.sort((a, b) => b.points - a.points),
  }
}

/** A group over its cap: each of its reasons shrinks alike, so that the reasons still add up to the score. */
function reasonsOf(group: SignalGroup, evidence: Evidence, weights: Weights): Reason[] {
  const found: Reason[] = []
  for (const signal of signals) {
    if (signal.group !== group) continue
    const points = (weights.points[signal.name] ?? 0) * (signal.read(evidence) ?? 0)
    if (points > 0) found.push({ code: signal.name, points, detail: signal.describe(evidence) })
  }
  const sum = found.reduce((total, { points }) => total + points, 0)
  const scale = Math.min(1, weights.caps[group] / sum)
  return found.map((reason) => ({ ...reason, points: reason.points * scale }))
}
