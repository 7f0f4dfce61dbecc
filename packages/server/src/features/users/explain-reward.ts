import type { ConversionReason } from '@quoin/core/conversions/conversion.ts'
import type { UserStory } from './user-story.ts'

type Facts = Pick<UserStory, 'clicks' | 'conversions' | 'postbacks' | 'callbacks' | 'risk' | 'lists'>

/** Why a user got no reward, or that they did: the most telling first. */
export function explainReward(facts: Facts, nowMs: number): string[] {
  const answers = [
    ...tellLists(facts, nowMs),
    ...tellClicks(facts),
    ...tellReports(facts),
    ...tellConversions(facts),
    ...tellCallbacks(facts),
  ]
  return answers.length > 0 ? answers : ['Nothing stands against a reward.']
}

function tellLists({ lists }: Facts, nowMs: number): string[] {
  return lists
    .filter(({ expiresAtMs }) => expiresAtMs === null || expiresAtMs > nowMs)
    .map(({ id, action, reason }) => {
      const why = reason === '' ? '' : ` (${reason})`
      return `The user is on the ${action} list, entry ${id}${why}.`
    })
}

function tellClicks({ clicks: { items } }: Facts): string[] {
  if (items.length === 0)
    return ['No click of this user is known: no tracking link with this user id was followed.']
  const fallbacks = items.filter(({ outcome }) => outcome === 'fallback')
  const bots = items.filter(({ verdict }) => verdict === 'bot')
  return [
    ...countBy(fallbacks, ({ reason }) => reason ?? 'unknown').map(
      ([reason, count]) => `${clicksOf(count)} led to the fallback and not to the offer: ${reason}.`,
    ),
    ...(bots.length === 0
      ? []
      : [`${clicksOf(bots.length)} came from a tool or crawler: rewards of it are held.`]),
  ]
}

function tellReports({ clicks, conversions, postbacks }: Facts): string[] {
  const refused = postbacks
    .filter(({ outcome }) => outcome === 'refused' || outcome === 'unmatched')
    .map(({ id, clickId, message, reason }) => {
      return `Postback ${id} of click ${clickId} was refused: ${message ?? reason ?? 'unknown'}`
    })
  const isSilent = clicks.items.length > 0 && conversions.items.length === 0 && postbacks.length === 0
  return isSilent ? ['No network has reported any of these clicks.'] : refused
}

function tellConversions({ conversions: { items } }: Facts): string[] {
  return items
    .filter(({ status }) => status !== 'approved')
    .map(({ id, status, reason }) => {
      const why = reason === null ? 'the network said so' : whys[reason]
      return `Conversion ${id} is ${status}: ${why}.`
    })
}

function tellCallbacks({ conversions, callbacks }: Facts): string[] {
  const late = callbacks
    .filter(({ state }) => state !== 'delivered')
    .map(({ id, endpoint, state, attempts }) => {
      return `Callback ${id} to endpoint "${endpoint}" is ${state} after ${attempts} attempts.`
    })
  const approved = conversions.items.filter(({ status }) => status === 'approved')
  const untold = approved.filter(({ id }) => !callbacks.some(({ conversionId }) => conversionId === id))
  const delivered = approved.length - untold.length
  return [
    ...late,
    ...(untold.length === 0
      ? []
      : [`The publisher was told of ${untold.length} approved conversions by no callback.`]),
    ...(delivered === 0 || late.length > 0
      ? []
      : [`The publisher was told of ${delivered} approved conversions: whether it credited them, it knows.`]),
  ]
}

function countBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): [string, number][] {
  const counts = new Map<string, number>()
  for (const item of items) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1)
  return [...counts]
}

function clicksOf(count: number): string {
  return count === 1 ? '1 click' : `${count} clicks`
}

const whys: Readonly<Record<ConversionReason, string>> = {
  risk: 'its risk is looked at by a person',
  margin: 'it would lose money',
  claim: 'so far only the publisher says so',
  repeat: 'the user has earned the offer before',
  transaction: 'its transaction is known from elsewhere',
  window: 'it came after the attribution window',
  deadline: 'it came after the deadline of its goal',
  bot: 'its click came from a program',
  fallback: 'its link led to a fallback',
  listed: 'a list names its user, device or address',
  hold: 'the hold of its offer is not over',
  cap: 'the cap was reached',
  refused: 'a person refused it',
  withheld: 'a person took it back',
  expired: 'nobody vouched for it in time',
}
