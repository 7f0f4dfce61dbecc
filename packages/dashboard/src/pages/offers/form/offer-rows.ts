import type { DataOf } from '../../../api/operation-types.ts'
import { microsOf } from '../../../format/format-money.ts'
import { formatCount } from '../../../format/format-number.ts'
import { countryName, platformName } from '../targeting-words.ts'
import { costName } from './cost-words.ts'
import {
  blankDraft,
  type DraftOf,
  draftFrom,
  flagRow,
  listRow,
  namesOf,
  optionalRow,
  type RowsOf,
  textRow,
  timeRow,
} from './form-row.ts'
import { isPricedAlone, pricesRow } from './prices/prices-row.ts'
import { type GoalDraft, goalDraftOf, sentGoal, showGoal, sumOfGoals } from './goal-rows.ts'

type Offer = DataOf<'getOffer'>

const capText = (text: string) => (text === '' ? 'no cap' : formatCount(Number(text)))

/** The fields of the form under the names of the operation; the texts of a card stand there in this order. */
const rows = {
  networkId: textRow<Offer>({ label: 'Network', of: (offer) => offer.network_id, send: Number }),
  externalId: textRow<Offer>({
    label: 'Id at the network',
    isRequired: true,
    of: (offer) => offer.external_id,
    help: 'Imports know the offer by this id. You cannot change it later.',
  }),
  name: textRow<Offer>({ label: 'Name', part: 'identity', isRequired: true, of: ({ name }) => name }),
  description: textRow<Offer>({
    label: 'Description',
    part: 'identity',
    kind: 'lines',
    of: ({ description }) => description,
  }),
  requirements: optionalRow<Offer>({
    label: 'Requirements',
    part: 'identity',
    kind: 'lines',
    of: ({ requirements }) => requirements,
    help: 'The conditions for users, such as “New users only”.',
  }),
  imageUrl: optionalRow<Offer>({
    label: 'Address of its picture',
    part: 'identity',
    of: (offer) => offer.image_url,
    help: 'Empty: a picture of ours.',
  }),
  videoUrl: optionalRow<Offer>({
    label: 'Address of a video',
    part: 'identity',
    of: (offer) => offer.video_url,
    help: 'A video that shows the offer. It begins with https://.',
  }),
  cost: optionalRow<Offer>({
    label: 'Cost to the user',
    of: ({ cost }) => cost,
    show: (cost) => costName(cost),
  }),
  costAmount: optionalRow<Offer>({
    label: 'Amount of the cost',
    kind: 'amount',
    of: (offer) => offer.cost_amount,
    help: 'Each time it is paid.',
  }),
  costCurrency: optionalRow<Offer>({
    label: 'Its currency',
    of: (offer) => offer.cost_currency,
    help: 'Three letters, such as EUR.',
  }),
  minutes: optionalRow<Offer>({
    label: 'Minutes it takes',
    kind: 'count',
    of: ({ minutes }) => minutes,
    help: 'Of the user’s own time.',
    show: (minutes) => minutes || 'not known',
  }),
  categories: listRow({
    label: 'Categories',
    none: 'none',
    draft: ({ categories }: Offer) => categories,
    name: (one: string) => one,
  }),
  countries: listRow({
    label: 'Countries',
    none: 'everywhere',
    draft: ({ countries }: Offer) => countries,
    name: countryName,
  }),
  platforms: listRow({
    label: 'Platforms',
    none: 'all',
    name: platformName,
    draft: ({ platforms }: Offer): readonly string[] => platforms,
  }),
  startsAt: timeRow<Offer>({
    label: 'Begins',
    part: 'targeting',
    of: (offer) => offer.starts_at,
    none: 'at once',
    help: 'In your time zone.',
  }),
  endsAt: timeRow<Offer>({
    label: 'Ends',
    part: 'targeting',
    of: (offer) => offer.ends_at,
    none: 'never',
    help: 'Empty: never.',
  }),
  dailyCap: optionalRow<Offer>({
    label: 'Conversions a day',
    part: 'targeting',
    kind: 'count',
    of: (offer) => offer.daily_cap,
    help: 'In the network’s time zone.',
    show: capText,
  }),
  totalCap: optionalRow<Offer>({
    label: 'Conversions in all',
    part: 'targeting',
    kind: 'count',
    of: (offer) => offer.total_cap,
    help: 'Empty: no cap.',
    show: capText,
  }),
  destinationUrl: textRow<Offer>({
    label: 'Destination',
    isRequired: true,
    of: (offer) => offer.destination_url,
    help: 'The network’s address with macros. It needs {click_id}: without it no conversion finds its click.',
  }),
  fallbackUrl: optionalRow<Offer>({
    label: 'Fallback',
    part: 'addresses',
    of: (offer) => offer.fallback_url,
    help: 'Its links lead here while the offer is not available. Leave it empty to use the address of the app.',
  }),
  payout: optionalRow<Offer>({
    label: 'Publisher earns, USD',
    kind: 'amount',
    of: (offer) => ownAmount(offer, 'payout'),
    help: 'For one conversion.',
    show: (payout) => payout || 'none of its own',
  }),
  revenue: optionalRow<Offer>({
    label: 'Network pays, USD',
    kind: 'amount',
    of: (offer) => ownAmount(offer, 'revenue'),
    help: 'As expected.',
    show: (revenue) => revenue || 'none of its own',
  }),
  currency: optionalRow<Offer>({
    label: 'Currency of what it pays',
    of: (offer) => offer.currency ?? 'USD',
    help: 'Publishers earn USD in any case.',
  }),
  payoutShare: optionalRow<Offer>({
    label: 'Publisher’s share, %',
    kind: 'amount',
    of: (offer) => offer.payout_share,
    help: 'The publisher gets this share of the reported amount. Leave it empty for a fixed payout.',
  }),
  prices: pricesRow<Offer>('Prices by country and platform', ({ prices }) => prices),
  holdDays: textRow<Offer>({
    label: 'Days held',
    part: 'money',
    kind: 'count',
    of: (offer) => offer.hold_days,
    blank: '0',
    help: 'Between approval and credit.',
    send: (days) => days.trim() || '0',
    show: (days) => days || '0',
  }),
  repeatable: flagRow<Offer>({
    label: 'Can be earned several times, once for each transaction',
    draft: ({ repeatable }) => repeatable,
  }),
  goals: listRow({
    label: 'Goals',
    none: 'none',
    name: showGoal,
    draft: activeGoals,
    send: (goals: readonly GoalDraft[]) => goals.map(sentGoal),
  }),
}

