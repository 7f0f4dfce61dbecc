import { type Goal, normalGoalKey } from '../goal.ts'
import { readAmount, readShare } from './read-amounts.ts'
import { readDuration, readYesNo } from './read-plain.ts'
import { readExternalId, readVisibleText } from './read-text.ts'
import { isBlank, quote, type Reading } from './reading.ts'

/** A goal as a file has it; whether it is repeatable may be left to the offer. */
export type GoalInput = Omit<Goal, 'isRepeatable'> & { readonly isRepeatable: boolean | null }

const goalsMax = 50
const orderMax = 1_000
const externalIdLengthMax = 64

/** Where a problem of goals is: in which of them, from 1, and in which member where it is one's. */
export interface GoalPart {
  readonly goal: number
  readonly member: GoalMember | null
  /** The problem without the words for its place. */
  readonly message: string
}

type GoalsReading = { readonly value: GoalInput[] } | { readonly problem: string; readonly at?: GoalPart }

/** The members of a goal, in the order in which Quoin writes them. */
const goalMembers = [
  'goal',
  'name',
  'payout',
  'payout_share',
  'revenue',
  'order',
  'repeatable',
  'deadline',
  'default',
  'external_id',
] as const
type GoalMember = (typeof goalMembers)[number]

/** A goal before it is known how many there are. */
interface ReadGoal extends Omit<GoalInput, 'position' | 'isDefault'> {
  readonly order: number | null
  readonly isMarkedDefault: boolean
}

/** The goals of an offer: a list of objects, in CSV as JSON in one cell. In their order; the first problem is told. */
export function readGoals(raw: unknown): GoalsReading {
  const listed = typeof raw === 'string' ? readJson(raw) : raw
  if (!Array.isArray(listed)) {
    return { problem: 'must be a list of objects, such as [{"goal":"level-10","name":"Reach level 10",…}]' }
  }
  if (listed.length > goalsMax)
    return { problem: `has ${listed.length} goals; at most ${goalsMax} are allowed` }
  const goals: ReadGoal[] = []
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
  readonly member: GoalMember | null
}

function readGoal(entry: unknown): { readonly value: ReadGoal } | GoalProblem {
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry))
    return { problem: 'must be an object', member: null }
  const cells = new Map<string, unknown>(
    Object.entries(entry).map(([name, value]) => [
      name
        .trim()
        .toLowerCase()
        .replace(/[\s-]+/g, '_'),
      value,
    ]),
  )
  const problems: GoalProblem[] = []
  function optional<T>(member: GoalMember, read: (raw: unknown) => Reading<T>): T | null {
    const raw = cells.get(member)
    if (isBlank(raw)) return null
    const reading = read(raw)
    if ('value' in reading) return reading.value
    problems.push({ problem: reading.problem, member })
    return null
  }
  /** The stand-in is never seen: a goal with a problem is none. */
  function required<T>(member: GoalMember, read: (raw: unknown) => Reading<T>, standIn: T): T {
    if (isBlank(cells.get(member))) problems.push({ problem: 'is required', member })
    return optional(member, read) ?? standIn
  }
  const goal: ReadGoal = {
    goal: required('goal', readKey, ''),
    name: required('name', (raw) => readVisibleText(raw, 200), ''),
    payoutMicros: required('payout', readAmount, 0),
    payoutShareBasisPoints: optional('payout_share', readShare),
    revenueMicros: required('revenue', readAmount, 0),
    order: optional('order', readOrder),
    isRepeatable: optional('repeatable', readYesNo),
    deadlineSec: optional('deadline', readDuration),
    isMarkedDefault: optional('default', readYesNo) ?? false,
    externalId: optional('external_id', readGoalId),
  }
  const [problem] = problems
  if (problem !== undefined) return problem
  const isLosing = goal.payoutShareBasisPoints === null && goal.payoutMicros > goal.revenueMicros
  return isLosing
    ? { problem: 'is above revenue: every conversion would lose money', member: 'payout' }
    : { value: goal }
}

function readKey(raw: unknown): Reading<string> {
  const text = typeof raw === 'number' ? String(raw) : raw
  const key = typeof text === 'string' ? normalGoalKey(text) : ''
  return /^[a-z0-9][a-z0-9._:-]{0,63}$/.test(key)
    ? { value: key }
    : { problem: 'must be 1 to 64 letters a–z, digits, dashes, dots, colons and underscores' }
}

function readGoalId(raw: unknown): Reading<string> {
  const reading = readExternalId(raw)
  if ('problem' in reading || reading.value.length <= externalIdLengthMax) return reading
  return { problem: `must have at most ${externalIdLengthMax} characters` }
}

function readOrder(raw: unknown): Reading<number> {
  const order = typeof raw === 'string' && /^[0-9]{1,4}$/.test(raw.trim()) ? Number(raw) : raw
  const isOrder = typeof order === 'number' && Number.isInteger(order) && order >= 0 && order <= orderMax
  return isOrder ? { value: order } : { problem: `must be a whole number from 0 to ${orderMax}` }
}

/** Nothing that a network may send can mean two of them. */
function contradiction(goals: readonly ReadGoal[]): string | undefined {
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
function inOrder(goals: readonly ReadGoal[]): GoalInput[] {
  const placed = goals.map((goal, index) => ({ goal, order: goal.order ?? index + 1 }))
  const sorted = placed.toSorted((a, b) => a.order - b.order).map(({ goal }) => goal)
  const marked = sorted.find(({ isMarkedDefault }) => isMarkedDefault) ?? sorted[0]
  return sorted.map((goal, index) => {
    const { order: _order, isMarkedDefault: _marked, ...kept } = goal
    return { ...kept, position: index + 1, isDefault: goal === marked }
  })
}
