import * as operations from '@quoin/contract/manage/tokens/token-operations.ts'
import { countOf } from '@quoin/core/risk/count-of.ts'
import { createPublisherToken, revokePublisherToken } from '../../../features/people/publisher-tokens.ts'
import { presentToken } from '../../../http/present/token.ts'
import { memberRoute } from '../../../http/staff/member-route.ts'

const dayMs = 86_400_000

const listMyTokens = memberRoute(operations.listMyTokens, async ({ ports: { db, store }, member }) => {
  const tokens = await store.publisherTokens.listPublisherTokens(db, member.publisherId)
  return { data: tokens.map(presentToken), message: `${countOf(tokens.length, 'token')}.` }
})

const createMyToken = memberRoute(operations.createMyToken, async ({ ports, body, member }) => {
  const { name, role, expiresInDays } = body
  const { publisherId, actor } = member
  const expiresAtMs = expiresInDays === undefined ? null : ports.clock.nowMs() + expiresInDays * dayMs
  const made = await createPublisherToken(
    { ...ports, actor, maker: member },
    { publisherId, name, role, expiresAtMs },
  )
  return { status: 201, data: made, message: 'Copy the token now: it is not shown again.' }
})

const revokeMyToken = memberRoute(operations.revokeMyToken, async ({ ports, path: { tokenId }, member }) => {
  const { publisherId, actor } = member
  await revokePublisherToken({ ...ports, actor }, { publisherId, tokenId })
  return { data: {}, message: 'The token is revoked.' }
})

/** Tokens of a publisher's programs. */
export const tokenRoutes = [listMyTokens, createMyToken, revokeMyToken]
