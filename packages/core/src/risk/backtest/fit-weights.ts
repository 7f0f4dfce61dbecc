import { logit, logOddsOf } from '../score.ts'
import { type SignalGroup, signalGroups } from '../signal.ts'
import { signals } from '../signals/index.ts'
import type { Weights } from '../weights.ts'

/** The evidence about a user at one moment, and what they turned out to be. */
export interface Example {
  readonly shares: Float64Array
  readonly isFraud: boolean
  /** As how many examples it counts; one unless it is given. */
  readonly weight?: number
}

interface FitOptions {
  readonly version: string
  /** Where the fit begins and what it shrinks to: hand weights carry what the examples do not show. */
  readonly from: Weights
  /** How many examples' worth a hand weight is; more of it changes less. */
  readonly shrinkage?: number
}

const rounds = 60
const shrinkageStandard = 12
/** One step of Newton's method may not jump over the hill. */
const stepMax = 0.5
const hessianMin = 1e-9
/** Smaller steps change no third decimal. */
const movedMin = 1e-4

/**
 * Fits non-negative weights by coordinate-wise Newton steps on the log-loss with an L2 pull towards the given
 * ones, then the slope and offset of the calibration. Caps stay. No randomness: the same examples give the same
 * weights.
 */
export function fitWeights(examples: readonly Example[], options: FitOptions): Weights {
  const { from, version, shrinkage = shrinkageStandard } = options
  const { all, frauds } = countWeights(examples)
  if (frauds === 0 || frauds === all) {
    throw new Error('A fit needs both fraud and honest users.')
  }
  const points = signals.map(({ name }) => from.points[name] ?? 0)
  const start = [...points]
  const rows = examples.map((example) => new FitRow(example, points, from.caps))
  // Most signals say nothing of most users.
  const spoken = signals.map((_, index) => rows.filter((row) => row.says(index)))
  let intercept = logit(from.base)
  for (let round = 0; round < rounds; round += 1) {
    let moved = stepOf(rows, intercept, () => 1)
    intercept += moved
    moved = Math.abs(moved)
    for (const [index, weight] of points.entries()) {
      const pull = { strength: shrinkage, from: weight - (start[index] ?? 0) }
      const affected = spoken[index] ?? []
      const step = stepOf(affected, intercept, (row) => row.slopeOf(index), pull)
      const next = Math.max(0, weight + step)
      if (next === weight) continue
      points[index] = next
      moved = Math.max(moved, Math.abs(next - weight))
      for (const row of affected) row.move(index, next - weight)
    }
    if (moved < movedMin) break
  }
  const fitted: Weights = {
    version,
    fraudShare: frauds / all,
    base: rounded(1 / (1 + Math.exp(-intercept)), 5),
    calibration: { slope: 1, offset: 0 },
    caps: from.caps,
    points: Object.fromEntries(signals.map(({ name }, index) => [name, rounded(points[index] ?? 0, 3)])),
  }
  return { ...fitted, fraudShare: rounded(fitted.fraudShare, 4) }
}

/**
 * Platt scaling: the slope and offset with which the log-odds of these examples are probabilities. Where signals
 * tell all of them apart, a whole step of Newton's method leaps anywhere: it is halved until it is none for the worse.
 */
export function calibrateWeights(
  examples: readonly Example[],
  weights: Weights,
  givenSlope?: number,
): Weights {
  // Platt's targets keep a perfect separation from growing without end.
  const { all, frauds } = countWeights(examples)
  const target = { fraud: (frauds + 1) / (frauds + 2), honest: 1 / (all - frauds + 2) }
  const rows = examples.map(({ shares, isFraud, weight = 1 }): CalibrationRow => {
    return { logOdds: logOddsOf(shares, weights), target: isFraud ? target.fraud : target.honest, weight }
  })
  let at: Calibration = { slope: givenSlope ?? 1, offset: 0 }
  for (let round = 0; round < rounds; round += 1) {
    const next = betterCalibration(rows, at, givenSlope !== undefined)
    if (next === undefined) break
    at = next
  }
  return { ...weights, calibration: { slope: rounded(at.slope, 4), offset: rounded(at.offset, 4) } }
}

interface CalibrationRow {
  readonly logOdds: number
  readonly target: number
  readonly weight: number
}

function countWeights(examples: readonly Example[]): { readonly all: number; readonly frauds: number } {
  const counts = { all: 0, frauds: 0 }
  for (const { isFraud, weight = 1 } of examples) {
    counts.all += weight
    if (isFraud) counts.frauds += weight
  }
  return counts
}

