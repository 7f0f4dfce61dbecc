import { dayMs, weekMs } from '../time/durations.ts'

/** Clicks lie in one partition a week, from Monday to Monday UTC. */
export interface Week {
  readonly fromMs: number
  /** The first moment after it. */
  readonly toMs: number
}

/** 1970-01-01 was a Thursday: the first Monday came four days later. */
const firstMondayMs = 4 * dayMs

export function weekOf(timeMs: number): Week {
  const fromMs = Math.floor((timeMs - firstMondayMs) / weekMs) * weekMs + firstMondayMs
  return { fromMs, toMs: fromMs + weekMs }
}

/** The weeks that must have a partition: this one, those before it for replays, those after it ahead of time. */
export function weeksAround(nowMs: number, { before, after }: { before: number; after: number }): Week[] {
  const current = weekOf(nowMs)
  return Array.from({ length: before + 1 + after }, (_, index) => ({
    fromMs: current.fromMs + (index - before) * weekMs,
    toMs: current.toMs + (index - before) * weekMs,
  }))
}

/** The weeks in which these moments lie, each once, in order. */
export function weeksWith(timesMs: readonly number[]): Week[] {
  const starts = new Set(timesMs.map((timeMs) => weekOf(timeMs).fromMs))
  return [...starts].sort((a, b) => a - b).map(weekOf)
}

/** Whether every click of the week is older than they are kept. */
export function isPastRetention({ toMs }: Week, nowMs: number, retentionDays: number): boolean {
  return toMs <= nowMs - retentionDays * dayMs
}
