/** A change of an offer for whoever keeps a copy of the list: it came, it is another one, or it is gone. */
export const offerChangeTypes = ['added', 'changed', 'removed'] as const
export type OfferChangeType = (typeof offerChangeTypes)[number]

/** The newest that publishers can see of an offer. */
export interface OfferState {
  readonly offerId: number
  /** Grows with every change of any offer, in the order of commits. */
  readonly sequence: number
  /** When it was listed last after it was not, as a sequence. */
  readonly addedSequence: number
  readonly fingerprint: number
  readonly isListed: boolean
  readonly isTest: boolean
  readonly changedAtMs: number
}

/** Where somebody who follows the changes is. */
export interface OfferPosition {
  /** Changes up to this one were told. */
  readonly sequence: number
  /** A print of what stands for all offers of an app: its currency, its promotion, its margins. */
  readonly terms: string
  /** While all offers are told: as what, and the last of them. */
  readonly telling: { readonly type: 'added' | 'changed'; readonly afterOfferId: number } | null
}

/** The change that leads from a position to a state, whatever came between. */
export function changeTypeOf(
  { isListed, addedSequence }: Pick<OfferState, 'isListed' | 'addedSequence'>,
  afterSequence: number,
): OfferChangeType {
  if (!isListed) return 'removed'
  return addedSequence > afterSequence ? 'added' : 'changed'
}

/** The part of a state that a change sets. */
export type NewState = Pick<OfferState, 'offerId' | 'fingerprint' | 'isListed' | 'isTest'>

/**
 * Which of some offers are not as they are known. `known` and `listed` have the fingerprints of those that were listed
 * last, and that are now.
 */
export function findChanged(
  offerIds: readonly number[],
  known: ReadonlyMap<number, number>,
  listed: ReadonlyMap<number, number>,
): readonly Omit<NewState, 'isTest'>[] {
  return offerIds.flatMap((offerId) => {
    const before = known.get(offerId)
    const now = listed.get(offerId)
    if (before === now) return []
    return [{ offerId, fingerprint: now ?? before ?? 0, isListed: now !== undefined }]
  })
}
