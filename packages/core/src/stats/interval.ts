/** The subject of one row of statistics. */
export const intervals = ['day', 'hour', 'total'] as const
export type Interval = (typeof intervals)[number]
