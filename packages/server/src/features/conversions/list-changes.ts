import { beforeAll, type ChangePosition } from '@quoin/core/conversions/change-position.ts'
import { invalidFields } from '@quoin/core/errors.ts'
import { hourMs } from '@quoin/core/time/durations.ts'
import type { Ports } from '../../ports/ports.ts'
import type { Change, ChangeFilters } from '../../store/conversions/conversion-changes.ts'

/** A change of a conversion, as its publisher is shown it. */
export type ListedChange = Change

interface ChangePage {
  readonly changes: readonly ListedChange[]
  /** Where the next page begins; where this one does when there is nothing new. */
  readonly next: ChangePosition
  readonly hasMore: boolean
}

interface ChangeRequest {
  readonly appId: number
  readonly isTest: boolean
  readonly after: ChangePosition | undefined
  readonly filters: ChangeFilters
  readonly limit: number
}

/** As far as times may be out of the order of the list (store/conversions/conversion-changes.ts). */
const disorderMs = hourMs

/** Going on from there would pass over what is written until the database is where it was. */
const aheadMessage =
  'is of a later state than the service has: it was restored from a backup; begin again, from updatedSince'

/**
 * The changes of an app's conversions behind a position, in an order in which no change is ever skipped: neither one
 * that was committed late, nor a reversal. A change appears once it is below the watermark: when every transaction that
 * was begun before its own has ended, which takes milliseconds. Throws INVALID_REQUEST for a position that was not
 * reached yet.
 */
export async function listChanges(
  { db, store }: Pick<Ports, 'db' | 'store'>,
  { appId, isTest, after, filters, limit }: ChangeRequest,
): Promise<ChangePage> {
  const { sinceMs, untilMs } = filters
  const start =
    after ??
    (sinceMs === undefined
      ? beforeAll
      : await store.conversionChanges.findPositionAt(db, { appId, isTest, sinceMs }))
  // One more than is shown: whether there are more.
  const wanted = { appId, isTest, after: start, filters, limit: limit + 1 }
  const { changes, scanned, isScanFull, isAhead } = await store.conversionChanges.listChanges(db, wanted)
  if (isAhead) throw invalidFields([{ field: 'cursor', rule: 'ahead', message: aheadMessage }])
  const shown = changes.slice(0, limit)
  const last = shown.at(-1)
  if (last && changes.length > limit) return { changes: shown, next: last, hasMore: true }
  const isPast =
    untilMs !== undefined && scanned !== undefined && scanned.happenedAtMs >= untilMs + disorderMs
  return { changes: shown, next: scanned ?? start, hasMore: isScanFull && !isPast }
}
