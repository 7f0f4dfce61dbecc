/** The figures of which groups may have the most. */
export const topFigures = ['clicks', 'conversions', 'reversed', 'revenue', 'payout', 'margin'] as const
export type TopFigure = (typeof topFigures)[number]

/** Groups with the most of a figure first, or those with the least: of the margin, those that lose the most. */
export const topOrders = ['most', 'least'] as const
export type TopOrder = (typeof topOrders)[number]
