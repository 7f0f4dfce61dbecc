/** The figures of which groups may have the most. */
export const topFigures = ['clicks', 'conversions', 'reversed', 'revenue', 'payout', 'margin'] as const
export type TopFigure = (typeof topFigures)[number]
