import { formatMicros } from '../payout/money.ts'
import { moment, type Piece, plain } from './piece.ts'

/** An amount of USD with two places at least, as money is written: `412.00 USD`, `−3.50 USD`. */
export function tellUsd(micros: number, { isSigned = false } = {}): string {
  return `${isSigned && micros > 0 ? '+' : ''}${tellAmount(micros)} USD`
}

function tellAmount(micros: number): string {
  const [whole = '0', places = ''] = formatMicros(micros).replace('-', '−').split('.')
  return `${whole.replaceAll(/\B(?=(?:\d{3})+$)/g, ',')}.${places.padEnd(2, '0')}`
}

/** `1 day`, `7 days`. */
export function tellCount(count: number, one: string, many = `${one}s`): string {
  return `${String(count).replaceAll(/\B(?=(?:\d{3})+$)/g, ',')} ${count === 1 ? one : many}`
}

const spans = [
  [86_400, 'day'],
  [3_600, 'hour'],
  [60, 'minute'],
] as const

/** In the largest unit that it is a whole number of. */
export function tellSpan(seconds: number): string {
  const [size, unit] = spans.find(([one]) => seconds >= one && seconds % one === 0) ?? [1, 'second']
  return tellCount(seconds / size, unit)
}

const regions = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'code' })

export function tellCountry(code: string): string {
  return /^[A-Z]{2}$/.test(code) ? (regions.of(code) ?? code) : code
}

/** By the end of a field's name: how people write its numbers. */
const units: readonly (readonly [end: RegExp, write: (value: number) => string])[] = [
  [/Micros$/, (micros) => tellUsd(micros)],
  [/basisPoints$/i, (points) => `${points / 100} %`],
  [/Sec$/, tellSpan],
  [/Days$/, (days) => tellCount(days, 'day')],
  [/PerMinute$/, (calls) => tellCount(calls, 'a minute', 'a minute')],
]

const textMax = 300

/** A value of a setting in words, by the name of its field. */
export function tellValue(field: string, value: unknown): readonly Piece[] {
  if (typeof value === 'number' && /Ms$/.test(field)) return [moment(value)]
  const text = wordsOf(field, value)
  return [plain(text.length > textMax ? `${text.slice(0, textMax)}…` : text)]
}

function wordsOf(field: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return 'none'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number') return numberOf(field, value)
  if (typeof value === 'string') return textOf(field, value)
  if (Array.isArray(value))
    return value.length === 0 ? 'none' : value.map((one) => wordsOf(field, one)).join(', ')
  const entries = Object.entries(value).filter(([, one]) => one !== null && one !== undefined)
  return entries.length === 0
    ? 'none'
    : entries.map(([name, one]) => `${spaced(name)} ${wordsOf(name, one)}`).join(', ')
}

function numberOf(field: string, value: number): string {
  const unit = units.find(([end]) => end.test(field))
  return unit === undefined ? String(value) : unit[1](value)
}

/** Lists in files have their members divided by semicolons. */
function textOf(field: string, value: string): string {
  if (/^(?:country|countries|excluded_countries)$/.test(field))
    return value
      .split(/[;,]\s*/)
      .map(tellCountry)
      .join(', ')
  return /^[a-z]+(?:_[a-z]+)+$/.test(value) ? value.replaceAll('_', ' ') : value
}

/** `releaseAtMs` is called release at: the unit is told with the value. */
export function spaced(name: string): string {
  return name
    .replace(/(?:Ms|Micros|Points|Sec)$/, '')
    .replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .replaceAll('_', ' ')
}
