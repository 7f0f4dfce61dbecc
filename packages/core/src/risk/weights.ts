import shipped from './shipped-weights.json' with { type: 'json' }
import { type SignalGroup, signalGroups } from './signal.ts'
import { signals } from './signals/index.ts'

/** A version of the scorecard: data, so that a refit changes no code. */
export interface Weights {
  /** Stored with every assessment. */
  readonly version: string
  /** The share of fraud among the users that it was made for. An app with another share shifts the log-odds. */
  readonly fraudShare: number
  /** The probability of fraud where no signal speaks; below the share, since silence is a good sign. */
  readonly base: number
  /** Platt scaling of the log-odds: p = σ(slope · z + offset). The slope is above 0. */
  readonly calibration: { readonly slope: number; readonly offset: number }
  /** The most points that the signals of a group give together. */
  readonly caps: Readonly<Record<SignalGroup, number>>
  /** Natural-log odds at full share, by signal; never negative. A signal without a row counts nothing. */
  readonly points: Readonly<Record<string, number>>
}

/** Reads a weights file. Throws an Error that names every mistake. */
export function readWeights(raw: unknown): Weights {
  const mistakes: string[] = []
  const number = (path: string, min: number, max: number): number => {
    const value = path.split('.').reduce<unknown>(memberOf, raw)
    if (typeof value === 'number' && value >= min && value <= max) return value
    mistakes.push(`${path} must be a number from ${min} to ${max}`)
    return min
  }
  const version = memberOf(raw, 'version')
  if (!isVersion(version)) mistakes.push(`version ${versionMustBe}`)
  const known = new Set(signals.map(({ name }) => name))
  const points = memberOf(raw, 'points')
  const names = typeof points === 'object' && points !== null ? Object.keys(points) : []
  if (names.length === 0) mistakes.push('points must name signals')
  for (const name of names.filter((name) => !known.has(name))) mistakes.push(`points.${name} is no signal`)
  const weights: Weights = {
    version: String(version),
    fraudShare: number('fraudShare', 0.0001, 0.9999),
    base: number('base', 0.0001, 0.9999),
    calibration: {
      slope: number('calibration.slope', 0.01, 10),
      offset: number('calibration.offset', -20, 20),
    },
    caps: mapGroups((group) =>
      group === 'peers' && memberOf(memberOf(raw, 'caps'), group) === undefined
        ? peersCapBefore
        : number(`caps.${group}`, 0, pointsMax),
    ),
    points: Object.fromEntries(
      names.filter((name) => known.has(name)).map((name) => [name, number(`points.${name}`, 0, pointsMax)]),
    ),
  }
  if (mistakes.length > 0) throw new Error(`The weights are not valid: ${mistakes.join('; ')}.`)
  return weights
}

const pointsMax = 20
/** Files of before users were compared with their peers have no points for it. */
const peersCapBefore = 0

export const versionMustBe = 'must be 1 to 64 letters, digits, or _ . : -'

/** Whether weights can have this name. */
export function isVersion(raw: unknown): boolean {
  return typeof raw === 'string' && /^[\w.:-]{1,64}$/.test(raw)
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}

function mapGroups(of: (group: SignalGroup) => number): Record<SignalGroup, number> {
  const entries = signalGroups.map((group) => [group, of(group)] as const)
  return Object.fromEntries(entries) as Record<SignalGroup, number> // one entry per group
}

/** The weights that Quoin comes with; docs/risk.md says where the figures come from. */
export const shippedWeights: Weights = readWeights(shipped)
