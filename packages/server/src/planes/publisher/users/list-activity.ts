import { secondsOf } from '@quoin/core/time/seconds-of.ts'
import { writeActivityCursor } from '@quoin/contract/fields/cursor-fields.ts'
import * as operations from '@quoin/contract/lookup-operations.ts'
import type { activityQuery } from '@quoin/contract/lookup-parameters.ts'
import { limitMax } from '@quoin/contract/parameters.ts'
import { type Activity, listActivity as listActivityFeature } from '../../../features/users/list-activity.ts'
import { type Call, route } from '../../../http/route.ts'
import { presentChange, presentIdentity } from '../conversions/present-conversion.ts'

/** GET /api/v1/users/{userId}/activity: what a user has done, newest first. */
export const listActivity = route(operations.listActivity, (call) => list(call, call.path.userId))

/** GET /api/v1/users/activity?userId=…: the same of a user whose id can stand in no path. */
export const listActivityOfUser = route(operations.listActivityOfUser, (call) =>
  list(call, call.query.userId),
)

type Asked = Pick<Call<typeof activityQuery>, 'ports' | 'caller' | 'query'>

async function list({ ports, caller, query }: Asked, userId: string) {
  const limit = query.limit ?? limitMax
  const { activities, hasMore } = await listActivityFeature(ports, {
    appId: caller.app.id,
    userId,
    isTest: caller.isTest,
    before: query.cursor,
    limit,
  })
  const last = activities.at(-1)
  const nextCursor = hasMore && last ? writeActivityCursor(last.position) : null
  return {
    data: activities.map(presentActivity),
    message: activities.length === 1 ? '1 entry.' : `${activities.length} entries.`,
    meta: { returned: activities.length, limit, next_cursor: nextCursor, has_more: hasMore },
  }
}

function presentActivity(activity: Activity) {
  const at = secondsOf(activity.position.atMs)
  if (activity.kind === 'change') {
    const { change } = activity
    return {
      type: 'conversion' as const,
      at,
      ...presentIdentity({ ...change, id: change.conversionId }),
      ...presentChange(change),
    }
  }
  const { click } = activity
  return {
    type: 'click' as const,
    at,
    click_id: click.id,
    offer_id: click.offerId,
    sub_id: click.subId,
    country: click.country,
    platform: click.platform,
    verdict: click.verdict,
    outcome: click.outcome,
    reason: click.reason,
  }
}
