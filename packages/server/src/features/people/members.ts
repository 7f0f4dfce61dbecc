import { invalidRequest, notFound } from '@quoin/core/errors.ts'
import type { MemberRole } from '@quoin/core/people/member-role.ts'
import type { Ports } from '../../ports/ports.ts'
import type { Db } from '../../store/pg/database.ts'
import type { MemberRow } from '../../store/people/organizations.ts'
import { noteChange } from '../audit/note-change.ts'
import { changePeople, type PeopleNeeds } from './change-people.ts'
import { endAuthority } from './end-authority.ts'
import { getOrganization } from './invite-person.ts'

interface OneMember {
  readonly publisherId: number
  readonly personId: string
}

/** Another role at a publisher. Their sessions end: whoever may do more, or less, proves themselves anew. */
export async function changeMemberRole(
  needs: PeopleNeeds,
  { publisherId, personId, role }: OneMember & { readonly role: MemberRole },
): Promise<void> {
  const { store, clock } = needs
  await changePeople(needs, async (tx) => {
    const { member, organizationId } = await lockMember(needs, tx, { publisherId, personId })
    if (member.role === role) return
    await store.organizations.upsertMember(tx, { organizationId, personId, role, nowMs: clock.nowMs() })
    await keepAnOwner(store, tx, organizationId)
    const actor = `person:${member.email}`
    if (role !== 'owner') await endAuthority(needs, tx, { actor, at: { organizationId, publisherId } })
    const sessionsEnded = await store.peopleSessions.deleteSessionsOf(tx, personId)
    await noteChange(needs, tx, {
      action: 'member.role_changed',
      object: `person:${personId}`,
      before: { role: member.role },
      after: { role },
      details: { publisherId, email: member.email, sessionsEnded },
    })
  })
}

/** Takes a person off a publisher; where they are nowhere else, their account goes, too. */
export async function removeMember(needs: PeopleNeeds, { publisherId, personId }: OneMember): Promise<void> {
  const { store } = needs
  await changePeople(needs, async (tx) => {
    const { member, organizationId } = await lockMember(needs, tx, { publisherId, personId })
    const { isLeft } = await store.organizations.deleteMember(tx, organizationId, personId)
    await keepAnOwner(store, tx, organizationId)
    await store.peopleSessions.deleteSessionsOf(tx, personId)
    const { email, role } = member
    const at = { organizationId, publisherId }
    const tokensEnded = await endAuthority(needs, tx, { actor: `person:${email}`, at })
    await noteChange(needs, tx, {
      action: 'member.removed',
      object: `person:${personId}`,
      before: { email, role },
      details: { publisherId, tokensEnded },
    })
    if (!isLeft) await store.persons.deletePerson(tx, personId)
  })
}

async function lockMember(
  { store }: Pick<Ports, 'store'>,
  tx: Db,
  { publisherId, personId }: OneMember,
): Promise<{ readonly member: MemberRow; readonly organizationId: number }> {
  const { id: organizationId } = await getOrganization(store, tx, publisherId)
  await store.organizations.lockOrganization(tx, organizationId)
  const member = await store.organizations.findMember(tx, organizationId, personId)
  if (member === undefined) throw notFound('There is no such person here.')
  return { member, organizationId }
}

async function keepAnOwner({ organizations }: Ports['store'], tx: Db, organizationId: number): Promise<void> {
  if ((await organizations.countOwners(tx, organizationId)) > 0) return
  throw invalidRequest('This is the last owner. Make somebody else an owner first.')
}