/** An offer as it is filled in. */
export type OfferDraft = DraftOf<typeof rows>
export const offerRows: RowsOf<Offer, OfferDraft> = rows
export const offerNames = namesOf<OfferDraft>(rows)

/** The fields whose value is one text. */
export type TextName = {
  [Name in keyof OfferDraft]: OfferDraft[Name] extends string ? Name : never
}[keyof OfferDraft]

export const offerTexts = offerNames.filter((name): name is TextName => typeof rows[name].blank === 'string')

export const newOffer: OfferDraft = blankDraft(offerRows)

export function draftOf(offer: Offer): OfferDraft {
  return draftFrom(offerRows, offer)
}

function activeGoals({ goals }: Offer): readonly GoalDraft[] {
  return goals.filter(({ retired }) => !retired).map(goalDraftOf)
}

/** Amounts that are the sum of the goals' stay empty, which follow them; so do those of an offer that prices alone pay. */
function ownAmount(offer: Offer, name: 'payout' | 'revenue'): string {
  if (isPricedAlone(offer)) return ''
  const goals = activeGoals(offer)
  const own = name === 'revenue' ? (offer.foreign_revenue ?? offer.revenue) : offer.payout
  const isSum = goals.length > 0 && microsOf(sumOfGoals(goals, name)) === microsOf(own)
  return isSum ? '' : own
}
