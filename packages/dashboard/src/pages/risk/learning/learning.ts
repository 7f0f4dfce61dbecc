import type { DataOf } from '../../../api/operation-types.ts'

export type LearningData = DataOf<'getRiskLearning'>
export type Learned = NonNullable<LearningData['learned']>
export type Mover = Learned['moves']['movers'][number]

export const bandWords = {
  low: { word: 'Low', span: 'under 30' },
  watch: { word: 'Watch', span: '30–49' },
  high: { word: 'High', span: '50–84' },
  very_high: { word: 'Very high', span: '85 and more' },
} as const
export type Band = keyof typeof bandWords
export const bandNames = Object.keys(bandWords) as Band[] // keys of the table above

export const labelWords: Readonly<Record<Learned['labels'][number]['kind'], string>> = {
  refused: 'Refused by people',
  blocked: 'Blocked by people',
  confirmed: 'Confirmed by people',
  allowed: 'Allowed by people',
  taken_back: 'Conversions taken back',
  lost: 'Lost far more than is usual',
  kept: 'Kept for 30 days',
}
