import * as operations from '@quoin/contract/lookup-operations.ts'
import { eraseUser as eraseUserFeature } from '../../../features/users/erase-user.ts'
import { presentErasure } from '../../../http/present/erasure.ts'
import { type Call, route } from '../../../http/route.ts'

/** DELETE /api/v1/users/{userId}: what is personal goes, money and counts stay. */
export const eraseUser = route(operations.eraseUser, (call) => erase(call, call.path.userId))

/** DELETE /api/v1/users?userId=…: the same of a user whose id can stand in no path. */
export const eraseUserByQuery = route(operations.eraseUserByQuery, (call) => erase(call, call.query.userId))

async function erase({ ports, caller }: Pick<Call, 'ports' | 'caller'>, userId: string) {
  return presentErasure(
    await eraseUserFeature(ports, {
      appId: caller.app.id,
      userId,
      isTestOnly: caller.isTest,
      actor: `api_key:${caller.key.id}`,
    }),
  )
}
