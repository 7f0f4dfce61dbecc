import { readMicros } from '@quoin/core/payout/money.ts'
import { InvalidArgumentError } from 'commander'

/** Readers of command-line values: each refuses with a reason. */
export function wholeNumber(text: string): number {
  if (!/^[0-9]{1,15}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.')
  return Number(text)
}

/** A whole number within bounds. */
export function numberFrom(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = /^[0-9]{1,15}$/.test(text) ? Number(text) : Number.NaN
    if (value >= min && value <= max) return value
    throw new InvalidArgumentError(`It must be a whole number from ${min} to ${max}.`)
  }
}

/** An amount above zero with at most six decimals, in micros. */
export function decimalMicros(text: string): number {
  const micros = readMicros(text)
  if (micros === undefined || micros <= 0) {
    throw new InvalidArgumentError(
      'It must be a plain decimal above 0 with at most 6 decimals, such as 1.25.',
    )
  }
  return micros
}

/** An amount other than zero, also below it, in micros. */
export function signedMicros(text: string): number {
  const micros = readMicros(text)
  if (micros === undefined || micros === 0) {
    throw new InvalidArgumentError(
      'It must be a plain decimal with at most 6 decimals, such as 1.25 or -1.25.',
    )
  }
  return micros
}

/** A share in percent, as a number between 0 and 1, neither of which it may be. */
export function percent(text: string): number {
  const value = /^[0-9]{1,2}(?:\.[0-9]{1,3})?$/.test(text)
    ? Number((Number(text) / 100).toFixed(6))
    : Number.NaN
  if (value >= 0.0001 && value < 1) return value
  throw new InvalidArgumentError('It must be a percentage above 0 and below 100, such as 2.5.')
}

/** An amount with at most six decimals, in micros; zero admits nothing. */
export function amountMicros(text: string): number {
  const micros = readMicros(text)
  if (micros !== undefined && micros >= 0) return micros
  throw new InvalidArgumentError('It must be a plain decimal with at most 6 decimals, such as 250 or 1.25.')
}

const secondsByUnit: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400 }

/** `0`, `90s`, `15m`, `24h`, `7d`. */
export function durationSec(text: string): number {
  const match = /^([0-9]{1,6})([smhd]?)$/.exec(text)
  const unit = match ? secondsByUnit[match[2] || 's'] : undefined
  if (!match || unit === undefined) throw new InvalidArgumentError('It must look like 30m, 24h or 7d.')
  return Number(match[1]) * unit
}

export function oneOf<const Word extends string>(...words: readonly Word[]): (text: string) => Word {
  return (text) => {
    const word = words.find((known) => known === text)
    if (word === undefined) throw new InvalidArgumentError(`It must be one of ${words.join(', ')}.`)
    return word
  }
}

/** A name that people read: not empty, one line. */
export function name(text: string): string {
  const plain = text.trim()
  if (plain !== '' && plain.length <= 255 && plain.isWellFormed() && !/\p{Cc}/u.test(plain)) return plain
  throw new InvalidArgumentError('It must be one line of 1 to 255 characters.')
}

/** Names of settings that are to have their defaults again. Repeatable. */
export function settingsFrom<const Setting extends string>(
  settings: readonly Setting[],
): (text: string, previous?: readonly Setting[]) => readonly Setting[] {
  const read = oneOf(...settings)
  return (text, previous = []) => [...previous, read(text)]
}

/** Refuses to set and unset the same at once: one of the two was meant otherwise. `--a-b` is `aB` in options. */
export function checkUnset(options: object, unset: readonly string[]): void {
  const twice = unset.find((setting) => {
    const option = setting.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())
    return Reflect.get(options, option) !== undefined
  })
  if (twice !== undefined) throw new Error(`--${twice} and --unset ${twice} contradict each other.`)
}

/** The changes of an update, unless there are none: then something was forgotten. */
export function someOf<Changes extends object>(changes: Changes): Changes {
  if (Object.values(changes).some((value) => value !== undefined)) return changes
  throw new Error('Nothing to change: name at least one option.')
}

/** Some of the words, each once, separated by commas. */
export function listOf<const Word extends string>(
  ...words: readonly Word[]
): (text: string) => readonly Word[] {
  const read = oneOf(...words)
  return (text) => {
    const list = text.split(',').map(read)
    if (new Set(list).size === list.length) return list
    throw new InvalidArgumentError('It must name each once.')
  }
}

/** A UTC day such as 2026-11-21, as its first millisecond. */
export function dayMs(text: string): number {
  const timeMs = /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(timeMs) || !new Date(timeMs).toISOString().startsWith(text)) {
    throw new InvalidArgumentError('It must be a day such as 2026-11-21.')
  }
  return timeMs
}

/** A decimal in steps of a basis point of `whole`. */
export function basisPoints(whole: 1 | 100): (text: string) => number {
  return (text) => {
    const micros = readMicros(text)
    const points = micros === undefined ? Number.NaN : (micros * 10_000) / (whole * 1_000_000)
    const max = whole === 100 ? 10_000 : 1_000_000
    if (Number.isInteger(points) && points >= (whole === 100 ? 0 : 1) && points <= max) return points
    throw new InvalidArgumentError(
      whole === 100
        ? 'It must be from 0 to 100 with at most 2 decimals.'
        : 'It must be from 0.0001 to 100 with at most 4 decimals.',
    )
  }
}
