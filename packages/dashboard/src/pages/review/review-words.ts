import type { DataOf, RowOf } from '../../api/operation-types.ts'
import { microsOf } from '../../format/format-money.ts'

export type ReviewRow = RowOf<'listReviews'>
export type Evidence = DataOf<'getReview'>

/** Why a conversion waits, as a word of the queue and as the end of a sentence. */
const reasons: Readonly<Record<string, readonly [string, string]>> = {
  risk: ['Risk', 'its risk is over the limit of the app'],
  margin: ['Margin', 'it would lose money'],
  claim: ['Claim', 'so far only the publisher says so'],
  repeat: ['Repeat', 'the user has earned the offer before'],
  transaction: ['Transaction', 'its transaction is known from elsewhere'],
  window: ['Window', 'it came after the attribution window'],
  deadline: ['Deadline', 'it came after the deadline of its goal'],
  bot: ['Bot', 'its click came from a program'],
  fallback: ['Fallback', 'its link led to a fallback'],
  listed: ['Listed', 'a list names its user, device or address'],
}

/** A conversion that waits for its days alone is no case of the queue, and may be decided all the same. */
const hold = ['Hold', 'the days of its offer are not over'] as const

export const reasonChoices = [
  { value: '', label: 'All reasons' },
  ...Object.entries(reasons).map(([value, [label]]) => ({ value, label })),
]

function wordsOf(reason: string | null): readonly [string, string] | undefined {
  return reason === 'hold' ? hold : reasons[reason ?? '']
}

export function reasonWord(reason: string | null): string {
  return wordsOf(reason)?.[0] ?? 'Held'
}

export function reasonSentence(reason: string | null): string {
  return wordsOf(reason)?.[1] ?? 'nobody said why'
}

/** The second line of a row. */
export function firstReason({ first_reason: first, reason }: ReviewRow): string {
  return asSentence(first ?? reasonSentence(reason))
}

export function asSentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

export function sumOf(rows: readonly { readonly payout: string }[]): string {
  const micros = rows.reduce((sum, { payout }) => sum + microsOf(payout), 0)
  return (micros / 1_000_000).toFixed(6)
}

export function scoreTone(score: number): 'high' | 'middle' | 'low' {
  return score >= 70 ? 'high' : score >= 40 ? 'middle' : 'low'
}
