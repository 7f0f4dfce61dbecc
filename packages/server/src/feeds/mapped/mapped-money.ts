import { formatMicros, readMicros } from '@quoin/core/payout/money.ts'
import { entriesAtPath, isCutAtPath, valueAtPath } from '@quoin/core/sources/mapping/feed-path.ts'
import type { FeedMapping, ListMapping } from '@quoin/core/sources/mapping/mapping.ts'
import { isBlank } from '@quoin/core/offers/row/reading.ts'
import { type FeedEvent, goalsOf } from '../read/goals-of.ts'
import { rulesIn } from '../read/list-of.ts'
import { readId } from '../read/read-id.ts'
import { readPlainText } from '../read/read-plain-text.ts'
import { readPaid, readRevenue, type RevenueReading } from '../read/read-revenue.ts'
import { settlePrices } from '../read/settle-prices.ts'
import { amountIn, tellGoal, tellRevenue } from '../read/tell-revenue.ts'
import { valueOfColumn } from './mapped-cells.ts'
import { tellShare } from './tell-share.ts'

interface MappedMoney {
  readonly row: Readonly<Record<string, unknown>>
  readonly doubts: readonly string[]
  /** Nothing says what is paid. */
  readonly isUnpriced: boolean
  /** The currencies that stand beside the amounts. */
  readonly currencies: readonly string[]
}

const unpriced: MappedMoney = { row: {}, doubts: [], isUnpriced: true, currencies: [] }

const cut: MappedMoney = { ...unpriced, doubts: ['It has more payments than are read.'], isUnpriced: false }

type ReadAmount = (value: unknown) => RevenueReading

/** The amounts of a record: of its goals, else of its prices, else its own. */
export function moneyOf(record: unknown, { columns, goals, prices }: FeedMapping): MappedMoney {
  const list = goals ?? prices
  if (list !== undefined && isCutAtPath(record, list.at)) return cut
  const events = goals === undefined ? [] : entriesOf(record, goals)
  if (goals !== undefined && events.length > 0) return goalsIn(events, goals)
  const payments = prices === undefined ? [] : entriesOf(record, prices)
  if (prices !== undefined && payments.length > 0) return pricesIn(payments, prices)
  const column = columns.revenue
  const value = column && valueOfColumn(record, column)
  if (column === undefined || isBlank(value)) return unpriced
  const reading = amountReader(column.as, readRevenue)(only(value))
  if (reading === 'none') return unpriced
  return {
    row: amountIn(reading),
    doubts: [
      ...tellRevenue('It', reading),
      ...(column.at ?? []).flatMap((path) => tellShare('It', record, path)),
    ],
    isUnpriced: false,
    currencies: named(reading),
  }
}

function entriesOf(record: unknown, { at, revenue }: ListMapping): readonly unknown[] {
  return entriesAtPath(record, at, revenue).filter((one) => !isBlank(one))
}

/** A list of one amount is that; one of several is no amount. */
function only(value: unknown): unknown {
  if (!Array.isArray(value)) return typeof value === 'object' ? 'an object' : value
  return value.length === 1 ? value[0] : `${value.length} values`
}

function amountReader(as: 'amount' | 'cents' | string | undefined, read: ReadAmount): ReadAmount {
  if (as !== 'cents') return read
  return (value) => {
    const reading = read(value)
    if (typeof reading !== 'object' || !('amount' in reading)) return reading
    const micros = readMicros(reading.amount)
    if (micros === undefined || micros % 100 !== 0) return { doubt: 'has more decimals than cents have' }
    return { ...reading, amount: formatMicros(micros / 100) }
  }
}

function named(reading: RevenueReading): readonly string[] {
  return typeof reading === 'object' && 'currency' in reading && reading.currency !== undefined
    ? [reading.currency]
    : []
}

/** Entries of one id are one goal: each is its amount for some countries and platforms. */
function goalsIn(events: readonly unknown[], mapping: ListMapping): MappedMoney {
  const named = events.flatMap((event) => {
    const id = readId(valueAtPath(event, mapping.id ?? ''))
    return id === undefined ? [] : [{ id, event }]
  })
  const read = [...Map.groupBy(named, ({ id }) => id)].map(([id, own]) =>
    readGoal(
      id,
      own.map(({ event }) => event),
      mapping,
    ),
  )
  // A postback names the goal, also where it is alone.
  const { row, doubts } = goalsOf(
    read.map(({ event }) => event),
    { isOneAGoal: true },
  )
  const lost = named.length < events.length ? ['It has a goal without an id.'] : []
  return {
    row,
    doubts: [...read.flatMap((one) => one.doubts), ...doubts, ...lost],
    isUnpriced: false,
    currencies: read.flatMap(({ currencies }) => currencies),
  }
}

interface ReadGoal {
  readonly event: FeedEvent
  readonly doubts: readonly string[]
  readonly currencies: readonly string[]
}

function readGoal(id: string, entries: readonly unknown[], mapping: ListMapping): ReadGoal {
  const path = mapping.name
  const names = path === undefined ? [] : entries.map((entry) => readPlainText(valueAtPath(entry, path)))
  const name = (names.find((one) => one !== '') ?? '').replaceAll(/\s+/g, ' ')
  const subject = tellGoal(name === '' ? id : name)
  const { terms, doubts, currencies } = settled(entries, mapping, { subject, read: readPaid })
  return { event: { id, name, ...terms }, doubts, currencies }
}

function pricesIn(payments: readonly unknown[], mapping: ListMapping): MappedMoney {
  const { terms, doubts, currencies } = settled(payments, mapping, { subject: 'It', read: readRevenue })
  return { row: terms, doubts, isUnpriced: false, currencies }
}

interface PaidSubject {
  readonly subject: string
  readonly read: ReadAmount
}

/** An amount for everybody, or prices. An amount that cannot be read may be for anybody: no other one is certain then. */
function settled(entries: readonly unknown[], mapping: ListMapping, { subject, read }: PaidSubject) {
  const { revenue, as, countries, platforms } = mapping
  const readings = entries.map((entry) => amountReader(as, read)(only(valueAtPath(entry, revenue))))
  const currencies = readings.flatMap(named)
  const problems = [
    ...new Set([
      ...readings.flatMap((reading) => tellRevenue(subject, reading)),
      ...entries.flatMap((entry) => tellShare(subject, entry, revenue)),
    ]),
  ]
  if (problems.length > 0) return { terms: {}, doubts: problems, currencies }
  const rules = (entry: unknown, path: string | undefined): readonly unknown[] =>
    path === undefined ? [] : rulesIn(valueAtPath(entry, path))
  const payments = entries.flatMap((entry, at) => {
    const reading = readings[at]
    if (typeof reading !== 'object' || !('amount' in reading)) return []
    const include = rules(entry, platforms)
    return [
      {
        revenue: reading.amount,
        countries: rules(entry, countries),
        isExclusion: false,
        platforms: include.length === 0 ? [] : [{ include }],
      },
    ]
  })
  const { doubts, ...terms } = settlePrices(payments)
  const told = doubts.map((doubt) => (subject === 'It' ? doubt : `${subject}: ${doubt}`))
  return { terms, doubts: told, currencies }
}
