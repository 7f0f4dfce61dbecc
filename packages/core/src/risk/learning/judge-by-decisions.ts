import { areaUnderCurve } from '../backtest/metrics.ts'
import { probabilityOf } from '../score.ts'
import type { Weights } from '../weights.ts'
import { type Outcome, partCount } from './outcome.ts'

/** How many of the users of one decision the current weights and the candidate put at 85 or more. */
interface FoundOf {
  readonly users: number
  readonly current: number
  readonly candidate: number
}

export interface DecisionsJudgement {
  readonly refused: FoundOf
  readonly confirmed: FoundOf
  /** How often a refused user scores above a confirmed one; null where there are too few decisions to tell. */
  readonly auc: { readonly current: number; readonly candidate: number } | null
  readonly isNoWorse: boolean
}

/** Fewer tell nothing. */
export const decisionsMin = 30
/** And of either kind. */
const eachMin = 5
/** Noise in a figure must not refuse weights that are as good. */
const tolerance = 0.002
const high = 0.85

/** By the people's own word. Each decision is scored by a fit that never saw it. */
export function judgeByDecisions(
  outcomes: readonly Outcome[],
  current: Weights,
  fit: (seen: readonly Outcome[]) => Weights,
): DecisionsJudgement {
  const decided = outcomes.filter(isDecided)
  const refused = decided.filter(({ isFraud }) => isFraud).length
  const isEnough = decided.length >= decisionsMin && Math.min(refused, decided.length - refused) >= eachMin
  const fits = new Map<number, Weights>()
  const fitFor = (part: number): Weights => {
    const known = fits.get(part)
    if (known !== undefined) return known
    const made = fit(outcomes.filter((one) => one.part !== part))
    fits.set(part, made)
    return made
  }
  const scored = decided.map(({ shares, isFraud, part }) => ({
    isFraud,
    current: probabilityOf(shares, current),
    candidate: isEnough ? probabilityOf(shares, fitFor(part % partCount)) : 0,
  }))
  const found = (frauds: boolean): FoundOf => {
    const users = scored.filter(({ isFraud }) => isFraud === frauds)
    const countBy = (by: 'current' | 'candidate') => users.filter((user) => user[by] >= high).length
    return { users: users.length, current: countBy('current'), candidate: countBy('candidate') }
  }
  const counts = { refused: found(true), confirmed: found(false) }
  if (!isEnough) return { ...counts, auc: null, isNoWorse: false }
  const aucBy = (by: 'current' | 'candidate') =>
    rounded(areaUnderCurve(scored.map((user) => [user[by], user.isFraud])))
  const auc = { current: aucBy('current'), candidate: aucBy('candidate') }
  return { ...counts, auc, isNoWorse: auc.candidate >= auc.current - tolerance }
}

function isDecided({ kind }: Outcome): boolean {
  return kind === 'refused' || kind === 'blocked' || kind === 'confirmed' || kind === 'allowed'
}

function rounded(value: number): number {
  return Math.round(value * 10_000) / 10_000
}
