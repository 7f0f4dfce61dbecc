import { fitWeights } from '../backtest/fit-weights.ts'
import { logOddsOf, probabilityOf } from '../score.ts'
import type { Weights } from '../weights.ts'
import { judgeByDecisions, type DecisionsJudgement } from './judge-by-decisions.ts'
import { judgeByWorlds, type FloorWorld, type WorldJudgement } from './judge-by-worlds.ts'
import { countLabels, type LabelCount } from './label-outcome.ts'
import type { Outcome } from './outcome.ts'
import { tellGate } from './tell-gate.ts'

export interface Judgement {
  readonly decisions: DecisionsJudgement
  readonly worlds: readonly WorldJudgement[]
  /** Whether the gate lets the candidate pass, and in one sentence why. */
  readonly passes: boolean
  readonly sentence: string
}

export interface Learnt {
  readonly weights: Weights
  readonly labels: readonly LabelCount[]
  readonly judgement: Judgement
}

export interface LearningOrder {
  readonly outcomes: readonly Outcome[]
  readonly version: string
  readonly current: Weights
  /** Judged in place of a new fit: one that was in the shadow. */
  readonly candidate?: Weights | undefined
  readonly worlds: readonly FloorWorld[]
}

/**
 * Fits weights to outcomes, beginning with and pulled towards the current ones, and lets the gate judge them: by what
 * people decided, each decision by a fit that never saw it, and by worlds whose truth is known.
 */
export function learnWeights({ outcomes, version, current, candidate, worlds }: LearningOrder): Learnt {
  const weights = candidate ?? fitToOutcomes(outcomes, { version, current })
  const judgement = {
    decisions: judgeByDecisions(outcomes, current, (seen) => fitToOutcomes(seen, { version, current })),
    worlds: judgeByWorlds(worlds, weights),
  }
  return { weights, labels: countLabels(outcomes), judgement: { ...judgement, ...tellGate(judgement) } }
}

/** As how many users a weight as it was counts: labels are few, and some are wrong. */
const shrinkage = 8

/**
 * Outcomes say what signs mean, and not how many of all users are frauds: who is labelled at all depends on what was
 * lost, and labels that are wrong would make every score less sure. Level and spread of the scores stay as they are.
 */
export function fitToOutcomes(
  outcomes: readonly Outcome[],
  { version, current }: { readonly version: string; readonly current: Weights },
): Weights {
  const fitted = fitWeights(outcomes, { version, from: current, shrinkage })
  const { base, fraudShare } = current
  const said = outcomes.map(({ shares }) => probabilityOf(shares, current))
  const learned = { ...fitted, base, fraudShare }
  const logOdds = outcomes.map(({ shares }) => logOddsOf(shares, learned))
  return { ...learned, calibration: spreadLike(said, logOdds) }
}

const halvings = 30
const offsetMax = 15
const slopes = [0.1, 3] as const

/** The slope and offset with which log-odds have the mean and the mean square of these probabilities. */
function spreadLike(said: readonly number[], logOdds: readonly number[]): Weights['calibration'] {
  const saidBy = (slope: number, offset: number) =>
    logOdds.map((z) => 1 / (1 + Math.exp(-(slope * z + offset))))
  const [mean, square] = [meanOf(said), meanOf(said.map((one) => one ** 2))]
  const offsetFor = (slope: number): number =>
    halve([-offsetMax, offsetMax], (offset) => meanOf(saidBy(slope, offset)) > mean)
  const slope = halve(slopes, (one) => meanOf(saidBy(one, offsetFor(one)).map((p) => p ** 2)) > square)
  return { slope: rounded(slope), offset: rounded(offsetFor(slope)) }
}

/** The value from which on it is too high. */
function halve([from, to]: readonly [number, number], isTooHigh: (value: number) => boolean): number {
  let [low, high] = [from, to]
  for (let halving = 0; halving < halvings; halving += 1) {
    const middle = (low + high) / 2
    if (isTooHigh(middle)) high = middle
    else low = middle
  }
  return low
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, one) => sum + one, 0) / values.length
}

function rounded(value: number): number {
  return Number(value.toFixed(4))
}
