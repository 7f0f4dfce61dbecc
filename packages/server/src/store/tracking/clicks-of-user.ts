/** Whose clicks, and of when, as SQL with its types. */
interface ClicksWanted {
  readonly appId: string
  readonly userId: string
  /** Those on one offer alone, where it is given. */
  readonly offerId?: string
  /** The first id. Without it: from the beginning. */
  readonly sinceId?: string
  /** The first id that comes later. Without it: to the end. */
  readonly untilId?: string
}

/** The columns of `clicks`. */
export const everyColumn = `id, app_id, offer_id, user_id, sub_id, address, user_agent, country, platform, verdict, outcome,
  reason, is_test, clicked_at, written_in, risk, is_unsigned`

/** The user of a statement whose first two parameters they are. */
export const itsUser = { appId: '$1::bigint', userId: '$2::text' } as const

const zeroId = `'00000000-0000-0000-0000-000000000000'::uuid`
const endId = `'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid`

/**
 * The clicks of a user as a table expression with the given columns of `clicks`: how a user is found in each of the tables
 * below that view (docs/decisions/0053-narrow-clicks.md). `where` is about a click `own`.
 *
 * An ended week costs one look into an index. The weeks that are written to cost one for each hour, at most as many as there
 * are places of an hour (256). Hours are counted from the first fresh click to the last one, and never by a clock.
 */
export function clicksOfUser(columns: string, wanted: ClicksWanted, where = 'true'): string {
  const { appId, userId, offerId, sinceId, untilId } = wanted
  const ofOffer = offerId === undefined ? '' : ` and own.offer_id = ${offerId}`
  const placed = offerId === undefined ? '' : ` and own.offer_place = offer_place(${offerId})`
  // The planner takes two bounds of unknown values for a narrow span, and would go through the ids: the second is kept from
  // it, and the first leaves out the weeks before.
  const since = sinceId === undefined ? '' : ` and own.id >= ${sinceId}`
  const until = untilId === undefined ? '' : ` and (own.id < ${untilId}) is true`
  const his = `own.app_id = ${appId} and own.user_id = ${userId}${ofOffer}${since}${until} and ${where}`
  return `(
    select ${columns} from fresh_click_rows own
    where own.place = any(array(${hourPlaces(wanted)}))${placed} and ${his}
    union all
    select ${columns} from settled_click_rows own where own.place = user_place(${appId}, ${userId})${placed} and ${his}
    union all
    select ${columns} from wide_clicks own where ${his} offset 0)`
}

/** The places of a user in the hours in which there are fresh clicks. */
function hourPlaces({ appId, userId, sinceId = zeroId, untilId = endId }: ClicksWanted): string {
  const last = `least(click_hour(${untilId}), click_hour(ends.last_id))`
  return `select hour_place(hour, ${appId}, ${userId})
      from (select (select id from fresh_clicks order by id limit 1) as first_id,
          (select id from fresh_clicks order by id desc limit 1) as last_id offset 0) ends
        cross join lateral generate_series(
          greatest(click_hour(${sinceId}), click_hour(ends.first_id), ${last} - 255), ${last}) hour
      where ends.first_id is not null`
}
