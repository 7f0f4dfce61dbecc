import type { CapPeriod } from '../../caps/cap.ts'
import type { ListKind } from '../../lists/list-entry.ts'
import { plain, strong } from '../piece.ts'
import { tellCount, tellCountry, tellUsd } from '../tell-value.ts'
import { type Filler, ofField, ofText, textFor } from './filler.ts'

/** Where a margin, cap or list entry holds: an offer, an app, a network, a country, a user, or everywhere. */
export const scope: Filler = (facts) => {
  const parts = scopes.flatMap(([words, fill]) => {
    const filled = fill(facts)
    return filled === undefined ? [] : [plain(words), ...filled]
  })
  return parts.length === 0 ? [plain(' of the platform')] : parts
}

const scopes: readonly (readonly [words: string, fill: Filler])[] = [
  [' of ', ofField('offerId', 'offer')],
  [' of ', ofField('networkId', 'network')],
  [' of ', ofField('appId', 'app')],
  [' for the user ', ofText('userId')],
  [
    ' in ',
    ({ field }) =>
      typeof field('country') === 'string' ? [plain(tellCountry(String(field('country'))))] : undefined,
  ],
  [' for ', ({ field }) => (field('isPerUser') === true ? [plain('each user')] : undefined)],
]

const periods: Readonly<Record<CapPeriod, string>> = { daily: ' a day', total: ' in all' }

export const limit: Filler = ({ field }) => {
  const [amount, measure] = [field('limit'), field('measure')]
  if (typeof amount !== 'number') return undefined
  const text =
    measure === 'count' ? tellCount(amount, 'conversion') : `${tellUsd(amount)} of ${String(measure)}`
  return [strong(`${text}${textFor(periods, field('period'))}`)]
}

const entryKinds: Readonly<Record<ListKind, string>> = {
  device: 'the device ',
  user: 'the user ',
  address: 'the address ',
  cidr: 'the addresses ',
  asn: 'the autonomous system ',
  country: '',
}

export const entry: Filler = ({ field }) => {
  const [kind, value] = [String(field('kind')), String(field('value') ?? '')]
  return [plain(textFor(entryKinds, kind)), strong(kind === 'country' ? tellCountry(value) : value)]
}
