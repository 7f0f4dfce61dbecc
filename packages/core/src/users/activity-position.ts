import type { Click } from '../tracking/click.ts'
import { idTimeMs } from '../tracking/click-id.ts'
import type { ConversionEvent } from '../conversions/conversion.ts'

/** A moment in a user's activity; version 0 is a click, all others are changes of a conversion. */
export interface ActivityPosition {
  readonly atMs: number
  readonly id: string
  readonly version: number
}

/** After everything: where activity, newest first, begins. */
export const newest: ActivityPosition = {
  atMs: 99_999_999_999_999,
  id: 'ffffffff-ffff-ffff-ffff-ffffffffffff',
  version: 1,
}

/** A click is filed under the time in its id, by which it is found. */
export function positionOfClick({ id }: Pick<Click, 'id'>): ActivityPosition {
  return { atMs: idTimeMs(id), id, version: 0 }
}

export function positionOfChange({
  happenedAtMs,
  conversionId,
  version,
}: Pick<ConversionEvent, 'happenedAtMs' | 'conversionId' | 'version'>): ActivityPosition {
  return { atMs: happenedAtMs, id: conversionId, version }
}

/** Newest first; of one millisecond the changes before the clicks, each by id and version downwards. */
export function compareNewestFirst(one: ActivityPosition, other: ActivityPosition): number {
  return (
    other.atMs - one.atMs ||
    Number(one.version === 0) - Number(other.version === 0) ||
    (one.id < other.id ? 1 : one.id > other.id ? -1 : 0) ||
    other.version - one.version
  )
}
