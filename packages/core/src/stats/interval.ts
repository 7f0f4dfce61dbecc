/** What one row of statistics is about. */
export const intervals = ['day', 'hour', 'total'] as const
export type Interval = (typeof intervals)[number]
