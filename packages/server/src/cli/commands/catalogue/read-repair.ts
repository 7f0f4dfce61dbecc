import {
  joinRepairs,
  moneyColumns,
  noRepairs,
  repairKinds,
  type Repairs,
} from '@quoin/core/offers/repair/repairs.ts'
import { readCountries, readPlatforms } from '@quoin/core/offers/row/read-lists.ts'
import { plainWord } from '@quoin/core/offers/words/plain-word.ts'
import { InvalidArgumentError } from 'commander'

/** The forms that the option takes, for its help. */
export const repairForms = `all, ${repairKinds.join(', ')}, payout=comma, revenue=point, country:DACH=DE|AT|CH or platform:Phone=ios`

/** One more accepted repair of the command line. */
export function readRepair(text: string, before: Repairs = noRepairs): Repairs {
  const repair = readKind(text) ?? readMark(text) ?? readWord(text)
  if (repair === undefined) throw new InvalidArgumentError(`It must be ${repairForms}.`)
  return joinRepairs(before, { ...noRepairs, ...repair })
}

function readKind(text: string): Partial<Repairs> | undefined {
  if (text === 'all') return { kinds: repairKinds }
  const kind = repairKinds.find((known) => known === text)
  return kind === undefined ? undefined : { kinds: [kind] }
}

const marks = { comma: ',', point: '.' } as const

function readMark(text: string): Partial<Repairs> | undefined {
  const [name, mark] = text.split('=')
  const column = moneyColumns.find((known) => known === name)
  if (column === undefined || (mark !== 'comma' && mark !== 'point')) return undefined
  return { marks: { [column]: marks[mark] } }
}

/** A word with its meaning accepts the repair of such words, too. */
function readWord(text: string): Partial<Repairs> | undefined {
  const [, noun, word = '', meaning = ''] = /^(country|platform):([^=]+)=(.+)$/.exec(text) ?? []
  if (noun === undefined) return undefined
  const key = plainWord(word)
  if (noun === 'country') {
    return { kinds: ['country'], countries: { [key]: meaningOf(readCountries(meaning)) } }
  }
  return { kinds: ['platform'], platforms: { [key]: meaningOf(readPlatforms(meaning)) } }
}

function meaningOf<T>(reading: { readonly value: T } | { readonly problem: string }): T {
  if ('value' in reading) return reading.value
  throw new InvalidArgumentError(`The meaning ${reading.problem}.`)
}
