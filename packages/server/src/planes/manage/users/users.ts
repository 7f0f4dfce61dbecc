import * as operations from '@quoin/contract/manage/users/user-operations.ts'
import type { KeptListEntry } from '@quoin/core/lists/list-entry.ts'
import { formatMicros } from '@quoin/core/payout/money.ts'
import { secondsOf } from '@quoin/core/time/seconds-of.ts'
import { getOwnApp } from '../../../features/apps/own-app.ts'
import { isOwnEntry, listOwnUser, unlistOwnUser } from '../../../features/lists/own-user-list.ts'
import { eraseUser } from '../../../features/users/erase-user.ts'
import { listRecentUsers } from '../../../features/users/list-recent-users.ts'
import { tellUser } from '../../../features/users/tell-user.ts'
import { presentErasure } from '../../../http/present/erasure.ts'
import { presentUser, presentUserList } from '../../../http/present/user-story.ts'
import { memberRoute } from '../../../http/staff/member-route.ts'

const listMyUsers = memberRoute(
  operations.listMyUsers,
  async ({ ports, path: { appId }, query: { mode = 'live' }, member: { publisherId } }) => {
    await getOwnApp(ports, { publisherId, appId })
    const users = await listRecentUsers(ports, { appId, isTest: mode === 'test' })
    const data = users.map(({ userId, lastSeenAtMs, conversions, reversed, earnedMicros, list }) => ({
      user_id: userId,
      last_seen_at: secondsOf(lastSeenAtMs),
      conversions,
      reversed,
      earned: formatMicros(earnedMicros),
      list,
    }))
    return { data, message: 'The users who were active lately.' }
  },
)

const getMyUser = memberRoute(
  operations.getMyUser,
  async ({ ports, path: { appId }, query, member: { publisherId } }) => {
    await getOwnApp(ports, { publisherId, appId })
    const { userId, mode = 'live', limit } = query
    const isOwn = (entry: KeptListEntry) => isOwnEntry(entry, publisherId)
    const told = await tellUser(ports, {
      appId,
      userId,
      isTest: mode === 'test',
      limit,
      tellEntry: (entry) => (isOwn(entry) ? entry : { ...entry, reason: 'Decided by the platform.' }),
    })
    const lists = told.story.lists.map((entry) => ({ ...presentUserList(entry), is_own: isOwn(entry) }))
    return { data: { ...presentUser(told), lists }, message: told.story.answers[0] ?? '' }
  },
)

const words = { block: 'blocked', review: 'watched', allow: 'allowed' } as const

const listMyUser = memberRoute(
  operations.listMyUser,
  async ({ ports, path: { appId }, body, member: { publisherId, actor } }) => {
    await getOwnApp(ports, { publisherId, appId })
    const entry = await listOwnUser(ports, { ...body, appId, publisherId, actor })
    return {
      data: { id: String(entry.id), action: entry.action },
      message: `The user is ${words[entry.action]}.`,
    }
  },
)

const unlistMyUser = memberRoute(
  operations.unlistMyUser,
  async ({ ports, path: { appId, entryId: id }, member: { publisherId, actor } }) => {
    await getOwnApp(ports, { publisherId, appId })
    await unlistOwnUser(ports, { appId, id, publisherId, actor })
    return { data: {}, message: 'The user is off the list.' }
  },
)

const eraseMyUser = memberRoute(
  operations.eraseMyUser,
  async ({ ports, path: { appId }, query: { mode }, body: { userId }, member: { publisherId, actor } }) => {
    await getOwnApp(ports, { publisherId, appId })
    return presentErasure(await eraseUser(ports, { appId, userId, isTestOnly: mode === 'test', actor }))
  },
)

export const userRoutes = [listMyUsers, getMyUser, listMyUser, unlistMyUser, eraseMyUser]
