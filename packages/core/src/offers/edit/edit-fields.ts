import { formatMicros } from '../../payout/money.ts'
import { scaleWhole } from '../../payout/convert.ts'
import { payoutUnderMargin } from '../../terms/margin-rule.ts'
import {
  amountMicrosMax,
  capMax,
  readAmount,
  readCap,
  readHoldDays,
  readPercent,
} from '../row/read-amounts.ts'
import { type FieldRule, type Outcome, op, plainOp } from './edit-rule.ts'
import type { EditFacts, EditField, EditValues } from './edit-values.ts'
import { refusePrices, repaid, showPrices } from './edited-prices.ts'
import { categoriesMax, readSomeCategories, readSomeCountries, readSomePlatforms } from '../row/read-lists.ts'

const whole = 10_000

const raised = readPercent({ min: 1, max: 1_000_000 })
const lowered = readPercent({ min: 1, max: whole })
const changed = readPercent({ min: -whole, max: 100_000 })
const margin = readPercent({ min: 0, max: whole })

/** Each field of an offer that an edit of many may change, with its operations: the form, the server and the command line are made of it. */
export const editFields: { readonly [Field in EditField]: FieldRule<EditValues[Field]> } = {
  dailyCap: {
    label: 'Daily cap',
    ops: {
      set: op({ label: 'Set to', takes: 'count', read: readCap, change: (cap) => ({ value: cap }) }),
      raise: op({
        label: 'Raise by',
        takes: 'percent',
        read: raised,
        change: (points, cap) => scaledCap(cap, whole + points, 'ceil'),
      }),
      lower: op({
        label: 'Lower by',
        takes: 'percent',
        read: lowered,
        change: (points, cap) => scaledCap(cap, whole - points, 'floor'),
      }),
      remove: plainOp('Remove', () => ({ value: null })),
    },
    show: (cap) => (cap === null ? 'none' : String(cap)),
  },
  payout: {
    label: 'Payout',
    ops: {
      set: op({
        label: 'Set to',
        takes: 'amount',
        read: readAmount,
        change: (micros) => ({ value: micros }),
      }),
      percent: op({
        label: 'Change by',
        takes: 'percent',
        read: changed,
        change: (points, micros) => ({ value: scaleWhole(micros, whole + points, 'floor') }),
      }),
      margin: op({
        label: 'From margin',
        takes: 'percent',
        read: margin,
        change: (points, _micros, { revenueMicros }) => ({ value: payoutUnderMargin(revenueMicros, points) }),
      }),
    },
    show: (micros) => formatMicros(micros),
    refuses: refusePayout,
  },
  prices: {
    label: 'Prices by country, goals too',
    ops: {
      percent: op({
        label: 'Change payouts by',
        takes: 'percent',
        read: changed,
        change: (points, prices) => ({
          value: repaid(prices, ({ payoutMicros }) => scaleWhole(payoutMicros, whole + points, 'floor')),
        }),
      }),
      margin: op({
        label: 'Payouts from margin',
        takes: 'percent',
        read: margin,
        change: (points, prices) => ({
          value: repaid(prices, ({ revenueMicros }) => payoutUnderMargin(revenueMicros, points)),
        }),
      }),
    },
    show: showPrices,
    refuses: refusePrices,
  },
  countries: {
    label: 'Countries',
    ops: {
      add: op({
        label: 'Add',
        takes: 'countries',
        read: readSomeCountries,
        // An offer for everywhere has them already.
        change: (added, codes) => ({ value: codes.length === 0 ? codes : union(codes, added) }),
      }),
      remove: op({
        label: 'Remove',
        takes: 'countries',
        read: readSomeCountries,
        change(removed, codes) {
          if (codes.length === 0) return { cannot: 'It is shown everywhere: replace its countries instead.' }
          const left = codes.filter((code) => !removed.includes(code))
          return left.length > 0
            ? { value: left }
            : { cannot: 'No country would be left, which would mean everywhere: pause it instead.' }
        },
      }),
      replace: op({
        label: 'Replace with',
        takes: 'countries',
        read: readSomeCountries,
        change: (codes) => ({ value: codes }),
      }),
      everywhere: plainOp('Everywhere', () => ({ value: [] })),
    },
    show: (codes) => (codes.length === 0 ? 'everywhere' : codes.join(', ')),
  },
  holdDays: {
    label: 'Hold',
    ops: {
      set: op({ label: 'Set to', takes: 'days', read: readHoldDays, change: (days) => ({ value: days }) }),
    },
    show: (days) => (days === 1 ? '1 day' : `${days} days`),
  },
  platforms: {
    label: 'Platforms',
    ops: {
      replace: op({
        label: 'Replace with',
        takes: 'platforms',
        read: readSomePlatforms,
        change: (platforms) => ({ value: platforms }),
      }),
      all: plainOp('All', () => ({ value: [] })),
    },
    show: (platforms) => (platforms.length === 0 ? 'all' : platforms.join(', ')),
  },
  categories: {
    label: 'Category',
    ops: {
      add: op({
        label: 'Add',
        takes: 'categories',
        read: readSomeCategories,
        change: (added, slugs) => boundCategories(union(slugs, added)),
      }),
      remove: op({
        label: 'Remove',
        takes: 'categories',
        read: readSomeCategories,
        change: (removed, slugs) => ({ value: slugs.filter((slug) => !removed.includes(slug)) }),
      }),
      replace: op({
        label: 'Replace with',
        takes: 'categories',
        read: readSomeCategories,
        change: (slugs) => ({ value: slugs }),
      }),
    },
    show: (slugs) => slugs.join(', ') || 'none',
  },
  margin: {
    label: 'Margin rule',
    ops: {
      set: op({ label: 'Set to', takes: 'percent', read: margin, change: (points) => ({ value: points }) }),
      remove: plainOp('Remove', () => ({ value: null })),
    },
    show: (points) => (points === null ? 'none' : `${points / 100} %`),
  },
  state: {
    label: 'State',
    ops: {
      pause: plainOp('Pause', ({ file, pausedAtMs }, { nowMs }) => ({
        value: { file, pausedAtMs: pausedAtMs ?? nowMs },
      })),
      resume: plainOp('Resume', () => ({ value: { file: 'active', pausedAtMs: null } })),
    },
    show: ({ file, pausedAtMs }) =>
      pausedAtMs !== null ? 'paused' : file === 'active' ? 'active' : 'paused by its network',
  },
}

