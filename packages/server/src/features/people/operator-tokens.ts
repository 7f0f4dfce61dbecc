import { hash } from 'node:crypto'
import { invalidFields, notFound } from '@quoin/core/errors.ts'
import { formatProgramToken, maskProgramToken, operatorTokenActor } from '@quoin/core/people/program-token.ts'
import type { StaffRole } from '@quoin/core/people/staff-role.ts'
import type { Ports } from '../../ports/ports.ts'
import { noteChange } from '../audit/note-change.ts'
import { changePeople, type PeopleNeeds } from './change-people.ts'
import { endAuthority } from './end-authority.ts'
import { earlierEnd, holdMaker, type Maker } from './hold-maker.ts'

const tokenBytes = 32

interface NewToken {
  readonly name: string
  readonly role: StaffRole
  readonly expiresAtMs: number | null
}

/** A program's token for the operator API; it is in the answer and nowhere else. It lasts no longer than one that makes it. */
export async function createToken(
  needs: PeopleNeeds & Pick<Ports, 'random'> & { readonly maker?: Maker },
  { name, role, expiresAtMs: wishedMs }: NewToken,
): Promise<{ readonly id: string; readonly token: string }> {
  const { store, clock, random, newId, actor = 'server' } = needs
  // The audit log names the environment's token so; no other may look like it.
  if (name.toUpperCase() === 'OPERATOR_TOKEN') throw taken()
  const token = formatProgramToken('qot', random(tokenBytes))
  const id = newId()
  await changePeople(needs, async (tx) => {
    await store.members.lockPlatform(tx)
    const expiresAtMs = earlierEnd(wishedMs, await holdMaker(needs, tx, needs.maker))
    const isMade = await store.peopleTokens.insertToken(tx, {
      id,
      name,
      role,
      actor,
      expiresAtMs,
      nowMs: clock.nowMs(),
      digest: hash('sha256', token, 'buffer'),
      masked: maskProgramToken(token),
    })
    if (!isMade) throw taken()
    await noteChange(needs, tx, {
      action: 'token.made',
      object: `token:${id}`,
      after: { name, role, expiresAtMs },
    })
  })
  return { id, token }
}

function taken() {
  return invalidFields([{ field: 'name', rule: 'unique', message: 'is in use already' }])
}

/** Ends a token with what it has made, at once here and within seconds in other processes. */
export async function revokeToken(needs: PeopleNeeds, tokenId: string): Promise<void> {
  const { store, clock } = needs
  await changePeople(needs, async (tx) => {
    const name = await store.peopleTokens.revokeToken(tx, tokenId, clock.nowMs())
    if (name === undefined) throw notFound('There is no such token.')
    await endAuthority(needs, tx, { actor: operatorTokenActor(name) })
    await noteChange(needs, tx, { action: 'token.revoked', object: `token:${tokenId}`, details: { name } })
  })
}
