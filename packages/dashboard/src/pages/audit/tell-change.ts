import { formatMoney } from '../../format/format-money.ts'
import { explainMoment, formatSpan } from '../../format/format-time.ts'

/** Where the parts of its name, one after the other, are no English. */
const actionTexts: Readonly<Record<string, string>> = {
  'app.called_as': 'API called as the app',
  'link.set_up_made': 'Set-up link made',
  'session.others_ended': 'Other sessions ended',
}

/** `publisher_token.made` is told as Publisher token made. */
export function tellAction(action: string): string {
  const text = actionTexts[action] ?? action.replaceAll(/[._]/g, ' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Pages of what may be changed, by its noun; the id follows. Networks are noted by their slugs. */
const objectPages: Readonly<Record<string, string>> = {
  app: '/ops/apps/',
  callback_endpoint: '/ops/callbacks/',
  conversion: '/ops/review/',
  offer: '/ops/offers/',
  publisher: '/ops/publishers/',
}

/** The page of `offer:12`; undefined where it has none. */
export function pageOf(object: string): string | undefined {
  const [noun = '', id = ''] = object.split(':')
  const page = objectPages[noun]
  return page === undefined || !/^[\w-]+$/.test(id) ? undefined : page + id
}

const linesMax = 6
const textMax = 80

/** The fields that differ, as `name: before → after`, and what else is known of a change. */
export function tellChange(details: object): readonly string[] {
  const { before, after, ...rest } = details as Readonly<Record<string, unknown>> // a JSON object of the API
  const [old, present] = [recordOf(before), recordOf(after)]
  const names = [...new Set([...Object.keys(old), ...Object.keys(present)])]
  const changes = names.map((name) => {
    const now = name in present ? textOf(name, present[name]) : 'gone'
    return `${wordsOf(name)}: ${name in old ? `${textOf(name, old[name])} → ` : ''}${now}`
  })
  const others = Object.entries(rest).map(([name, value]) => `${wordsOf(name)}: ${textOf(name, value)}`)
  const lines = [...changes, ...others]
  const left = lines.length - linesMax
  return left > 0 ? [...lines.slice(0, linesMax), `and ${left} more`] : lines
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {}
}

/** `releaseAtMs` is called release at, `payoutMicros` payout: the unit is told with the value. */
export function wordsOf(name: string): string {
  return name
    .replace(/(?:Ms|Micros|Points|Sec)$/, '')
    .replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .replaceAll('_', ' ')
}

/** By the end of a name: how people write its numbers. */
const units: readonly (readonly [end: RegExp, write: (value: number) => string])[] = [
  [/(?:At|from|to|From|To)Ms$/, (ms) => explainMoment(ms / 1000).split('\n')[0] ?? ''],
  [/Micros$/, (micros) => formatMoney((micros / 1_000_000).toFixed(6), { placesMax: 6 })],
  [/basisPoints$/i, (points) => `${points / 100} %`],
  [/Sec$/, formatSpan],
]

export function textOf(name: string, value: unknown): string {
  const unit = typeof value === 'number' ? units.find(([end]) => end.test(name)) : undefined
  if (unit && typeof value === 'number') return unit[1](value)
  const text =
    value === null || value === undefined || value === ''
      ? 'none'
      : typeof value === 'string'
        ? value
        : JSON.stringify(value)
  return text.length > textMax ? `${text.slice(0, textMax)}…` : text
}
