/** The outcome of a network's report; `unmatched` names no click that is known. */
export const requestOutcomes = ['applied', 'duplicate', 'refused', 'unmatched'] as const
export type RequestOutcome = (typeof requestOutcomes)[number]
