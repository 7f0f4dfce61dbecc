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

/** An offer as it is listed now. */
export interface ListedState {
  readonly offerId: number
  readonly fingerprint: number
  readonly isTest: boolean
}

/** The part of a state that a change sets. */
export type NewState = Pick<OfferState, 'offerId' | 'fingerprint' | 'isListed' | 'isTest'>

/**
 * The states that are not as they are known, each offer once. `known` has the fingerprint of each offer that was
 * listed last, `listed` what is now.
 */
export function findChangedStates(
  known: ReadonlyMap<number, number>,
  listed: ReadonlyMap<number, ListedState>,
): readonly NewState[] {
  const changed: NewState[] = []
  for (const state of listed.values()) {
    if (known.get(state.offerId) !== state.fingerprint) changed.push({ ...state, isListed: true })
  }
  for (const [offerId, fingerprint] of known) {
    if (!listed.has(offerId)) changed.push({ offerId, fingerprint, isListed: false, isTest: false })
  }
  return changed
}
