import { formatMicros } from '@quoin/core/payout/money.ts'

/** A command's result, as JSON for people and programs; a text is there for people already. */
export function printResult(result: unknown): string {
  return typeof result === 'string' ? result : escapeControls(JSON.stringify(presentValue(result), null, 2))
}

/** JSON escapes the older control characters alone; a terminal obeys others, too. It stays the same JSON. */
function escapeControls(json: string): string {
  return json.replaceAll(/[\u007f-\u009f\p{Cf}\p{Zl}\p{Zp}]/gu, (text) =>
    Array.from({ length: text.length }, (_, at) => text.charCodeAt(at))
      .map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`)
      .join(''),
  )
}

interface Unit {
  readonly suffix: RegExp
  readonly present: (value: number | bigint) => string
}

/** Inside, units stand in the names; outside, times are ISO 8601 and amounts exact decimals. */
const units: readonly Unit[] = [
  { suffix: /(?<=At)Ms$/, present: (ms) => new Date(Number(ms)).toISOString() },
  { suffix: /(?<=At)Sec$/, present: (seconds) => new Date(Number(seconds) * 1000).toISOString() },
  { suffix: /(?<=[a-z])Micros$/, present: (micros) => formatMicros(micros) },
]

function presentValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(presentValue)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(presentEntry))
}

function presentEntry([name, value]: [string, unknown]): [string, unknown] {
  const unit = units.find(({ suffix }) => suffix.test(name))
  if (unit === undefined) return [name, presentValue(value)]
  return [name.replace(unit.suffix, ''), isAmount(value) ? unit.present(value) : value]
}

function isAmount(value: unknown): value is number | bigint {
  return typeof value === 'number' || typeof value === 'bigint'
}
