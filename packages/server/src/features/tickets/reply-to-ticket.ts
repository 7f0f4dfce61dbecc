import { noteLengthMax, stateOfTicket } from '@quoin/core/tickets/ticket.ts'
import type { Ports } from '../../ports/ports.ts'
import type { RewardStory } from '../wall/tell-stories.ts'

type Needs = Pick<Ports, 'db' | 'store' | 'clock'>

type ReplyOutcome =
  | { readonly kind: 'answered' }
  /** Nothing is asked any more: other words were its answer, or the ticket is decided. */
  | { readonly kind: 'not_now' }
  | { readonly kind: 'empty' }

/** Whether words answer what a ticket asks its user, or are the answer that waits for a person, sent once more. */
export function isReply({ ticket }: Pick<RewardStory, 'ticket'>, text: string): boolean {
  if (ticket === undefined) return false
  const state = stateOfTicket(ticket, ticket.status ?? undefined)
  const last = ticket.messages.at(-1)
  return state === 'needs_more' || (state === 'asking' && last?.by === 'user' && last.text === wordsOf(text))
}

function wordsOf(text: string): string {
  return text.trim().slice(0, noteLengthMax)
}

/** The user's answer to what a person asked about their ticket; the ticket then waits for that person again. */
export async function replyToTicket(
  { db, store, clock }: Needs,
  { story, text }: { readonly story: RewardStory; readonly text: string },
): Promise<ReplyOutcome> {
  const words = wordsOf(text)
  if (words === '') return { kind: 'empty' }
  if (story.ticket === undefined) return { kind: 'not_now' }
  const isAdded = await store.tickets.addReply(db, { id: story.ticket.id, text: words, nowMs: clock.nowMs() })
  return { kind: isAdded ? 'answered' : 'not_now' }
}
