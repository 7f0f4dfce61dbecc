import { writeChangeCursor } from '@quoin/contract/fields/cursor-fields.ts'
import * as operations from '@quoin/contract/lookup-operations.ts'
import { limitMax } from '@quoin/contract/parameters.ts'
import { countOf } from '@quoin/core/risk/count-of.ts'
import { type ListedChange, listChanges } from '../../../features/conversions/list-changes.ts'
import { route } from '../../../http/route.ts'
import { presentChange, presentIdentity } from './present-conversion.ts'

/** GET /api/v1/conversions: every change of the app's conversions, in an order that never skips one. */
export const listConversions = route(operations.listConversions, async ({ ports, caller, query }) => {
  const { cursor, limit = limitMax, updatedSince, updatedUntil, ...filters } = query
  const { changes, next, hasMore } = await listChanges(ports, {
    appId: caller.app.id,
    isTest: caller.isTest,
    after: cursor,
    filters: { ...filters, sinceMs: toMs(updatedSince), untilMs: toMs(updatedUntil) },
    limit,
  })
  return {
    data: changes.map(presentListedChange),
    message: `${countOf(changes.length, 'change')}.`,
    meta: { returned: changes.length, limit, next_cursor: writeChangeCursor(next), has_more: hasMore },
  }
})

function presentListedChange(change: ListedChange) {
  return { ...presentIdentity({ ...change, id: change.conversionId }), ...presentChange(change) }
}

function toMs(seconds: number | undefined): number | undefined {
  return seconds === undefined ? undefined : seconds * 1000
}
