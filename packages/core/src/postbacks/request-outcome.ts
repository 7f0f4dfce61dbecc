/** What became of a report of a network; `unmatched` names no click that is known. */
export const requestOutcomes = ['applied', 'duplicate', 'refused', 'unmatched'] as const
export type RequestOutcome = (typeof requestOutcomes)[number]
