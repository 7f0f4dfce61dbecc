import type { DataOf } from '../../../api/operation-types.ts'

export type Trial = DataOf<'tryOfferImport'>
export type Preview = DataOf<'previewOfferImport'>
export type Group = Trial['groups'][number]

/** Accepted repairs as a body has them. */
export interface Accepted {
  readonly repairs: Trial['repairs']['repairs']
  readonly decimalMarks: Readonly<Record<string, 'comma' | 'point'>>
  readonly countryWords: Readonly<Record<string, string>>
  readonly platformWords: Readonly<Record<string, string>>
}

/** Those that the server tried a file with. */
export function acceptedOf({
  repairs,
  decimal_marks,
  country_words,
  platform_words,
}: Trial['repairs']): Accepted {
  return { repairs, decimalMarks: decimal_marks, countryWords: country_words, platformWords: platform_words }
}

export type Kind = Accepted['repairs'][number]

export function withKind(accepted: Accepted, kind: Kind, isOn: boolean): Accepted {
  const others = accepted.repairs.filter((one) => one !== kind)
  return { ...accepted, repairs: isOn ? [...others, kind] : others }
}

export function withMark(accepted: Accepted, column: string, mark: 'comma' | 'point'): Accepted {
  return { ...accepted, decimalMarks: { ...accepted.decimalMarks, [column]: mark } }
}

/** A word with its meaning; whoever gives one accepts the repair of such words. */
export function withWord(
  accepted: Accepted,
  kind: 'country' | 'platform',
  word: string,
  means: string,
): Accepted {
  const words = kind === 'country' ? 'countryWords' : 'platformWords'
  return withKind({ ...accepted, [words]: { ...accepted[words], [word]: means } }, kind, true)
}

/** Offers that an import would write. */
export function writesOf({ counts }: Trial): number {
  return counts.new + counts.changed + counts.paused
}

const kinds: Readonly<Record<string, true>> = {
  decimal_comma: true,
  thousands: true,
  currency: true,
  country: true,
  platform: true,
  address: true,
  click_id: true,
}

export function isKind(cause: string): cause is Kind {
  return Object.hasOwn(kinds, cause)
}
