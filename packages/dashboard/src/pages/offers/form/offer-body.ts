import type { Input } from '../../../api/operation-types.ts'
import { formatCount } from '../../../format/format-number.ts'
import { countryName, platformName } from '../targeting-words.ts'
import type { GoalDraft, OfferDraft } from './offer-draft.ts'

type Name = keyof OfferDraft

interface Row {
  readonly label: string
  readonly show?: (draft: OfferDraft) => string
}

const listed = (values: readonly string[], none: string) => values.join(', ') || none

/** By its name: how a field is called, and how its value is told before it is saved. */
const rows: Readonly<Record<Name, Row>> = {
  networkId: { label: 'Network' },
  externalId: { label: 'Id at the network' },
  name: { label: 'Name' },
  description: { label: 'Description' },
  requirements: { label: 'Requirements' },
  categories: { label: 'Categories', show: ({ categories }) => listed(categories, 'none') },
  imageUrl: { label: 'Picture' },
  destinationUrl: { label: 'Destination' },
  fallbackUrl: { label: 'Fallback' },
  payout: { label: 'Payout', show: ({ payout }) => payout || 'as its goals pay' },
  payoutShare: {
    label: 'Publisher’s share',
    show: ({ payoutShare }) => (payoutShare ? `${payoutShare} %` : 'none'),
  },
  revenue: { label: 'Revenue', show: ({ revenue }) => revenue || 'as its goals bring' },
  repeatable: { label: 'Several times', show: ({ repeatable }) => (repeatable ? 'yes' : 'no') },
  holdDays: { label: 'Days held', show: ({ holdDays }) => holdDays || '0' },
  goals: { label: 'Goals', show: ({ goals }) => listed(goals.map(showGoal), 'none') },
  countries: {
    label: 'Countries',
    show: ({ countries }) => listed(countries.map(countryName), 'everywhere'),
  },
  platforms: { label: 'Platforms', show: ({ platforms }) => listed(platforms.map(platformName), 'all') },
  startsAt: { label: 'Begins', show: ({ startsAt }) => startsAt.replace('T', ' ') || 'at once' },
  endsAt: { label: 'Ends', show: ({ endsAt }) => endsAt.replace('T', ' ') || 'never' },
  dailyCap: { label: 'Conversions a day', show: ({ dailyCap }) => capText(dailyCap) },
  totalCap: { label: 'Conversions in all', show: ({ totalCap }) => capText(totalCap) },
}

const names = Object.keys(rows) as readonly Name[] // the table has exactly these

function capText(text: string): string {
  return text === '' ? 'no cap' : formatCount(Number(text))
}

function showGoal(goal: GoalDraft): string {
  const { payout, payoutShare, revenue, deadline } = goal
  const paid = payoutShare ? `${payoutShare} %` : payout
  const facts = [
    ...(deadline ? [`within ${deadline}`] : []),
    ...(goal.repeatable ? ['several times'] : []),
    ...(goal.default ? ['without a name'] : []),
    ...(goal.externalId ? [`at the network ${goal.externalId}`] : []),
  ]
  return [`${goal.goal} (${goal.name}) ${paid} of ${revenue}`, ...facts].join(' · ')
}

interface OfferDifference {
  readonly name: Name
  readonly label: string
  readonly before: string
  readonly after: string
}

/** The differences, field by field, in words. */
export function differencesOf(before: OfferDraft, after: OfferDraft): readonly OfferDifference[] {
  return names.flatMap((name) => {
    if (JSON.stringify(sentOf(before)[name]) === JSON.stringify(sentOf(after)[name])) return []
    const { label, show = (draft) => String(draft[name]) || 'none' } = rows[name]
    return [{ name, label, before: show(before), after: show(after) }]
  })
}

/** The fields that differ, as they are sent. */
export function changedBody(
  before: OfferDraft,
  after: OfferDraft,
): NonNullable<Input<'updateOffer'>['body']> {
  const sent = sentOf(after)
  return Object.fromEntries(differencesOf(before, after).map(({ name }) => [name, sent[name]]))
}

/** All fields, as they are sent. */
export function sentOf(draft: OfferDraft): Readonly<Record<Name, unknown>> {
  const { networkId, name, externalId, description, destinationUrl } = draft
  const { categories, repeatable, goals, countries, platforms } = draft
  return {
    ...{ name: name.trim(), externalId: externalId.trim(), description: description.trim() },
    ...{ destinationUrl: destinationUrl.trim(), networkId: Number(networkId) },
    ...{ categories, repeatable, countries, platforms },
    ...{ requirements: orNone(draft.requirements), imageUrl: orNone(draft.imageUrl) },
    ...{ fallbackUrl: orNone(draft.fallbackUrl), payout: orNone(draft.payout) },
    ...{ payoutShare: orNone(draft.payoutShare), revenue: orNone(draft.revenue) },
    ...{ dailyCap: orNone(draft.dailyCap), totalCap: orNone(draft.totalCap) },
    ...{ startsAt: momentOf(draft.startsAt), endsAt: momentOf(draft.endsAt) },
    holdDays: draft.holdDays.trim() === '' ? '0' : draft.holdDays.trim(),
    goals: goals.map(({ key: _key, ...goal }) => ({
      ...goal,
      ...{ payout: goal.payout.trim(), revenue: goal.revenue.trim(), goal: goal.goal.trim() },
      ...{ payoutShare: orNone(goal.payoutShare), deadline: orNone(goal.deadline) },
      externalId: orNone(goal.externalId),
    })),
  }
}

function orNone(text: string): string | null {
  return text.trim() === '' ? null : text.trim()
}

/** A time of the reader's zone, as the API takes it. */
function momentOf(text: string): string | null {
  if (text === '') return null
  const time = new Date(text)
  return Number.isNaN(time.getTime()) ? text : time.toISOString()
}
