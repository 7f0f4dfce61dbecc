import type { WallFrame } from './model.ts'
import type { PluralWords, WallWords } from '@quoin/core/languages/words/words.ts'

/** Words, numbers and addresses of the visit, for any part that says something. */
export interface Talk {
  readonly frame: WallFrame
  readonly words: WallWords
  readonly nowSec: number
  readonly isOnline: boolean
  /** A text with its gaps filled. */
  say(text: keyof Omit<WallWords, keyof PluralWords>, values?: Readonly<Record<string, string>>): string
  count(text: keyof PluralWords, n: number): string
  number(n: number): string
  /** An amount alone, and one with its currency. */
  amount(amount: string): string
  money(amount: string): string
  /** An amount of money in the world's currencies. */
  price(amount: string, currency: string): string
  duration(sec: number): string
  ago(atSec: number): string
  date(atSec: number): string
  day(atSec: number): string
  clock(atSec: number): string
  /** An address of this visit. */
  href(path: string, parameters?: Readonly<Record<string, string | null>>): string
}

interface TalkNeeds {
  readonly frame: WallFrame
  readonly words: WallWords
  readonly nowSec: number
  readonly isOnline: boolean
  /** The visitor's own zone, once their browser has told it. */
  readonly timeZone: string | undefined
}

/** First-strong isolate and its end: foreign text keeps to itself in a sentence of another direction. */
const isolate = (text: string): string => `\u2068${shown(text)}\u2069`

export function makeTalk({ frame, words, nowSec, isOnline, timeZone }: TalkNeeds): Talk {
  // Latin digits everywhere: amounts match those of the site.
  const locale = `${frame.locale}-u-ca-gregory-nu-latn`
  const numbers = new Intl.NumberFormat(locale, { maximumFractionDigits: frame.currency.decimals })
  const whole = new Intl.NumberFormat(locale)
  const plurals = new Intl.PluralRules(frame.language)
  const zone = { timeZone: timeZone ?? 'UTC', ...(timeZone ? {} : { timeZoneName: 'short' as const }) }
  const dates = new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'short',
    hour: 'numeric',
    minute: '2-digit',
    ...zone,
  })
  const days = new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'short',
    timeZone: timeZone ?? 'UTC',
  })
  const clocks = new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit', ...zone })
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  const talk: Talk = {
    frame,
    words,
    nowSec,
    isOnline,
    say: (text, values = {}) => fill(words[text], values),
    count: (text, n) => fill(words[text][plurals.select(n)] ?? words[text].other, { n: whole.format(n) }),
    number: (n) => whole.format(n),
    amount: (amount) => numbers.format(amount as Intl.StringNumericLiteral),
    money: (amount) => {
      const { one, many } = frame.currency
      return `${talk.amount(amount)} ${isolate(amount === '1' ? one : many)}`
    },
    price: (amount, currency) =>
      new Intl.NumberFormat(locale, {
        style: 'currency',
        currency,
        trailingZeroDisplay: 'stripIfInteger',
      }).format(amount as Intl.StringNumericLiteral),
    duration: (sec) => {
      const [n, unit] = inUnits(sec)
      return new Intl.NumberFormat(locale, {
        style: 'unit',
        unit,
        unitDisplay: n > 9 ? 'short' : 'long',
      }).format(n)
    },
    ago: (atSec) => {
      const [n, unit] = inUnits(Math.max(60, nowSec - atSec), lastMinuteAgoSec)
      return relative.format(-n, unit)
    },
    date: (atSec) => dates.format(atSec * 1000),
    day: (atSec) => days.format(atSec * 1000),
    clock: (atSec) => clocks.format(atSec * 1000),
    href: (path, parameters = {}) => {
      const query = new URLSearchParams(frame.query)
      for (const [name, value] of Object.entries(parameters)) {
        if (value !== null && value !== '') query.set(name, value)
      }
      return `${path}?${query}`
    },
  }
  return talk
}

/** Foreign text as it is, but for marks that would turn what stands around them. */
export function shown(text: string): string {
  return text.replaceAll(/[\u202a-\u202e\u2066-\u2069\u200e\u200f]/g, '\ufffd')
}

/** A task takes 75 minutes; what happened 61 minutes ago happened an hour ago. */
const lastMinuteSec = 5_400
const lastMinuteAgoSec = 3_570

/** Rounded as people speak of time. */
function inUnits(sec: number, minutesBelowSec = lastMinuteSec): [n: number, unit: 'minute' | 'hour' | 'day'] {
  if (sec < minutesBelowSec) return [Math.max(1, Math.round(sec / 60)), 'minute']
  if (sec < 129_600) return [Math.round(sec / 3_600), 'hour']
  return [Math.round(sec / 86_400), 'day']
}

function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\{(\w+)\}/g, (gap, name: string) => {
    const value = values[name]
    if (value === undefined) return gap
    return ['site', 'id', 'currency', 'devices', 'step'].includes(name) ? isolate(value) : value
  })
}
