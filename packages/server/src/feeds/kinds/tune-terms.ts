import { isBlank } from '@quoin/core/offers/row/reading.ts'
import { cleanText } from '../read/clean-text.ts'
import { type FeedEvent, goalsOf } from '../read/goals-of.ts'
import { isYes } from '../read/is-yes.ts'
import { listOf } from '../read/list-of.ts'
import { readId } from '../read/read-id.ts'
import { readPlainText } from '../read/read-plain-text.ts'
import { readPaid, readRevenue, type RevenueReading } from '../read/read-revenue.ts'
import { amountIn, tellGoal, tellRevenue } from '../read/tell-revenue.ts'
import { valueAt } from '../read/value-at.ts'

/** Types of payouts besides `cpa_flat`, which is an amount for a conversion. */
const payoutTypes: Readonly<Record<string, string>> = {
  cpa_percentage: 'is a percentage of each sale',
  cpa_both: 'is an amount and a percentage of each sale',
  cpc: 'is for clicks',
  cpm: 'is for impressions',
}

/** The event that TUNE reports with the goal 0. */
const baseId = '0'

interface TuneTerms {
  readonly row: Readonly<Record<string, unknown>>
  readonly doubts: readonly string[]
}

/** An offer with goals is paid for its conversion, too: TUNE calls that its default payout. */
export function tuneTerms(record: unknown): TuneTerms {
  const goals = listOf(valueAt(record, 'Goal')).filter((goal) =>
    ['', 'active'].includes(cleanText(valueAt(goal, 'status')).toLowerCase()),
  )
  const hasGoals = goals.length > 0
  const offer = valueAt(record, 'Offer')
  // Besides goals the conversion itself may be paid nothing, and must be there: reports without a goal are about it.
  const base = paidOf(offer, hasGoals ? readPaid : readRevenue)
  const baseName = readPlainText(valueAt(offer, 'default_goal_name')) || 'Conversion'
  const rows = goals.flatMap((goal) => {
    const id = readId(valueAt(goal, 'id'))
    const name = readPlainText(valueAt(goal, 'name'))
    return id === undefined ? [] : [{ id, name, reading: paidOf(goal, readPaid) }]
  })
  const events: readonly FeedEvent[] = [
    { id: baseId, name: baseName, ...amountIn(base), isDefault: true },
    ...rows.map(({ id, name, reading }) => ({ id, name, ...amountIn(reading) })),
  ]
  const { row, doubts } = goalsOf(events)
  const isUntold = isYes(valueAt(offer, 'has_goals_enabled')) && isBlank(valueAt(record, 'Goal'))
  return {
    row,
    doubts: [
      ...tellRevenue('It', base),
      ...rows.flatMap(({ name, reading }) => tellRevenue(tellGoal(name), reading)),
      ...doubts,
      ...(rows.length < goals.length ? ['It has a goal without an id.'] : []),
      ...(isUntold ? ['It has goals that the network does not tell.'] : []),
    ],
  }
}

function paidOf(payer: unknown, read: (value: unknown) => RevenueReading): RevenueReading {
  const type = cleanText(valueAt(payer, 'payout_type')).toLowerCase()
  if (type === 'cpa_flat' || type === '') return read(valueAt(payer, 'default_payout'))
  const known = Object.hasOwn(payoutTypes, type) ? payoutTypes[type] : undefined
  return { doubt: known ?? 'is of a type that Quoin does not know' }
}
