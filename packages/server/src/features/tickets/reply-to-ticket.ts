import { noteLengthMax, stateOfTicket } from '@quoin/core/tickets/ticket.ts'
import type { Ports } from '../../ports/ports.ts'
import type { RewardStory } from '../wall/tell-stories.ts'

type Needs = Pick<Ports, 'db' | 'store' | 'clock'>

type ReplyOutcome =
  | { readonly kind: 'answered' }
  /** Nothing is asked any more: it was answered already, or the ticket is decided. */
  | { readonly kind: 'not_now' }
  | { readonly kind: 'empty' }

/** Whether a ticket asks its user for something. */
export function asksUser({ ticket }: Pick<RewardStory, 'ticket'>): boolean {
  return ticket !== undefined && stateOfTicket(ticket, ticket.status ?? undefined) === 'needs_more'
}

/** The user's answer to what a person asked about their ticket; the ticket then waits for that person again. */
export async function replyToTicket(
  { db, store, clock }: Needs,
  { story, text }: { readonly story: RewardStory; readonly text: string },
): Promise<ReplyOutcome> {
  const words = text.trim().slice(0, noteLengthMax)
  if (words === '') return { kind: 'empty' }
  if (story.ticket === undefined || !asksUser(story)) return { kind: 'not_now' }
  const isAdded = await store.tickets.addReply(db, { id: story.ticket.id, text: words, nowMs: clock.nowMs() })
  return { kind: isAdded ? 'answered' : 'not_now' }
}
