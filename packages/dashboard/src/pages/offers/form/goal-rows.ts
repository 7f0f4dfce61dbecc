import { plainWord } from '@quoin/core/offers/words/plain-word.ts'
import type { DataOf } from '../../../api/operation-types.ts'
import { microsOf } from '../../../format/format-money.ts'
import type { PriceDraft } from './prices/price-rows.ts'
import { isPricedAlone, pricesRow, showPrices } from './prices/prices-row.ts'
import {
  blankDraft,
  type DraftOf,
  draftFrom,
  flagRow,
  namesOf,
  optionalRow,
  type RowsOf,
  sentFrom,
  textRow,
} from './form-row.ts'

type StoredGoal = DataOf<'getOffer'>['goals'][number]

/** Its name and its amounts begin the sentence about a goal. */
const isTold = { show: () => '' }
const amountKind = { kind: 'amount', ...isTold } as const

/** The fields of a goal in the order of its form. */
const rows = {
  name: textRow<StoredGoal>({ label: 'Name', isRequired: true, of: ({ name }) => name, ...isTold }),
  goal: textRow<StoredGoal>({ label: 'Key', isRequired: true, of: ({ goal }) => goal, ...isTold }),
  revenue: textRow<StoredGoal>({
    label: 'Network pays, USD',
    isRequired: true,
    of: (goal) => (isPricedAlone(goal) ? '' : (goal.foreign_revenue ?? goal.revenue)),
    ...amountKind,
  }),
  payout: textRow<StoredGoal>({
    label: 'Publisher earns, USD',
    isRequired: true,
    of: (goal) => (isPricedAlone(goal) ? '' : goal.payout),
    ...amountKind,
  }),
  payoutShare: optionalRow<StoredGoal>({
    label: 'Share, %',
    of: ({ payout_share: share }) => share,
    ...amountKind,
  }),
  prices: {
    ...pricesRow<StoredGoal>('Prices', ({ prices }) => prices),
    show: (prices: readonly PriceDraft[]) => (prices.length === 0 ? '' : showPrices(prices)),
  },
  deadline: optionalRow<StoredGoal>({
    label: 'Deadline',
    of: ({ deadline_seconds: seconds }) => spanText(seconds),
    show: (value) => value && `within ${value}`,
  }),
  externalId: optionalRow<StoredGoal>({
    label: 'Id at the network',
    of: ({ external_id: id }) => id,
    show: (value) => value && `at the network ${value}`,
  }),
  repeatable: flagRow<StoredGoal>({
    label: 'Several times',
    draft: ({ repeatable }) => repeatable,
    show: (isSo) => (isSo ? 'several times' : ''),
  }),
  default: flagRow<StoredGoal>({
    label: 'Default goal, for reports that name none',
    draft: (goal) => goal.default,
    show: (isSo) => (isSo ? 'without a name' : ''),
  }),
}

type GoalValues = DraftOf<typeof rows>
const goalRows: RowsOf<StoredGoal, GoalValues> = rows

/** A goal as it is filled in. */
export interface GoalDraft extends GoalValues {
  /** By this a list of goals is kept in order while it changes. */
  readonly key: string
}

type NameOf<Value> = {
  [Name in keyof GoalValues]: GoalValues[Name] extends Value ? Name : never
}[keyof GoalValues]

const names = namesOf<GoalValues>(rows)
export const goalTexts = names.flatMap((name) => (isText(name) ? [{ name, ...goalRows[name] }] : []))
export const goalFlags = names.flatMap((name) => (isFlag(name) ? [{ name, ...goalRows[name] }] : []))

function isText(name: keyof GoalValues): name is NameOf<string> {
  return goalRows[name].blank === ''
}

function isFlag(name: keyof GoalValues): name is NameOf<boolean> {
  return goalRows[name].blank === false
}

/** No stored goal has a space in its key. */
const newKey = 'new '
let goalsMade = 0

export function newGoal(): GoalDraft {
  goalsMade += 1
  return { ...blankDraft(goalRows), key: `${newKey}${goalsMade}` }
}

/** The draft with another name. A new goal takes its key from it, unless it got one of its own. */
export function renameGoal(goal: GoalDraft, name: string): Partial<GoalDraft> {
  const follows = goal.key.startsWith(newKey) && goal.goal === keyOf(goal.name)
  return follows ? { name, goal: keyOf(name) } : { name }
}

const keyMax = 64

/** First purchase → first-purchase */
function keyOf(name: string): string {
  const letters = plainWord(name).replaceAll(/[^a-z0-9]+/g, '-')
  return letters.slice(0, keyMax).replaceAll(/^-|-$/g, '')
}

export function goalDraftOf(goal: StoredGoal): GoalDraft {
  return { ...draftFrom(goalRows, goal), key: goal.goal }
}

export function sentGoal({ key: _key, ...goal }: GoalDraft): Readonly<Record<keyof GoalValues, unknown>> {
  return sentFrom(goalRows, goal)
}

export function showGoal(goal: GoalDraft): string {
  const { payout, payoutShare, revenue } = goal
  const paid = payoutShare ? `${payoutShare} %` : payout || '0'
  const shown = <Name extends keyof GoalValues>(name: Name) => goalRows[name].show(goal[name])
  const facts = names.map((name) => shown(name)).filter((fact) => fact !== '')
  return [`${goal.goal} (${goal.name}) ${paid} of ${revenue || '0'}`, ...facts].join(' · ')
}

/** The payout or revenue of all goals together. */
export function sumOfGoals(
  goals: readonly Pick<GoalDraft, 'payout' | 'revenue'>[],
  name: 'payout' | 'revenue',
): string {
  const micros = goals.reduce((sum, goal) => sum + microsOf(goal[name]), 0)
  return (micros / 1_000_000).toFixed(6)
}

/** The largest unit that it is whole in. */
function spanText(seconds: number | null): string {
  if (seconds === null) return ''
  if (seconds % 86_400 === 0) return `${seconds / 86_400}d`
  return seconds % 3_600 === 0 ? `${seconds / 3_600}h` : `${seconds / 60}m`
}
