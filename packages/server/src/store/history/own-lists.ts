import type { Conversion } from '@quoin/core/conversions/conversion.ts'
import type { ListPage, ListSlice } from '@quoin/core/paging/list-slice.ts'
import type { Click } from '@quoin/core/tracking/click.ts'
import { firstIdAt } from '@quoin/core/tracking/click-id.ts'
import { conversionColumns } from '../conversions/conversion-columns.ts'
import type { Db } from '../pg/database.ts'
import { selectPage } from '../pg/select-page.ts'
import { clickColumns } from '../tracking/clicks.ts'
import { clicksOfUser, everyColumn } from '../tracking/clicks-of-user.ts'
import { type SearchedPage, searchClicks } from './search-clicks.ts'

/** The conditions of a publisher's search in one of their apps. Absent: any. */
export interface OwnFilter {
  readonly appId: number
  readonly isTest: boolean
  readonly userId?: string | undefined
  readonly clickId?: string | undefined
  readonly subId?: string | undefined
  readonly offerId?: number | undefined
  readonly fromMs?: number | undefined
  readonly toMs?: number | undefined
}

export interface OwnConversionFilter extends OwnFilter {
  readonly transactionId?: string | undefined
  readonly status?: string | undefined
}

interface OwnClickFilter extends OwnFilter {
  readonly outcome?: string | undefined
}

/** A value that is asked for, and the condition on the parameter that it becomes. */
type Condition = readonly [value: unknown, sqlOf: (parameter: string) => string]

/** Absent conditions are left out of the statement, so that the planner sees only those asked for. */
function conditionsOf(conditions: readonly Condition[]): { where: string; values: unknown[] } {
  const given = conditions.filter(([value]) => value !== undefined)
  return {
    where: given.map(([, sqlOf], index) => sqlOf(`$${index + 1}`)).join(' and '),
    values: given.map(([value]) => value),
  }
}

/** By conversions_by_app; of a user by conversions_by_user, of a click by conversions_by_click. */
export async function listOwnConversions(
  db: Db,
  filter: OwnConversionFilter,
  slice: ListSlice,
): Promise<ListPage<Conversion & { readonly offer: string | null }>> {
  const { transactionId, status, clickId } = filter
  const conditions = conditionsOf([
    ...scopeOf('v', filter),
    [clickId, (it) => `v.click_id = ${it}::uuid`],
    [transactionId, (it) => `(v.txn_id = ${it} or v.claim_txn_id = ${it} or v.former_txn_id = ${it})`],
    [status, (it) => `v.status = ${it}`],
  ])
  return await selectPage(db, {
    select: `${conversionColumns}, (select name from offers o where o.id = v.offer_id) as offer`,
    from: 'conversions v',
    ...conditions,
    sorts: { time: [{ sql: 'v.id', type: 'uuid' }] },
    slice,
  })
}

/** As `scopeOf` numbers them. */
const ownUser = { appId: '$1::bigint', userId: '$3::text' }

/**
 * A user's clicks come by their index, all of an app by their ids; what no index knows is searched for.
 */
export async function listOwnClicks(
  db: Db,
  filter: OwnClickFilter,
  slice: ListSlice,
): Promise<SearchedPage<Click & { readonly offer: string | null }>> {
  const conditions = conditionsOf([
    ...scopeOf('c', filter),
    [filter.clickId, (it) => `c.id = ${it}::uuid`],
    [filter.outcome, (it) => `c.outcome = ${it}`],
  ])
  const select = `${clickColumns}, (select name from offers o where o.id = c.offer_id) as offer`
  const { appId, isTest, userId, clickId, subId, offerId, outcome, fromMs, toMs } = filter
  const isIndexed = userId !== undefined || clickId !== undefined
  const isFiltered = isTest || subId !== undefined || offerId !== undefined || outcome !== undefined
  if (!isIndexed && isFiltered) {
    return await searchClicks(db, {
      select,
      ...conditions,
      slice,
      firstId: fromMs === undefined ? null : firstIdAt(fromMs),
      endId: toMs === undefined ? null : firstIdAt(toMs),
      subId: isTest || subId === undefined ? undefined : { appId, subId },
    })
  }
  const sorts = { time: [{ sql: 'c.id', type: 'uuid' }] } as const
  const page = await selectPage<Click & { readonly offer: string | null }>(db, {
    select,
    from: userId === undefined ? 'clicks c' : `${clicksOfUser(everyColumn, ownUser)} c`,
    ...conditions,
    sorts,
    slice,
  })
  return { ...page, searchedToMs: undefined, isCounted: true }
}

/** Ids are made when a row is, so a span of time is a span of ids. */
function scopeOf(row: 'v' | 'c', filter: OwnFilter): Condition[] {
  const { appId, isTest, userId, subId, offerId, fromMs, toMs } = filter
  const firstId = fromMs === undefined ? undefined : firstIdAt(fromMs)
  const endId = toMs === undefined ? undefined : firstIdAt(toMs)
  return [
    [appId, (it) => `${row}.app_id = ${it}::bigint`],
    [isTest, (it) => `${row}.is_test = ${it}::boolean`],
    [userId, (it) => `${row}.user_id = ${it}`],
    [subId, (it) => `${row}.sub_id = ${it}`],
    [offerId, (it) => `${row}.offer_id = ${it}::bigint`],
    [firstId, (it) => `${row}.id >= ${it}::uuid`],
    [endId, (it) => `${row}.id < ${it}::uuid`],
  ]
}
