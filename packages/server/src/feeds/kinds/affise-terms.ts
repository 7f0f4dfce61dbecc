import { cleanText } from '../read/clean-text.ts'
import { type FeedEvent, goalsOf } from '../read/goals-of.ts'
import { listOf, rulesIn } from '../read/list-of.ts'
import { readId } from '../read/read-id.ts'
import { readPlainText } from '../read/read-plain-text.ts'
import { readPaid, readRevenue, type RevenueReading } from '../read/read-revenue.ts'
import { type FeedPayment, settlePrices } from '../read/settle-prices.ts'
import { tellGoal, tellRevenue } from '../read/tell-revenue.ts'
import { valueAt } from '../read/value-at.ts'

/** The goal of a payment that names none; Affise reports it by this number. */
const usualGoal = '1'

interface AffiseTerms {
  readonly row: Readonly<Record<string, unknown>>
  readonly doubts: readonly string[]
}

/** Payments are one each for a goal, countries and devices: a goal for each of their goals, with prices. */
export function affiseTerms(record: unknown): AffiseTerms {
  const payments = listOf(valueAt(record, 'payments'))
  const byGoal = Map.groupBy(payments, (payment) => readId(valueAt(payment, 'goal')) ?? usualGoal)
  const read = [...byGoal].map(([id, own]) => readGoal(id, own, byGoal.size))
  const currencies = new Set(payments.map((one) => cleanText(valueAt(one, 'currency')).toUpperCase()))
  currencies.delete('')
  const [currency] = currencies
  const { row, doubts } = goalsOf(read.map(({ event }) => event))
  return {
    row: { ...(currency !== undefined && currencies.size === 1 && { currency }), ...row },
    doubts: [
      ...read.flatMap((one) => one.doubts),
      ...doubts,
      ...(currencies.size > 1
        ? [`It is paid in several currencies: ${[...currencies].join(', ').slice(0, 60)}.`]
        : []),
    ],
  }
}

type ReadAmount = (value: unknown) => RevenueReading

interface ReadGoal {
  readonly event: FeedEvent
  readonly doubts: readonly string[]
}

function readGoal(id: string, payments: readonly unknown[], goals: number): ReadGoal {
  const name = payments.map((one) => readPlainText(valueAt(one, 'title'))).find((title) => title !== '') ?? ''
  const event = { id, name, ...(id === usualGoal && { isDefault: true }) }
  const subject = goals > 1 ? tellGoal(name === '' ? id : name) : 'It'
  // One event besides others may be paid nothing; alone it is a mistake.
  const read = goals > 1 ? readPaid : readRevenue
  const problems = payments.flatMap((payment) => problemsOf(payment, subject, read))
  // A payment that cannot be read may be for anybody: no other one of its goal is certain.
  if (problems.length > 0) return { event, doubts: [...new Set(problems)] }
  const { doubts, ...terms } = settlePrices(payments.flatMap((payment) => paymentOf(payment, read)))
  return {
    event: { ...event, ...terms },
    doubts: doubts.map((doubt) => (goals > 1 ? `${subject}: ${doubt}` : doubt)),
  }
}

function problemsOf(payment: unknown, subject: string, read: ReadAmount): readonly string[] {
  const type = cleanText(valueAt(payment, 'type')).toLowerCase()
  if (type === 'percent') return [`${subject} has a payout that is a percentage, and no amount.`]
  if (type !== 'fixed' && type !== '') return [`${subject} has a payout of a type that Quoin does not know.`]
  if (rulesIn(valueAt(payment, 'cities')).length > 0) return [`${subject} is paid by city.`]
  return tellRevenue(subject, read(valueAt(payment, 'revenue')))
}

function paymentOf(payment: unknown, read: ReadAmount): readonly FeedPayment[] {
  const reading = read(valueAt(payment, 'revenue'))
  if (typeof reading !== 'object' || !('amount' in reading)) return []
  const names = (list: unknown): readonly unknown[] =>
    rulesIn(list).map((one) => (typeof one === 'object' ? valueAt(one, 'name') : one))
  return [
    {
      revenue: reading.amount,
      countries: rulesIn(valueAt(payment, 'countries')),
      isExclusion: valueAt(payment, 'country_exclude') === true,
      platforms: [
        { include: names(valueAt(payment, 'os')) },
        { include: names(valueAt(payment, 'devices')) },
      ],
    },
  ]
}
