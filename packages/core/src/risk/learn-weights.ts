import { calibrateWeights, type Example, fitWeights } from './backtest/fit-weights.ts'
import { measure } from './backtest/metrics.ts'
import { nameSpoken, probabilityOf } from './score.ts'
import { signals } from './signals/index.ts'
import type { Weights } from './weights.ts'

/** A user's signals as they were before it was known how they ended. */
export interface Outcome extends Example {
  /** Whether they are kept out of every fit, to judge by: always the same users. */
  readonly isHeldOut: boolean
}

/** How well weights did on users that they were not fitted to. */
interface LearningFigures {
  readonly auc: number
  readonly ece: number
  readonly brier: number
}

interface Judgement {
  readonly users: number
  readonly frauds: number
  readonly current: LearningFigures
  readonly candidate: LearningFigures
  /** Whether the candidate is at least as well calibrated, and no worse at telling fraud from honest users. */
  readonly isBetter: boolean
}

export interface Learnt {
  readonly weights: Weights
  readonly learntFrom: number
  readonly judgement: Judgement
}

/** Noise in a figure must not throw away weights that are as good. */
const tolerance = 0.002

/** Fits weights to outcomes, begins and shrinks to the current ones, and judges both by who was held out. */
export function learnWeights(
  outcomes: readonly Outcome[],
  { version, current }: { readonly version: string; readonly current: Weights },
): Learnt {
  const seen = outcomes.filter(({ isHeldOut }) => !isHeldOut)
  const fitted = fitWeights(seen, { version, from: current })
  const weights = calibrateWeights(seen, fitted)
  return {
    weights,
    learntFrom: seen.length,
    judgement: judgeWeights(outcomes, { current, candidate: weights }),
  }
}

export function judgeWeights(
  outcomes: readonly Outcome[],
  { current, candidate }: { readonly current: Weights; readonly candidate: Weights },
): Judgement {
  const held = outcomes.filter(({ isHeldOut }) => isHeldOut)
  const [old, next] = [figuresOf(held, current), figuresOf(held, candidate)]
  const frauds = held.filter(({ isFraud }) => isFraud).length
  return {
    users: held.length,
    frauds,
    current: old,
    candidate: next,
    isBetter:
      frauds > 0 &&
      frauds < held.length &&
      next.ece <= old.ece + tolerance &&
      next.brier <= old.brier + tolerance &&
      next.auc >= old.auc - tolerance,
  }
}

function figuresOf(held: readonly Outcome[], weights: Weights): LearningFigures {
  const users = held.map(({ shares, isFraud }) => {
    const probability = probabilityOf(shares, weights)
    return { kind: '', isFraud, first: probability, last: probability }
  })
  const { auc, ece, brier } = measure(users)
  return { auc: rounded(auc), ece: rounded(ece), brier: rounded(brier) }
}

function rounded(value: number): number {
  return Math.round(value * 10_000) / 10_000
}

/** What each signal said, by name, without those that said nothing: a list of signals that grows reads it still. */
export function nameShares(shares: Float64Array): Record<string, number> {
  return nameSpoken(shares, (share) => Math.round(share * 10_000) / 10_000)
}

export function sharesNamed(named: Readonly<Record<string, number>>): Float64Array {
  return Float64Array.from(signals, ({ name }) => Math.min(1, Math.max(-1, named[name] ?? 0)))
}
