import { cleanText } from '../read/clean-text.ts'
import { type FeedEvent, goalsOf } from '../read/goals-of.ts'
import { listOf } from '../read/list-of.ts'
import { readId } from '../read/read-id.ts'
import { readFeedJson } from '../read/read-json.ts'
import { readPaid, readRevenue, type RevenueReading } from '../read/read-revenue.ts'
import { settlePrices } from '../read/settle-prices.ts'
import { tellGoal, tellRevenue } from '../read/tell-revenue.ts'
import { valueAt } from '../read/value-at.ts'

/** The goal that is the conversion itself: a report that names none is about it. */
const conversionGoal = '0'

/** Models by which a payout is an amount for an event. */
const amountModels = new Set(['cpa', 'cpi', 'cpl', 'cpe'])

const otherModels: Readonly<Record<string, string>> = {
  cps: 'is for sales: an amount or a percentage',
  cpc: 'is for clicks',
  cpm: 'is for impressions',
}

interface TrackierTerms {
  readonly row: Readonly<Record<string, unknown>>
  readonly doubts: readonly string[]
}

interface ReadEvent {
  readonly event: FeedEvent
  readonly doubts: readonly string[]
}

/** The payouts of the conversion, and of each goal besides it; undefined where nothing is said of any. */
export function trackierTerms(record: unknown): TrackierTerms | undefined {
  const goals = listOf(valueAt(record, 'goals'))
  const payouts = valueAt(record, 'payouts')
  const hasGoals = goals.length > 0
  const base = isNothing(payouts)
    ? []
    : [
        eventOf(
          { id: conversionGoal, name: 'Conversion', isDefault: true },
          { payouts, model: valueAt(record, 'model'), hasGoals },
        ),
      ]
  const others = goals.flatMap((goal) => {
    const id = readId(valueAt(goal, 'id'))
    if (id === undefined) return []
    const name = cleanText(valueAt(goal, 'title')).replaceAll(/\s+/g, ' ')
    const model = cleanText(valueAt(goal, 'payout_model')) || valueAt(record, 'model')
    return [eventOf({ id, name }, { payouts: valueAt(goal, 'payouts'), model, hasGoals })]
  })
  if (base.length === 0 && !hasGoals) return undefined
  const events = [...base, ...others]
  const { row, doubts } = goalsOf(
    events.map(({ event }) => event),
    { isOneAGoal: hasGoals },
  )
  const { currency, doubts: ofCurrency } = currencyOf(record, goals)
  const lost = others.length < goals.length ? ['It has a goal without an id.'] : []
  return {
    row: { ...(currency !== undefined && { currency }), ...row },
    doubts: [...events.flatMap((one) => one.doubts), ...doubts, ...lost, ...ofCurrency],
  }
}

function isNothing(payouts: unknown): boolean {
  const isList = typeof payouts === 'object' || typeof payouts === 'string'
  return cleanText(payouts) === ''
    ? listOf(payouts).length === 0
    : isList && payoutRowsOf(payouts)?.length === 0
}

interface EventPayouts {
  readonly payouts: unknown
  readonly model: unknown
  readonly hasGoals: boolean
}

function eventOf(event: FeedEvent, { payouts, model, hasGoals }: EventPayouts): ReadEvent {
  const subject = hasGoals ? tellGoal(event.name === '' ? event.id : event.name) : 'It'
  const rows = payoutRowsOf(payouts)
  if (rows === undefined)
    return { event, doubts: [`${subject} has payouts in a text that can be read in two ways.`] }
  if (rows.length === 0) return { event, doubts: tellRevenue(subject, 'none') }
  const read = rows.map((payout) => ({ payout, reading: paidOf(payout, model, hasGoals) }))
  const problems = read.flatMap(({ reading }) => tellRevenue(subject, reading))
  // A payout that cannot be read may be for anybody: no other one of its event is certain.
  if (problems.length > 0) return { event, doubts: [...new Set(problems)] }
  const { doubts, ...terms } = settlePrices(
    read.flatMap(({ payout, reading }) =>
      typeof reading === 'object' && 'amount' in reading
        ? [
            {
              revenue: reading.amount,
              countries: trackierWords(valueAt(payout, 'geo')),
              isExclusion: false,
              platforms: [],
            },
          ]
        : [],
    ),
  )
  return {
    event: { ...event, ...terms },
    doubts: doubts.map((doubt) => (hasGoals ? `${subject}: ${doubt}` : doubt)),
  }
}

function payoutRowsOf(payouts: unknown): readonly unknown[] | undefined {
  return typeof payouts === 'string' ? readWrittenList(payouts) : listOf(payouts)
}

function paidOf(payout: unknown, model: unknown, hasGoals: boolean): RevenueReading {
  const word = cleanText(model).toLowerCase()
  const amount = valueAt(payout, 'payout')
  // One event besides others may be paid nothing; alone it is a mistake.
  if (amountModels.has(word)) return hasGoals ? readPaid(amount) : readRevenue(amount)
  const known = Object.hasOwn(otherModels, word) ? otherModels[word] : undefined
  return { doubt: known ?? 'is of a model that Quoin does not know' }
}

/** Payouts may name a currency, or have its mark; those that name none have that of the campaign. */
function currencyOf(record: unknown, goals: readonly unknown[]) {
  const usual = valueAt(record, 'currency')
  const lists = [record, ...goals].map((one) => payoutRowsOf(valueAt(one, 'payouts')) ?? [])
  const named = lists.flat().flatMap((payout) => {
    const reading = readPaid(valueAt(payout, 'payout'))
    const marked = typeof reading === 'object' && 'currency' in reading ? reading.currency : undefined
    return [cleanText(valueAt(payout, 'currency') ?? usual).toUpperCase(), marked ?? '']
  })
  const currencies = [...new Set(named)].filter((currency) => currency !== '')
  if (currencies.length <= 1) return { currency: currencies[0], doubts: [] }
  const words = currencies.join(', ').slice(0, 60)
  return { currency: undefined, doubts: [`It is paid in several currencies: ${words}.`] }
}

/** A list of words; one alone may stand without its list. */
export function trackierWords(value: unknown): readonly unknown[] {
  return typeof value === 'string' ? (readWrittenList(value) ?? [value]) : listOf(value)
}

/** Longer lists are no payouts. */
const writtenLengthMax = 10_000

const writtenToken = /'([^'"\\\p{Cc}]*)'|"([^'"\\\p{Cc}]*)"|None|True|False|-?\d+(?:\.\d+)?|[[\]{},:]|\s+/uy
const writtenWords: Readonly<Record<string, string>> = { None: 'null', True: 'true', False: 'false' }

/**
 * A list as Python writes it in a text: `[{'payout': 2}]`. Undefined for all that is not certain, such as escapes and
 * quotes inside quotes.
 */
function readWrittenList(text: string): readonly unknown[] | undefined {
  if (text.length > writtenLengthMax) return undefined
  let json = ''
  for (let at = 0; at < text.length; at = writtenToken.lastIndex) {
    writtenToken.lastIndex = at
    const [token, single, double] = writtenToken.exec(text) ?? []
    if (token === undefined) return undefined
    const quoted = single ?? double
    json += quoted === undefined ? (writtenWords[token] ?? token) : `"${quoted}"`
  }
  const value = readFeedJson(json)?.value
  return Array.isArray(value) ? listOf(value) : undefined
}
