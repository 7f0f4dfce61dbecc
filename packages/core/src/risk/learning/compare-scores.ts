import { probabilityOf } from '../score.ts'
import { signals } from '../signals/index.ts'
import type { Weights } from '../weights.ts'

/** The bands of a score that people speak of, by the score at which each begins. */
export const bands = [
  { name: 'low', from: 0 },
  { name: 'watch', from: 30 },
  { name: 'high', from: 50 },
  { name: 'very_high', from: 85 },
] as const
export type Band = (typeof bands)[number]['name']

export function bandOf(score: number): Band {
  return bands.findLast(({ from }) => score >= from)?.name ?? 'low'
}

/** A user as the weights in use and others see them. */
export interface MovedScore {
  /** From 1 to 99, with one decimal, as it is answered. */
  readonly before: number
  readonly after: number
  /** The signal that moves the score most, in the direction in which it goes; null where it does not move. */
  readonly because: string | null
}

export function compareScores(
  shares: Float64Array,
  {
    current,
    candidate,
    fraudShare,
  }: { current: Weights; candidate: Weights; fraudShare: number | undefined },
): MovedScore {
  const before = answered(probabilityOf(shares, current, fraudShare))
  const after = answered(probabilityOf(shares, candidate, fraudShare))
  const direction = Math.sign(after - before)
  let because: { name: string; moved: number } | null = null
  for (const [index, { name }] of signals.entries()) {
    const points = (weights: Weights) =>
      weights.calibration.slope * (weights.points[name] ?? 0) * (shares[index] ?? 0)
    const moved = direction * (points(candidate) - points(current))
    if (moved > (because?.moved ?? 0)) because = { name, moved }
  }
  return { before, after, because: because?.name ?? null }
}

function answered(probability: number): number {
  return Math.min(99, Math.max(1, Math.round(probability * 1000) / 10))
}

interface MovedPoints {
  readonly signal: string
  readonly current: number
  readonly candidate: number
}

const shownMin = 0.005

/** The worth of each signal by both, as calibrated; those that differ, most first. */
export function pointsMoved(current: Weights, candidate: Weights): readonly MovedPoints[] {
  const worth = ({ calibration, points }: Weights, name: string) =>
    Math.round(1000 * calibration.slope * (points[name] ?? 0)) / 1000
  return signals
    .map(({ name }) => ({ signal: name, current: worth(current, name), candidate: worth(candidate, name) }))
    .filter((one) => Math.abs(one.candidate - one.current) >= shownMin)
    .toSorted(
      (one, other) => Math.abs(other.candidate - other.current) - Math.abs(one.candidate - one.current),
    )
}
