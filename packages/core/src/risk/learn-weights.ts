import { calibrateWeights, type Example, fitWeights } from './backtest/fit-weights.ts'
import { measure } from './backtest/metrics.ts'
import { nameSpoken, probabilityOf } from './score.ts'
import { signals } from './signals/index.ts'
import type { Weights } from './weights.ts'

/** A user's signals as they were before it was known how they ended. */
export interface Outcome extends Example {
  /** Whether they are kept out of every fit, to judge by: always the same users. */
  readonly isHeldOut: boolean
  /** The sources of the label: the app, and the network whose word it was. */
  readonly sources: readonly string[]
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
  /**
   * Whether the candidate is at least as well calibrated, and no worse at telling fraud from honest users; among those of
   * other sources, too, wherever one source taught much of it.
   */
  readonly isBetter: boolean
  /** The sources without whose users the candidate is worse. */
  readonly worseWithout: readonly string[]
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
  const worseWithout = listLargeSources(held).filter((source) => {
    const rest = held.filter(({ sources }) => !sources.includes(source))
    return (
      rest.length >= judgedMin &&
      hasBoth(rest) &&
      !isNoWorse(figuresOf(rest, candidate), figuresOf(rest, current))
    )
  })
  return {
    users: held.length,
    frauds,
    current: old,
    candidate: next,
    isBetter: hasBoth(held) && isNoWorse(next, old) && worseWithout.length === 0,
    worseWithout,
  }
}

/** Whoever teaches less can move little. */
const largeShare = 0.25
/** Fewer users make a figure meaningless. */
const judgedMin = 20

/** Whose users are so many that weights could be theirs alone. */
function listLargeSources(held: readonly Outcome[]): string[] {
  const counts = new Map<string, number>()
  for (const source of held.flatMap(({ sources }) => sources))
    counts.set(source, (counts.get(source) ?? 0) + 1)
  return [...counts].filter(([, count]) => count >= largeShare * held.length).map(([source]) => source)
}

function hasBoth(held: readonly Outcome[]): boolean {
  const frauds = held.filter(({ isFraud }) => isFraud).length
  return frauds > 0 && frauds < held.length
}

function isNoWorse(next: LearningFigures, old: LearningFigures): boolean {
  return (
    next.ece <= old.ece + tolerance && next.brier <= old.brier + tolerance && next.auc >= old.auc - tolerance
  )
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

/** The shares of the signals that said something, by name: a list of signals that grows reads them still. */
export function nameShares(shares: Float64Array): Record<string, number> {
  return nameSpoken(shares, (share) => Math.round(share * 10_000) / 10_000)
}

export function sharesNamed(named: Readonly<Record<string, number>>): Float64Array {
  return Float64Array.from(signals, ({ name }) => Math.min(1, Math.max(-1, named[name] ?? 0)))
}
