import { formatMicros } from '@quoin/core/payout/money.ts'
import { secondsOf } from '@quoin/core/time/seconds-of.ts'

/**
 * Facts as they are named on the wire: snake_case, times in Unix seconds, amounts as exact decimals in text. Units
 * stand in the names inside, and are gone outside.
 */
export function presentFacts(facts: object): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(facts).map(presentFact))
}

function presentAny(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(presentAny)
  return typeof value === 'object' && value !== null ? presentFacts(value) : value
}

function presentFact([name, value]: [string, unknown]): [string, unknown] {
  const plain = name.replace(/(?<=At)Ms$|(?<=[a-z])Micros$/, '')
  return [snakeCase(plain), presentValue(name, value)]
}

function presentValue(name: string, value: unknown): unknown {
  // A network's parameters are shown with the names that it sent.
  if (name === 'parameters') return value
  if (typeof value !== 'number') return presentAny(value)
  if (name.endsWith('AtMs')) return secondsOf(value)
  return name.endsWith('Micros') ? formatMicros(value) : value
}

function snakeCase(name: string): string {
  return name
    .replace(/^is(?=[A-Z])/, '')
    .replaceAll(/(?<=[a-z0-9])[A-Z]|^[A-Z]/g, (letter, at: number) =>
      at === 0 ? letter.toLowerCase() : `_${letter.toLowerCase()}`,
    )
}
