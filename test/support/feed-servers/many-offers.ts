import { type Dice, diceOf } from '../dice.ts'
import type { NetworkOffer, NetworkPlatform } from './network-offer.ts'

/** Offers with the dirt that networks have, the same for the same seed. Ids are numbers from 1000 on. */
export function manyOffers(count: number, seed: number): readonly NetworkOffer[] {
  const dice = diceOf(seed)
  return Array.from({ length: count }, (_, at) => oneOffer(String(1000 + at), dice))
}

function oneOffer(id: string, dice: Dice): NetworkOffer {
  const pick = <T>(values: readonly [T, ...T[]]): T => values[dice(values.length)] ?? values[0]
  const countries = pick(countryLists)
  const restrictions = dice(9) === 0 ? pick(restrictionTexts) : ''
  const goals = dice(5) === 0 ? goalsOf(dice) : []
  const deniedCountries = countries.length === 0 && dice(6) === 0 ? ['DE', 'UK'] : []
  const prices =
    countries.length > 1 && dice(4) === 0 ? [{ countries: ['US'], revenue: money(dice, 900) }] : []
  const currency = pick(currencies)
  return {
    id,
    name: `${pick(names)} ${id}${pick(['', '', '', '  ', '\t', ' - US', '\u00a0'])}`,
    description: pick(descriptions),
    countries,
    ...(deniedCountries.length > 0 ? { deniedCountries } : {}),
    platforms: pick(platformLists),
    revenue: goals.length > 0 && dice(3) === 0 ? '' : revenue(dice),
    ...(currency === undefined ? {} : { currency }),
    ...(prices.length > 0 ? { prices } : {}),
    goals,
    status: pick(['active', 'active', 'active', 'active', 'active', 'active', 'active', 'paused', 'expired']),
    isApproved: dice(10) > 0,
    restrictions,
    cap: pick(['0', '', '1000000', '25', '500']),
    expires: pick(['', '0000-00-00 00:00:00', '2031-12-31 19:59:59', '2030-02-28 00:00:00']),
    link: `https://trk.example/click?o=${id}&a=77`,
  }
}

const names = [
  'Sample Quest',
  'Bäckerei Größe',
  'Email submit & go',
  'Win <b>big</b>',
  'Банк онлайн',
  'Merge Farm 🎮',
  'Survey &amp; more',
  'O’Hara “Deluxe”',
] as const

const descriptions = [
  '<p>Install &amp; reach level 5.</p>\r\n<ul><li>New users only 🎮</li></ul>',
  'Plain text',
  '',
  '<b>US only</b><br>Line two<br/>Line three &lt; 4 &euro;',
  '<p>Текст</p>\r\n',
  '&lt;p&gt;Packed twice&lt;/p&gt;',
  '<script>alert(1)</script><style>p{}</style><p>Visible</p>',
  'Line one\nLine two & more',
] as const

const countryLists: readonly [readonly string[], ...(readonly string[])[]] = [
  ['US'],
  ['US', 'UK'],
  ['United States'],
  ['GLOBAL (ALL GEOS)'],
  [],
  ['DE', 'AT', 'CH'],
  ['IN', 'AE', 'BR'],
]

const platformLists: readonly [readonly NetworkPlatform[], ...(readonly NetworkPlatform[])[]] = [
  [],
  ['ios'],
  ['android'],
  ['android', 'ios'],
  ['desktop'],
]

const currencies: readonly [string | undefined, ...(string | undefined)[]] = [
  undefined,
  undefined,
  'USD',
  'EUR',
  'AED',
]

const restrictionTexts = ['No Incent', 'No Incent, no SMS', 'no incentive traffic'] as const

function revenue(dice: Dice): string {
  const kind = dice(20)
  if (kind === 0) return `${dice(30) + 1}.5%`
  if (kind === 1) return 'variable'
  if (kind === 2) return '1.00 - 3.00'
  return money(dice, 1_500)
}

function money(dice: Dice, centsMax: number): string {
  return ((dice(centsMax) + 5) / 100).toFixed(2)
}

function goalsOf(dice: Dice): NetworkOffer['goals'] {
  return Array.from({ length: dice(3) + 1 }, (_, at) => ({
    id: String(at + 31),
    name: ['Install', 'Level 5', 'First deposit'][at] ?? 'Goal',
    revenue: money(dice, 600),
  }))
}
