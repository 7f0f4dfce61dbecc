import { goalFields, type GoalColumn, type GoalValues } from '../goal-fields.ts'
import type { CellKind, Schema } from './cell-kinds.ts'
import { columnsOf, type ColumnValuesOf, valuesByColumn } from './field.ts'
import { type GoalInput, goalsMax, readGoals } from './read-goals.ts'
import { camelName } from './column-name.ts'

const columns = columnsOf(goalFields)

/** The goals of an offer, in their order; none for an offer that is one event. */
export const goals: CellKind<readonly GoalInput[]> = {
  read: readGoals,
  blank: [],
  isAddress: false,
  write: (given) => given.map(writeGoal),
  show: (given) => given.map(showGoal).join('; '),
  ...{ cell: listOf(goalSchema()), value: listOf({ type: 'object' }) },
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

const head: readonly GoalColumn[] = ['goal', 'name', 'payout', 'payout_share', 'revenue']

function showGoal(goal: GoalInput): string {
  const values = valuesOf(goal)
  const shown = (column: GoalColumn): string => goalFields[column].show(values)
  const facts = columns
    .filter((column) => !head.includes(column) && !['', 'no'].includes(shown(column)))
    .map((column) =>
      [goalFields[column].label, ...(shown(column) === 'yes' ? [] : [shown(column)])].join(' '),
    )
  const paid = shown('payout_share') || shown('payout')
  return [`${goal.goal} (${goal.name}) ${paid} of ${shown('revenue')}`, ...facts].join(', ')
}
