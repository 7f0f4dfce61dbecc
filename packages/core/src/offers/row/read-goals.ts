import type { Goal } from '../goal.ts'
import { goalFields, type GoalColumn, type GoalValues } from '../goal-fields.ts'
import { plainName } from './column-name.ts'
import { readCells } from './field.ts'
import { type CellReading, quote } from './reading.ts'

/** A goal as a file has it; whether it is repeatable may be left to the offer. */
export type GoalInput = Omit<Goal, 'isRepeatable'> & Pick<GoalValues, 'isRepeatable'>

type GoalsReading = CellReading<GoalInput[]>

export const goalsMax = 50

/** The goals of an offer: a list of objects, in CSV as JSON in one cell. In their order; the first problem is told. */
export function readGoals(raw: unknown): GoalsReading {
  const listed = typeof raw === 'string' ? readJson(raw) : raw
  if (!Array.isArray(listed)) {
    return { problem: 'must be a list of objects, such as [{"goal":"level-10","name":"Reach level 10",…}]' }
  }
  if (listed.length > goalsMax)
    return { problem: `has ${listed.length} goals; at most ${goalsMax} are allowed` }
  const goals: GoalValues[] = []
  for (const [index, entry] of listed.entries()) {
    const reading = readGoal(entry)
    if ('problem' in reading) return placed(index + 1, reading)
    goals.push(reading.value)
  }
  const problem = contradiction(goals)
  return problem === undefined ? { value: inOrder(goals) } : { problem }
}

function placed(goal: number, { problem, member }: GoalProblem): GoalsReading {
  const named = member === null ? problem : `${member} ${problem}`
  return { problem: `goal ${goal}: ${named}`, at: { goal, member, message: problem } }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

interface GoalProblem {
  readonly problem: string
  readonly member: GoalColumn | null
}

function readGoal(entry: unknown): { readonly value: GoalValues } | GoalProblem {
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry))
    return { problem: 'must be an object', member: null }
  const cells = Object.entries(entry).map(([name, value]) => [plainName(name), value] as const)
  const { values: goal, problems } = readCells(goalFields, new Map(cells))
  const [first] = problems
  if (first !== undefined) return { problem: first.message, member: first.field }
  const isLosing = goal.payoutShareBasisPoints === null && goal.payoutMicros > goal.revenueMicros
  return isLosing
    ? { problem: 'is above revenue: every conversion would lose money', member: 'payout' }
    : { value: goal }
}

/** Nothing that a network may send can mean two of them. */
function contradiction(goals: readonly GoalValues[]): string | undefined {
  const names = new Set<string>()
  for (const { goal, externalId } of goals) {
    const own = new Set([goal, externalId?.toLowerCase() ?? goal])
    const twice = [...own].find((name) => names.has(name))
    if (twice !== undefined) return `names the goal ${quote(twice)} twice`
    for (const name of own) names.add(name)
  }
  const defaults = goals.filter(({ isMarkedDefault }) => isMarkedDefault)
  return defaults.length > 1 ? 'has more than one default goal' : undefined
}

/**
 * Numbered from 1 by their order, where it is given, and as they stand. The first is the default unless one is
 * marked.
 */
function inOrder(goals: readonly GoalValues[]): GoalInput[] {
  const placed = goals.map((goal, index) => ({ goal, order: goal.order ?? index + 1 }))
  const sorted = placed.toSorted((a, b) => a.order - b.order).map(({ goal }) => goal)
  const marked = sorted.find(({ isMarkedDefault }) => isMarkedDefault) ?? sorted[0]
  return sorted.map((goal, index) => {
    const { order: _order, isMarkedDefault: _marked, ...kept } = goal
    return { ...kept, position: index + 1, isDefault: goal === marked }
  })
}
