/** How a part of the service fares; `idle`: there is nothing to do, or it is not set up. */
export const partStates = ['broken', 'warning', 'ok', 'idle'] as const
export type PartState = (typeof partStates)[number]

export const partUnits = ['ms', 'seconds', 'bytes', 'rows', 'count'] as const
type PartUnit = (typeof partUnits)[number]

/** The subject that a part is about; in this order they are shown. */
export const partGroups = ['database', 'disk', 'work', 'process'] as const
type PartGroup = (typeof partGroups)[number]

/** One line of the system's report. */
export interface SystemPart {
  readonly part: string
  readonly group: PartGroup
  readonly title: string
  readonly state: PartState
  readonly value: number | null
  readonly unit: PartUnit
  /** More than that is bad, or does not fit. */
  readonly limit: number | null
  /** Since when it is so, or when it was last renewed. */
  readonly sinceMs: number | null
  readonly detail: string
}

/** By the two amounts from which on something is odd, and bad. */
export function stateBeyond(value: number, warning: number, broken = Number.POSITIVE_INFINITY): PartState {
  if (value >= broken) return 'broken'
  return value >= warning ? 'warning' : 'ok'
}
