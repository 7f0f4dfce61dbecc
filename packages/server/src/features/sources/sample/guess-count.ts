import { readCount } from '../../../feeds/read/read-count.ts'
import type { FoundRecords } from './find-records.ts'
import { plainOf } from './guess-names.ts'
import type { GuessReason } from './guess-reason.ts'

interface CountedAnswer {
  readonly body: unknown
  readonly headers: Readonly<Record<string, string>>
  readonly found: FoundRecords
}

const countNames = [
  ...'total_count totalcount total num_offers count offers_count row_count total_records totalrecords'.split(
    ' ',
  ),
  ...'found records_total'.split(' '),
]
const countHeaders = ['x-pagination-total-count', 'x-total-count', 'x-total']

/** The network's own count: a number beside the list, or in a header, that is not smaller than what came. */
export function guessCount({ body, headers, found }: CountedAnswer): GuessReason | undefined {
  const header = countHeaders.find((name) => (readCount(headers[name]) ?? -1) >= found.records.length)
  if (header !== undefined) {
    const reason = `The header ${header} says ${headers[header]}.`
    return { part: 'count', path: `header:${header}`, reason }
  }
  const numbers = numbersAround(body, found.path)
  const named = countNames.flatMap((name) =>
    numbers.filter(([path]) => plainOf(path.split('.').at(-1) ?? '') === name),
  )
  const [count] = named.filter(([, number]) => number >= found.records.length)
  return count && { part: 'count', path: count[0], reason: `\`${count[0]}\` says ${count[1]}.` }
}

const aroundDepthMax = 4

function numbersAround(value: unknown, without: string, at = ''): readonly (readonly [string, number])[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || at === without) return []
  if (at.split('.').length > aroundDepthMax) return []
  return Object.entries(value)
    .slice(0, 50)
    .flatMap(([name, one]) => {
      const path = at === '' ? name : `${at}.${name}`
      const number = /[.\\*]/.test(name) ? undefined : readCount(one)
      return number === undefined ? numbersAround(one, without, path) : [[path, number] as const]
    })
}
