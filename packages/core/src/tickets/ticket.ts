import { dayMs } from '../time/durations.ts'
import type { DiagnosisCode } from './diagnose-reward.ts'

/** A user's question about a reward that did not come, tied to the click it is about. */
export interface Ticket {
  readonly id: number
  readonly appId: number
  readonly userId: string
  readonly isTest: boolean
  readonly clickId: string
  readonly offerId: number
  readonly goal: string
  /** The claim it became, or the conversion that it is about. */
  readonly conversionId: string | null
  readonly diagnosis: DiagnosisCode
  readonly note: string
  readonly receipt: string
  /** An operator's own answer; null while there is none. */
  readonly answer: TicketAnswer | null
  readonly because: string | null
  /** The words after the note, oldest first. */
  readonly messages: readonly TicketMessage[]
  readonly createdAtMs: number
  readonly answeredAtMs: number | null
}

/** A person's question or decision, or the user's answer to it. */
interface TicketMessage {
  readonly by: 'person' | 'user'
  readonly text: string
  readonly atMs: number
}

export const ticketAnswers = ['needs_more', 'credited', 'refused'] as const
export type TicketAnswer = (typeof ticketAnswers)[number]

/** The state as the user is told of it. */
export const ticketStates = ['asking', ...ticketAnswers] as const
export type TicketState = (typeof ticketStates)[number]

/** The wall promises this to whoever asks. */
export const answerWithinMs = 15 * dayMs

export const openTicketsMax = 10
export const noteLengthMax = 1_000
export const receiptLengthMax = 100
/** Beyond it the oldest goes; a user answers only what they are asked. */
export const messagesMax = 40

/** The outcome of its conversion answers a ticket as well as a person does; the person's word goes first. */
export function stateOfTicket(
  { answer, diagnosis }: Pick<Ticket, 'answer' | 'diagnosis'>,
  status: string | undefined,
): TicketState {
  if (answer === 'credited' || answer === 'refused') return answer
  if (status === 'approved') return 'credited'
  // How it stood before the question is no answer to it.
  if ((status === 'rejected' || status === 'reversed') && status !== diagnosis) return 'refused'
  return answer ?? 'asking'
}

/** Whether a ticket asks for the reward of this start or, where there are several of it, of this conversion. */
export function isAbout(
  ticket: Pick<Ticket, 'clickId' | 'goal' | 'conversionId'>,
  reward: { readonly clickId: string | null; readonly goal: string; readonly conversionId: string | null },
): boolean {
  const isSameStart = ticket.clickId === reward.clickId && ticket.goal === reward.goal
  const isUnclaimed = ticket.conversionId === null || reward.conversionId === null
  return isSameStart && (isUnclaimed || ticket.conversionId === reward.conversionId)
}

/** How often one reward may be asked about: a refusal may be answered by new proof, once. */
const askedMax = 2

/**
 * Whether a reward may be asked about once more: after a refusal, with new proof, and only once. That it was taken back
 * after it had come is another question.
 */
export function mayAskAgain(asked: readonly AskedTicket[], now: DiagnosisCode): boolean {
  const own = asked.filter(({ diagnosis }) => now !== 'reversed' || diagnosis === 'reversed')
  return own.length < askedMax && own.every(({ state }) => state === 'refused')
}

/** Whether a claim waits although the ticket that made it was refused, and may be asked about by new proof. */
export function isRefusedClaim(asked: readonly AskedTicket[], now: DiagnosisCode): boolean {
  return now === 'asked' && asked.length > 0 && asked.every(({ state }) => state === 'refused')
}

interface AskedTicket extends Pick<Ticket, 'diagnosis'> {
  readonly state: TicketState
}

/** Until when an answer is promised: a user's own answer begins the time anew. */
export function dueAtMs({ createdAtMs, messages }: Pick<Ticket, 'createdAtMs' | 'messages'>): number {
  const said = messages.findLast(({ by }) => by === 'user')
  return (said?.atMs ?? createdAtMs) + answerWithinMs
}

/** Whether a ticket still waits for an answer. */
export function isOpenTicket(state: TicketState): boolean {
  return state === 'asking' || state === 'needs_more'
}
