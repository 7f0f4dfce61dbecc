import { getUser as operation } from '@quoin/contract/operator/users/user-operations.ts'
import { tellUser } from '../../../features/users/tell-user.ts'
import { presentUser, presentUserList } from '../../../http/present/user-story.ts'
import { staffRoute } from '../../../http/staff/staff-route.ts'

export const getUser = staffRoute(operation, async ({ ports, path: { appId }, query }) => {
  const { userId, test = 'no', limit } = query
  const told = await tellUser(ports, { appId, userId, isTest: test === 'yes', limit })
  const lists = told.story.lists.map((entry) => ({ ...presentUserList(entry), actor: entry.actor }))
  return { data: { ...presentUser(told), lists }, message: told.story.answers[0] ?? '' }
})
