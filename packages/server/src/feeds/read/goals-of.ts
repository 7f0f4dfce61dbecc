import { cutText } from './clean-text.ts'
import type { PriceCell } from './feed-cell.ts'
import { goalKey } from './goal-key.ts'

/** A paid event of a network. Without an amount nobody can tell what it pays: such a row is refused if it is imported. */
export interface FeedEvent {
  readonly id: string
  readonly name: string
  readonly revenue?: string
  readonly prices?: readonly PriceCell[]
  /** A postback that names no event is about this one. */
  readonly isDefault?: boolean
}

const nameLengthMax = 200
const idLengthMax = 64
const goalsMax = 50

interface EventTerms {
  readonly row: Readonly<Record<string, unknown>>
  readonly doubts: readonly string[]
}

/**
 * The goals of a row. A goal is known by the network's id of it, which is what its postbacks name; one event alone is
 * no goal, but the offer.
 */
export function goalsOf(
  events: readonly FeedEvent[],
  { isOneAGoal = false }: { readonly isOneAGoal?: boolean } = {},
): EventTerms {
  const [first, second] = events
  if (first === undefined) return { row: {}, doubts: [] }
  if (second === undefined && !isOneAGoal) return { row: termsOf(first), doubts: [] }
  if (events.length > goalsMax)
    return { row: {}, doubts: [`It has ${events.length} goals; at most ${goalsMax} are allowed.`] }
  const long = events.find(({ id }) => [...id].length > idLengthMax)
  const isUnpaid = events.every(({ revenue }) => revenue === '0')
  const doubts = [
    ...(long === undefined ? [] : [`A goal has an id of more than ${idLengthMax} characters.`]),
    ...(isUnpaid ? ['None of its goals is paid.'] : []),
  ]
  const marked = events.find(({ isDefault }) => isDefault === true)
  return { row: { goals: events.map((event) => goalOf(event, marked)) }, doubts }
}

function goalOf(event: FeedEvent, marked: FeedEvent | undefined): Readonly<Record<string, unknown>> {
  const { id, name } = event
  return {
    goal: goalKey(id),
    name: cutText(name === '' ? `Goal ${id}` : name, nameLengthMax),
    ...termsOf(event),
    external_id: id,
    ...(event === marked && { default: true }),
  }
}

function termsOf({ revenue, prices }: FeedEvent): Readonly<Record<string, unknown>> {
  return { ...(revenue !== undefined && { revenue }), ...(prices !== undefined && { prices }) }
}
