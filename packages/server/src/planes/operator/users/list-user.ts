import { listUser as operation } from '@quoin/contract/operator/users/user-operations.ts'
import { addListEntry } from '../../../features/lists/add-list-entry.ts'
import { staffRoute } from '../../../http/staff/staff-route.ts'

const words = { block: 'blocked', review: 'watched', allow: 'allowed' } as const

export const listUser = staffRoute(operation, async ({ ports, path: { appId }, body, staff: { actor } }) => {
  const { userId: value, action, reason } = body
  const entry = await addListEntry(ports, { appId, kind: 'user', value, action, reason, actor })
  return { data: { id: String(entry.id), action }, message: `The user is ${words[action]}.` }
})
