import { idTimeMs } from '../tracking/click-id.ts'
import type { Conversion } from '../conversions/conversion.ts'
import { type Goal, onlyGoal } from './goal.ts'

/** How far a user is with a goal of an offer. */
export const goalProgresses = [
  'not_started',
  'started',
  'pending',
  'completed',
  'expired',
  'reversed',
] as const
export type GoalProgress = (typeof goalProgresses)[number]

/** A user's state on an offer. */
export interface OfferHistory {
  /** Their latest click that led to the offer; null when there is none that still counts. */
  readonly lastClickId: string | null
  /** The conversion of the latest click, for each goal and status. */
  readonly conversions: readonly GoalConversion[]
}

export interface GoalConversion extends Pick<Conversion, 'goal' | 'status'> {
  readonly clickId: string
}

/** By this a user's goal on an offer is still earned without review. */
interface GoalTime {
  readonly attributionWindowSec: number
  readonly nowMs: number
}

/** The progress of each goal, in their order. */
export function listProgress(
  goals: readonly Goal[],
  history: OfferHistory,
  time: GoalTime,
): readonly GoalProgress[] {
  const clickId = latest([history.lastClickId, ...history.conversions.map((one) => one.clickId)])
  return goals.map((goal) => progressOf(goal, { ...history, lastClickId: clickId }, time))
}

function progressOf(goal: Goal, { lastClickId, conversions }: OfferHistory, time: GoalTime): GoalProgress {
  const own = conversions.filter((conversion) => isOf(goal, conversion))
  const has = (status: GoalConversion['status']): boolean => own.some((one) => one.status === status)
  if (has('approved')) return 'completed'
  if (has('pending')) return 'pending'
  if (lastClickId === null) return 'not_started'
  // A new click is a new try; what the network rejected may yet be done, or corrected.
  if (own.some(({ status, clickId }) => status === 'reversed' && clickId === lastClickId)) return 'reversed'
  return isOver(goal, lastClickId, time) ? 'expired' : 'started'
}

/**
 * Whether an offer with goals has nothing more to give to a user who has earned on it: every goal is done, or too
 * late by the latest click that earned. A repeatable goal is never done. `earned` are their pending and approved
 * conversions.
 */
export function isExhausted(
  goals: readonly Goal[],
  earned: readonly Omit<GoalConversion, 'status'>[],
  time: GoalTime,
): boolean {
  const clickId = latest(earned.map((one) => one.clickId))
  if (clickId === null) return false
  return goals.every((goal) => {
    if (goal.isRepeatable) return false
    return earned.some((one) => isOf(goal, one)) || isOver(goal, clickId, time)
  })
}

/** For how long after a click something about an offer may change. */
export function longestGoalSec(goals: readonly Goal[], attributionWindowSec: number): number {
  return Math.max(...goals.map(({ deadlineSec }) => deadlineSec ?? attributionWindowSec))
}

/** A conversion from before an offer had goals was of its default goal. */
function isOf(goal: Goal, conversion: Pick<GoalConversion, 'goal'>): boolean {
  return conversion.goal === goal.goal || (goal.isDefault && conversion.goal === onlyGoal)
}

function isOver({ deadlineSec }: Goal, clickId: string, { attributionWindowSec, nowMs }: GoalTime): boolean {
  return nowMs - idTimeMs(clickId) > (deadlineSec ?? attributionWindowSec) * 1000
}

/** Click ids are ordered by their time, as texts too. */
function latest(clickIds: readonly (string | null)[]): string | null {
  return clickIds.reduce((last, id) => (id !== null && (last === null || id > last) ? id : last), null)
}
