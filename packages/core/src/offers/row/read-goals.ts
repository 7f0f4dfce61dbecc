import type { Goal } from '../goal.ts'
import { goalFields, type GoalColumn, type GoalValues } from '../goal-fields.ts'
import type { CellKind, Schema } from './cell-kinds.ts'
import { camelName, columnsOf, type ColumnValuesOf, plainName, readCells, valuesByColumn } from './field.ts'
import { readJson } from './read-json.ts'
import { isRest } from './read-prices.ts'
import { type CellReading, isBlank, quote } from './reading.ts'

/** A goal as a file has it; whether it is repeatable may be left to the offer. */
type GoalInput = Omit<Goal, 'isRepeatable'> & Pick<GoalValues, 'isRepeatable'>

type GoalsReading = CellReading<GoalInput[]>

const goalsMax = 50

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

function placed(goal: number, { problem, member, message = problem }: GoalProblem): GoalsReading {
  const [own] = member?.split('.') ?? []
  const named = own === undefined ? problem : `${own} ${problem}`
  return { problem: `goal ${goal}: ${named}`, at: { row: goal, member, message } }
}

interface GoalProblem {
  readonly problem: string
  /** A problem of one of its prices is under the name of the price, too: `prices.2.payout`. */
  readonly member: string | null
  /** The problem without that name. */
  readonly message?: string
}

function readGoal(entry: unknown): { readonly value: GoalValues } | GoalProblem {
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry))
    return { problem: 'must be an object', member: null }
  const cells = new Map(Object.entries(entry).map(([name, value]) => [plainName(name), value] as const))
  const { values, problems } = readCells(goalFields, cells)
  const [first] = problems
  if (first !== undefined) {
    const { field, message, at } = first
    const parts = at === undefined ? [field] : [field, at.row, ...(at.member === null ? [] : [at.member])]
    return { problem: message, member: parts.join('.'), ...(at && { message: at.message }) }
  }
  const blank = (['payout', 'revenue'] as const).find((column) => isBlank(cells.get(column)))
  if (blank !== undefined && values.prices.length === 0) return { problem: 'is required', member: blank }
  const rest = restOf(values)
  const other = (['payout', 'revenue'] as const).find(
    (column) =>
      !isBlank(cells.get(column)) &&
      rest[`${column}Micros`] !== undefined &&
      rest[`${column}Micros`] !== values[`${column}Micros`],
  )
  if (other !== undefined)
    return { problem: 'is not that of its price for the rest of the world', member: other }
  return { value: { ...values, ...rest } }
}

/** The price of the rest of the world is the goal's own; without one it is not paid elsewhere. */
function restOf({ prices }: Pick<GoalValues, 'prices'>): Partial<GoalValues> {
  const rest = prices.find(isRest)
  if (rest === undefined) return {}
  const { payoutMicros, payoutShareBasisPoints, revenueMicros } = rest
  return { payoutMicros, payoutShareBasisPoints, revenueMicros, prices: prices.filter((one) => one !== rest) }
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

const columns = columnsOf(goalFields)

/** The goals of an offer, in their order; none for an offer that is one event. */
export const goals: CellKind<readonly GoalInput[]> = {
  read: readGoals,
  blank: [],
  isAddress: false,
  write: (given) => given.map(writeGoal),
  show: (given) => given.map(showGoal).join('; '),
  cell: listOf(goalSchema()),
  value: listOf({ type: 'object' }),
}

function listOf(items: Schema): Schema {
  return { type: 'array', items, maxItems: goalsMax }
}

/** A goal of a body, whose names are in camelCase. */
function goalSchema(): Schema {
  const properties = columns.map((column) => [camelName(column), goalFields[column].schema] as const)
  const required = columns.filter((column) => goalFields[column].isRequired).map(camelName)
  return { type: 'object', required, properties: Object.fromEntries(properties) }
}

/** Their order is that of the list. */
function valuesOf({ position: _position, isDefault, ...goal }: GoalInput): GoalValues {
  return { ...goal, order: null, isMarkedDefault: isDefault }
}

/** The values of a goal by their columns. */
export function goalColumnValues(goal: GoalInput): ColumnValuesOf<typeof goalFields> {
  const values = valuesOf(goal)
  return valuesByColumn(goalFields, (column) => goalFields[column].get(values))
}

function writeGoal(goal: GoalInput): Readonly<Record<string, unknown>> {
  const values = valuesOf(goal)
  return Object.fromEntries(columns.map((column) => [column, goalFields[column].write(values)]))
}

const head: readonly GoalColumn[] = ['goal', 'name', 'payout', 'payout_share', 'revenue', 'prices']

function showGoal(goal: GoalInput): string {
  const values = valuesOf(goal)
  const shown = (column: GoalColumn): string => goalFields[column].show(values)
  const facts = columns
    .filter((column) => !head.includes(column) && !['', 'no'].includes(shown(column)))
    .map((column) =>
      [goalFields[column].label, ...(shown(column) === 'yes' ? [] : [shown(column)])].join(' '),
    )
  const paid = shown('payout_share') || shown('payout')
  const told = [`${goal.goal} (${goal.name}) ${paid} of ${shown('revenue')}`, ...facts].join(', ')
  return goal.prices.length === 0 ? told : `${told}, in ${shown('prices')}`
}
