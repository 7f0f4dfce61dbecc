import type { Conversion } from './conversion.ts'
import { type ConversionStatus, type NetworkState, transition } from './status.ts'

/**
 * The kinds of a further word: news that leads to a state, a word that cannot be news any more, or one that cannot
 * be.
 */
type Hearing =
  | { readonly kind: 'news'; readonly state: ConversionStatus }
  | { readonly kind: 'repeat' | 'superseded' | 'refused' }

/** Late copies of what was said before. None of them could take money back. */
const superseded: Partial<Record<NetworkState, readonly ConversionStatus[]>> = {
  approved: ['pending'],
  reversed: ['pending', 'approved'],
}

type Heard = Pick<Conversion, 'reportedStatus' | 'networkState'>

/**
 * The network's story of a conversion so far. A row of an older version has no state of its own, and one that such a
 * version has moved since has an outdated one: then the last word counts, and a reversal has ended it.
 */
export function networkStateOf(conversion: Heard | undefined): NetworkState {
  if (conversion === undefined) return 'none'
  const { reportedStatus, networkState } = conversion
  if (reportedStatus === null) return 'claimed'
  const isOutdated =
    networkState !== 'reversed' &&
    networkState !== reportedStatus &&
    !(networkState === 'rejected' && reportedStatus === 'reversed')
  return networkState === null || isOutdated ? reportedStatus : networkState
}

/** The meaning of a word after what was said before. */
export function hear(conversion: Heard | undefined, said: ConversionStatus): Hearing {
  const from = networkStateOf(conversion)
  if (said === from || said === conversion?.reportedStatus) return { kind: 'repeat' }
  const state = transition(from, said)
  if (state !== undefined) return { kind: 'news', state }
  return { kind: superseded[from]?.includes(said) ? 'superseded' : 'refused' }
}

/** The meaning of a word once a network has said something else; by the state. */
export type MeaningsAfter = Readonly<Partial<Record<ConversionStatus, ConversionStatus>>>

/** The meaning of a network's word after an earlier one: `rejected` after `sale` may be a reversal. */
export function meaningOf(
  { status, meaningsAfter }: { readonly status: ConversionStatus; readonly meaningsAfter?: MeaningsAfter },
  conversion: Heard | undefined,
): ConversionStatus {
  if (meaningsAfter === undefined) return status
  const from = networkStateOf(conversion)
  if (from === 'none' || from === 'claimed') return status
  // The word that took it back means the same when it comes again.
  return meaningsAfter[from] ?? (from === 'reversed' ? meaningsAfter.approved : undefined) ?? status
}
