import * as operations from '@quoin/contract/lookup-operations.ts'
import { eraseUser as eraseUserFeature } from '../../../features/users/erase-user.ts'
import { type Answer, type Call, route } from '../../../http/route.ts'

/** DELETE /api/v1/users/{userId}: what is personal goes, money and counts stay. */
export const eraseUser = route(operations.eraseUser, (call) => erase(call, call.path.userId))

/** DELETE /api/v1/users?userId=…: the same of a user whose id can stand in no path. */
export const eraseUserByQuery = route(operations.eraseUserByQuery, (call) => erase(call, call.query.userId))

async function erase({ ports, caller }: Pick<Call, 'ports' | 'caller'>, userId: string): Promise<Answer> {
  const { id, token, erased, isDone } = await eraseUserFeature(ports, {
    appId: caller.app.id,
    userId,
    isTestOnly: caller.isTest,
    actor: `api_key:${caller.key.id}`,
  })
  return {
    status: isDone ? 200 : 202,
    data: {
      erasure_id: id,
      token,
      status: isDone ? 'done' : 'running',
      erased: {
        clicks: erased.clicks,
        conversions: erased.conversions,
        device_links: erased.deviceLinks,
        risk_assessments: erased.assessments,
        list_entries: erased.listEntries,
      },
    },
    message: isDone ? 'The user is erased.' : 'The user is being erased.',
  }
}