type Calibration = Weights['calibration']

const halvingsMax = 30

/** One step of Newton's method, as far as it helps and stays within what a weights file may say. */
function betterCalibration(
  rows: readonly CalibrationRow[],
  at: Calibration,
  isSlopeGiven: boolean,
): Calibration | undefined {
  const sums = { slope: 0, offset: 0, slopes: hessianMin, offsets: hessianMin, both: 0 }
  for (const { logOdds: z, target, weight } of rows) {
    const p = 1 / (1 + Math.exp(-(at.slope * z + at.offset)))
    const miss = weight * (target - p)
    const bend = weight * p * (1 - p)
    sums.slope += miss * z
    sums.offset += miss
    sums.slopes += bend * z * z
    sums.offsets += bend
    sums.both += bend * z
  }
  const determinant = sums.slopes * sums.offsets - sums.both ** 2
  if (determinant < hessianMin) return undefined
  const full = {
    slope: (sums.offsets * sums.slope - sums.both * sums.offset) / determinant,
    offset: (sums.slopes * sums.offset - sums.both * sums.slope) / determinant,
  }
  const step = isSlopeGiven ? { slope: 0, offset: sums.offset / sums.offsets } : full
  const lossBefore = calibrationLoss(rows, at)
  for (let halvings = 0, part = 1; halvings < halvingsMax; halvings += 1, part /= 2) {
    const next = {
      slope: Math.min(5, Math.max(0.1, at.slope + part * step.slope)),
      offset: Math.min(10, Math.max(-10, at.offset + part * step.offset)),
    }
    if (calibrationLoss(rows, next) < lossBefore) return next
  }
  return undefined
}

function calibrationLoss(rows: readonly CalibrationRow[], { slope, offset }: Calibration): number {
  return rows.reduce((sum, { logOdds, target, weight }) => {
    const z = slope * logOdds + offset
    // log(1 + e^z) without overflow, less the part that the target takes off.
    return sum + weight * (Math.max(z, 0) + Math.log1p(Math.exp(-Math.abs(z))) - target * z)
  }, 0)
}

interface Pull {
  readonly strength: number
  readonly from: number
}

function stepOf(
  rows: readonly FitRow[],
  intercept: number,
  slopeOf: (row: FitRow) => number,
  pull: Pull = { strength: 0, from: 0 },
): number {
  let gradient = -pull.strength * pull.from
  let hessian = pull.strength + hessianMin
  for (const row of rows) {
    const slope = slopeOf(row)
    if (slope === 0) continue
    const p = 1 / (1 + Math.exp(-(intercept + row.points)))
    gradient += row.weight * slope * (row.target - p)
    hessian += row.weight * slope * slope * p * (1 - p)
  }
  return Math.min(stepMax, Math.max(-stepMax, gradient / hessian))
}

const groupOfSignal: readonly SignalGroup[] = signals.map(({ group }) => group)

/** An example with the sums of its groups, so that one changed weight costs one addition. */
class FitRow {
  readonly target: number
  readonly weight: number
  readonly #shares: Float64Array
  readonly #caps: Weights['caps']
  readonly #sums: Record<SignalGroup, number>
  points = 0

  constructor({ shares, isFraud, weight = 1 }: Example, points: readonly number[], caps: Weights['caps']) {
    this.target = Number(isFraud)
    this.weight = weight
    this.#shares = shares
    this.#caps = caps
    this.#sums = { environment: 0, inconsistency: 0, network: 0, graph: 0, behaviour: 0, peers: 0 }
    for (const [index, group] of groupOfSignal.entries()) {
      this.#sums[group] += (points[index] ?? 0) * (shares[index] ?? 0)
    }
    this.#total()
  }

  says(index: number): boolean {
    return this.#shares[index] !== 0
  }

  /** How the points change with a weight: not at all where the group is over its cap. At the cap it may yet be less. */
  slopeOf(index: number): number {
    const share = this.#shares[index] ?? 0
    const group = groupOfSignal[index]
    if (share === 0 || group === undefined) return 0
    return this.#sums[group] > this.#caps[group] ? 0 : share
  }

  move(index: number, change: number): void {
    const share = this.#shares[index] ?? 0
    const group = groupOfSignal[index]
    if (share === 0 || group === undefined) return
    this.#sums[group] += change * share
    this.#total()
  }

  #total(): void {
    this.points = 0
    for (const group of signalGroups) this.points += Math.min(this.#caps[group], this.#sums[group])
  }
}

function rounded(value: number, decimals: number): number {
  return Number(value.toFixed(decimals))
}
