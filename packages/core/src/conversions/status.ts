/** Where a conversion can be. `none` is the state before the first report. */
export const conversionStatuses = ['pending', 'approved', 'rejected', 'reversed'] as const
export type ConversionStatus = (typeof conversionStatuses)[number]

/**
 * Synonyms every network may use, in lower case. Numbers other than 1 are left out on purpose: 2 means
 * pending at one network and chargeback at another, so they are mapped per network only.
 */
const synonyms: Record<ConversionStatus, readonly string[]> = {
  approved: [
    'approved',
    '1',
    'success',
    'completed',
    'complete',
    'converted',
    'conversion',
    'confirmed',
    'paid',
    'sale',
    'credited',
  ],
  pending: ['pending', 'hold', 'lead', 'new', 'processing'],
  rejected: ['rejected', 'declined', 'denied', 'invalid', 'trash', 'fraud'],
  reversed: ['reversed', 'chargeback', 'refund', 'refunded', 'cancelled', 'canceled'],
}

const statusByWord = new Map<string, ConversionStatus>(
  conversionStatuses.flatMap((status) => synonyms[status].map((word) => [word, status] as const)),
)

export const acceptedStatusWords: readonly string[] = [...statusByWord.keys()]

/** Reads a network's word; its own map wins over the synonyms. */
export function readStatus(
  word: string,
  ownWords: Readonly<Record<string, ConversionStatus>> = {},
): ConversionStatus | undefined {
  const key = word.trim().toLowerCase()
  return Object.hasOwn(ownWords, key) ? ownWords[key] : statusByWord.get(key)
}

/**
 * The statements of a network about a conversion so far, by its own words alone: no hold, cap or decision of ours
 * moves it. `none` before there is a conversion, `claimed` while only its publisher has spoken.
 */
export type NetworkState = ConversionStatus | 'none' | 'claimed'

/** A state machine is a table. */
const next: Record<NetworkState, Partial<Record<ConversionStatus, ConversionStatus>>> = {
  none: { pending: 'pending', approved: 'approved', rejected: 'rejected' },
  // A claim is there already, so that its network's first word may take it back.
  claimed: { pending: 'pending', approved: 'approved', rejected: 'rejected', reversed: 'reversed' },
  pending: { approved: 'approved', rejected: 'rejected', reversed: 'rejected' },
  approved: { reversed: 'reversed' },
  rejected: { approved: 'approved' }, // an advertiser's correction
  reversed: {}, // nothing follows
}

/** The state that a report leads to; undefined where the move is not allowed. */
export function transition(from: NetworkState, reported: ConversionStatus): ConversionStatus | undefined {
  return next[from][reported]
}

/** The words that could be reported from here: the help in a refused transition's details. */
export function allowedReports(from: NetworkState): readonly ConversionStatus[] {
  return conversionStatuses.filter((status) => next[from][status] !== undefined)
}
