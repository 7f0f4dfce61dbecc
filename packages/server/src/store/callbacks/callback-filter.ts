import type { EndpointEventType } from '@quoin/core/callbacks/facts.ts'

/** Which callbacks of an endpoint are meant; what is null leaves none out. */
export interface CallbackFilter {
  readonly eventType: EndpointEventType | null
  /** Ids are in the order of the time that each was owed. */
  readonly fromId: string | null
  /** Left out. */
  readonly beforeId: string | null
  readonly userId: string | null
  /** Those of test conversions, or of live ones. */
  readonly isTest: boolean | null
}

/** By the index of conversion_events on app and mode, since test conversions are few; of live ones nearly all match. */
const modeConditions = {
  true: `and c.conversion_id in (select v.conversion_id from callback_endpoints p
    join conversion_events v on v.app_id = p.app_id and v.is_test where p.id = $1)`,
  false: 'and (select v.is_test from conversions v where v.id = c.conversion_id) is not true',
  null: '',
} as const

/** The conditions of a filter, `$1` the endpoint, its values from `$first` on. Those of a user are found by conversions_by_user. */
export function filterOf(
  filter: CallbackFilter,
  first: number,
): { readonly sql: string; readonly values: unknown[] } {
  const [event, from, before, user] = [0, 1, 2, 3].map((place) => `$${first + place}`)
  return {
    sql: `(${event}::text is null or c.event_type = ${event}) and (${from}::uuid is null or c.id >= ${from})
      and (${before}::uuid is null or c.id < ${before})
      and (${user}::text is null or c.conversion_id in (
        select v.id from callback_endpoints e join conversions v on v.app_id = e.app_id
        where e.id = $1 and v.user_id = ${user})) ${modeConditions[`${filter.isTest}`]}`,
    values: [filter.eventType, filter.fromId, filter.beforeId, filter.userId],
  }
}
