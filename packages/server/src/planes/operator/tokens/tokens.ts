import * as operations from '@quoin/contract/operator/people/token-operations.ts'
import { createToken as create, revokeToken as revoke } from '../../../features/people/operator-tokens.ts'
import { presentToken } from '../../../http/present/token.ts'
import { staffRoute } from '../../../http/staff/staff-route.ts'

const dayMs = 86_400_000

const listTokens = staffRoute(operations.listTokens, async ({ ports: { db, store } }) => {
  const tokens = await store.peopleTokens.listTokens(db)
  return { data: tokens.map(presentToken), message: `${tokens.length} tokens.` }
})

const createToken = staffRoute(operations.createToken, async ({ ports, body, staff }) => {
  const { name, role, expiresInDays } = body
  const expiresAtMs = expiresInDays === undefined ? null : ports.clock.nowMs() + expiresInDays * dayMs
  const made = await create({ ...ports, actor: staff.actor, maker: staff }, { name, role, expiresAtMs })
  return { status: 201, data: made, message: 'Copy the token now: it is not shown again.' }
})

const revokeToken = staffRoute(operations.revokeToken, async ({ ports, path, staff }) => {
  await revoke({ ...ports, actor: staff.actor }, path.tokenId)
  return { data: {}, message: 'The token is revoked.' }
})

/** Tokens of programs. */
export const tokenRoutes = [listTokens, createToken, revokeToken]
