import type { Evidence } from './review-words.ts'

type LinkedUser = Evidence['links']['users'][number]

/** The outcome of a linked user's conversions, in two words, and its colour. */
export function outcomeOf({ outcomes }: Pick<LinkedUser, 'outcomes'>): {
  readonly word: string
  readonly tone: 'good' | 'bad' | 'open' | 'unknown'
} {
  if (outcomes === null) return { word: 'no conversions', tone: 'unknown' }
  const { approved, pending, rejected, reversed } = outcomes
  if (rejected + reversed > 0) return { word: `lost ${rejected + reversed}`, tone: 'bad' }
  if (approved > 0) return { word: `${approved} approved`, tone: 'good' }
  return { word: `${pending} pending`, tone: 'open' }
}
