import { hash } from 'node:crypto'
import { invalidFields, notFound } from '@quoin/core/errors.ts'
import type { MemberRole } from '@quoin/core/people/member-role.ts'
import {
  formatProgramToken,
  maskProgramToken,
  publisherTokenActor,
} from '@quoin/core/people/program-token.ts'
import type { Ports } from '../../ports/ports.ts'
import { noteChange } from '../audit/note-change.ts'
import { changePeople, type PeopleNeeds } from './change-people.ts'
import { endAuthority } from './end-authority.ts'
import { earlierEnd, holdMaker, type Maker } from './hold-maker.ts'
import { getOrganization } from './invite-person.ts'

const tokenBytes = 32

interface NewToken {
  readonly publisherId: number
  readonly name: string
  readonly role: MemberRole
  readonly expiresAtMs: number | null
}

/** A program's token for the management API of one publisher; it is in the answer and nowhere else. It lasts no longer than one
 * that makes it. */
export async function createPublisherToken(
  needs: PeopleNeeds & Pick<Ports, 'random'> & { readonly maker?: Maker },
  { publisherId, name, role, expiresAtMs: wishedMs }: NewToken,
): Promise<{ readonly id: string; readonly token: string }> {
  const { store, clock, random, newId, actor = 'server' } = needs
  const token = formatProgramToken('qpt', random(tokenBytes))
  const id = newId()
  await changePeople(needs, async (tx) => {
    const { id: organizationId } = await getOrganization(store, tx, publisherId)
    await store.organizations.lockOrganization(tx, organizationId)
    const expiresAtMs = earlierEnd(wishedMs, await holdMaker(needs, tx, needs.maker))
    const isMade = await store.publisherTokens.insertPublisherToken(tx, {
      id,
      publisherId,
      name,
      role,
      actor,
      expiresAtMs,
      nowMs: clock.nowMs(),
      digest: hash('sha256', token, 'buffer'),
      masked: maskProgramToken(token),
    })
    if (!isMade) throw invalidFields([{ field: 'name', rule: 'unique', message: 'is in use already' }])
    const after = { publisherId, name, role, expiresAtMs }
    await noteChange(needs, tx, { action: 'publisher_token.made', object: `publisher_token:${id}`, after })
  })
  return { id, token }
}

/** Ends a token of the publisher's with what it has made, at once here and within seconds in other processes. */
export async function revokePublisherToken(
  needs: PeopleNeeds,
  { publisherId, tokenId }: { readonly publisherId: number; readonly tokenId: string },
): Promise<void> {
  const { store, clock } = needs
  await changePeople(needs, async (tx) => {
    const given = { publisherId, id: tokenId, nowMs: clock.nowMs() }
    const name = await store.publisherTokens.revokePublisherToken(tx, given)
    if (name === undefined) throw notFound('You have no such token.')
    await endAuthority(needs, tx, { actor: publisherTokenActor(publisherId, name) })
    await noteChange(needs, tx, {
      action: 'publisher_token.revoked',
      object: `publisher_token:${tokenId}`,
      details: { publisherId, name },
    })
  })
}
