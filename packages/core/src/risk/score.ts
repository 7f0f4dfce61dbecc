import type { Attributes } from './fingerprint/attributes.ts'
import type { Evidence } from './evidence.ts'
import { type Signal, type SignalGroup, signalGroups } from './signal.ts'
import { signals } from './signals/index.ts'
import type { Weights } from './weights.ts'

/** Why a score is what it is. The points of all reasons, on top of the base, are the log-odds. */
export interface Reason {
  readonly code: string
  readonly points: number
  readonly detail: string
  /** An operator's own words, which are for operators. */
  readonly note?: string
}

interface Score {
  /** Probability of fraud. */
  readonly probability: number
  /** Strongest first. */
  readonly reasons: readonly Reason[]
  /** The share of each signal, for callers who keep it. */
  readonly shares: Float64Array
}

/**
 * A monotone scorecard of log-odds: z = logit(base) + Σ over groups of min(cap, Σ weight ·
 * share), and the probability is σ(slope · z + offset). More of a bad sign never lowers it, less data never
 * raises it. An app with another share of fraud than the weights were made for gives its own.
 */
export function scoreEvidence(evidence: Evidence, weights: Weights, fraudShare?: number): Score {
  const shares = readShares(evidence)
  const reasons: Reason[] = []
  for (const group of signalGroups) {
    const sum = pointsOf(group, shares, weights)
    if (sum === 0) continue
    // Over its cap each of a group's reasons shrinks alike, so that the reasons still add up to the score.
    const scale = sum > 0 ? Math.min(1, weights.caps[group] / sum) : 1
    for (const { index, name, describe } of signalsOf[group]) {
      const points = (weights.points[name] ?? 0) * (shares[index] ?? 0) * scale
      if (points !== 0) reasons.push({ code: name, points, detail: describe(worst(evidence, index)) })
    }
  }
  return {
    probability: probabilityOf(shares, weights, fraudShare),
    reasons: reasons.sort((a, b) => b.points - a.points),
    shares,
  }
}

/**
 * The share of each signal, in the order of the list; a missing fact says 0, like an honest one. The worst reading
 * counts where a submission contradicts itself.
 */
export function readShares(evidence: Evidence): Float64Array {
  const shares = new Float64Array(signals.length)
  for (let index = 0; index < shares.length; index += 1) shares[index] = signals[index]?.read(evidence) ?? 0
  for (const other of evidence.otherReadings ?? []) {
    for (const [index, signal] of signals.entries()) {
      shares[index] = Math.max(shares[index] ?? 0, signal.read(other) ?? 0)
    }
  }
  return shares
}

/** The reading in which a signal says most. */
function worst(evidence: Evidence, index: number): Evidence {
  const shareIn = (reading: Evidence): number => signals[index]?.read(reading) ?? 0
  return (evidence.otherReadings ?? []).reduce(
    (worst, other) => (shareIn(other) > shareIn(worst) ? other : worst),
    evidence,
  )
}

const lastingGroups: ReadonlySet<SignalGroup> = new Set(['environment', 'inconsistency', 'network'])

function lasts({ group, isLasting }: Signal): boolean {
  return isLasting === true || lastingGroups.has(group)
}

/**
 * A submission's own shares, by signal: what of it lasts when the graph and the user's doings go on. Beside them stands
 * what the graph is read by.
 */
export type Signs = Readonly<Record<string, number>>

/** No signal: by it a score tells strangers with one hash from accounts of one person. */
const commonBuild = 'common_build'

export function signsOf(shares: Float64Array, { isCommonBuild }: Pick<Evidence, 'isCommonBuild'>): Signs {
  const signs = nameSpoken(shares, (share, signal) => (lasts(signal) ? share : 0))
  return isCommonBuild === true ? { ...signs, [commonBuild]: 1 } : signs
}

/** Whether a submission is kept as that of a build of which strangers have the same hash. */
export function saysCommonBuild(signs: Signs): boolean {
  return signs[commonBuild] === 1
}

/** The kept signals, those that spoke, by name; most say nothing. */
export function nameSpoken(
  shares: Float64Array,
  keep: (share: number, signal: Signal) => number,
): Record<string, number> {
  const named: Record<string, number> = {}
  for (let index = 0; index < shares.length; index += 1) {
    const share = shares[index] ?? 0
    const signal = share === 0 ? undefined : signals[index]
    const kept = signal === undefined ? 0 : keep(share, signal)
    if (signal !== undefined && kept !== 0) named[signal.name] = kept
  }
  return named
}

/** The shares of a submission that was kept as signs, with what is known of the user and their device by now. */
export function sharesOfSigns(signs: Signs, now: Omit<Evidence, keyof Attributes | 'systems'>): Float64Array {
  const shares = readShares({ ...now, systems: [], isCommonBuild: saysCommonBuild(signs) })
  for (const [index, signal] of signals.entries()) {
    if (lasts(signal)) shares[index] = Math.min(1, Math.max(0, signs[signal.name] ?? 0))
  }
  return shares
}

/** The score of shares alone: what a back-test and a fit work with. */
export function probabilityOf(shares: Float64Array, weights: Weights, fraudShare?: number): number {
  const { slope, offset } = weights.calibration
  const shift = fraudShare === undefined ? 0 : logit(fraudShare) - logit(weights.fraudShare)
  return 1 / (1 + Math.exp(-(slope * logOddsOf(shares, weights) + offset + shift)))
}

/** The log-odds before calibration. */
export function logOddsOf(shares: Float64Array, weights: Weights): number {
  let z = logit(weights.base)
  for (const group of signalGroups) z += Math.min(weights.caps[group], pointsOf(group, shares, weights))
  return z
}

export function logit(probability: number): number {
  return Math.log(probability / (1 - probability))
}

interface IndexedSignal extends Signal {
  /** Its place among the shares. */
  readonly index: number
}

const signalsOf: Readonly<Record<SignalGroup, readonly IndexedSignal[]>> = {
  environment: indexed('environment'),
  inconsistency: indexed('inconsistency'),
  network: indexed('network'),
  graph: indexed('graph'),
  behaviour: indexed('behaviour'),
  peers: indexed('peers'),
}

function indexed(group: SignalGroup): IndexedSignal[] {
  return signals.map((signal, index) => ({ ...signal, index })).filter((signal) => signal.group === group)
}

function pointsOf(group: SignalGroup, shares: Float64Array, weights: Weights): number {
  let points = 0
  for (const { index, name } of signalsOf[group]) {
    points += (weights.points[name] ?? 0) * (shares[index] ?? 0)
  }
  return points
}