/** The names of this very table. */
export const editFieldNames = Object.keys(editFields) as readonly EditField[]

/** An offer without a cap is neither raised nor lowered. */
function scaledCap(cap: number | null, points: number, rounding: 'ceil' | 'floor'): Outcome<number | null> {
  if (cap === null) return { value: null }
  const next = scaleWhole(cap, points, rounding)
  if (next < 1) return { cannot: 'Its cap would be below 1: pause it instead.' }
  return next > capMax ? { cannot: `Its cap would be above ${capMax}.` } : { value: next }
}

function refusePayout(micros: number, facts: EditFacts): string | undefined {
  const { revenueMicros, payoutShareBasisPoints: points, goals } = facts
  if (goals.length > 0) return 'Its goals pay, each an amount of its own.'
  if (points !== null) return `Its payout is ${points / 100} % of what the network pays, not an amount.`
  if (micros > amountMicrosMax) return 'Its payout would be above 100000.'
  if (micros <= revenueMicros) return undefined
  return `Its payout of ${formatMicros(micros)} would be above its revenue of ${formatMicros(revenueMicros)}.`
}

function boundCategories(slugs: readonly string[]): Outcome<readonly string[]> {
  return slugs.length > categoriesMax
    ? { cannot: `It would have ${slugs.length} categories; ${categoriesMax} are allowed.` }
    : { value: slugs }
}

function union(before: readonly string[], added: readonly string[]): readonly string[] {
  return [...new Set([...before, ...added])]
}
