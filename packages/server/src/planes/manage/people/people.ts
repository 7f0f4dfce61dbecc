import * as operations from '@quoin/contract/manage/people/people-operations.ts'
import type { MemberRole } from '@quoin/core/people/member-role.ts'
import { countOf } from '@quoin/core/risk/count-of.ts'
import { secondsOf } from '@quoin/core/time/seconds-of.ts'
import { getOrganization, invitePerson, revokeInvitation } from '../../../features/people/invite-person.ts'
import { changeMemberRole, removeMember } from '../../../features/people/members.ts'
import { presentInvitation } from '../../../http/present/invitation.ts'
import { memberRoute } from '../../../http/staff/member-route.ts'

const listMyPeople = memberRoute(operations.listMyPeople, async ({ ports: { db, store }, member }) => {
  const organization = await store.organizations.findOrganizationOf(db, member.publisherId)
  const people = organization ? await store.organizations.listMembers(db, organization.id) : []
  return {
    data: people.map(
      ({ personId, name, email, claimedEmail, isConfirmed, role, hasTwoFactor, createdAtMs }) => ({
        id: personId,
        name,
        email: claimedEmail ?? email,
        is_confirmed: isConfirmed,
        role,
        has_two_factor: hasTwoFactor,
        created_at: secondsOf(createdAtMs),
      }),
    ),
    message: people.length === 1 ? '1 person.' : `${people.length} people.`,
  }
})

const changeMyRole = memberRoute(operations.changeMyRole, async ({ ports, path, body: { role }, member }) => {
  const { publisherId, actor } = member
  await changeMemberRole({ ...ports, actor }, { publisherId, personId: path.personId, role })
  return { data: {}, message: `They are ${role} now, and have to sign in again.` }
})

const removeMyPerson = memberRoute(operations.removeMyPerson, async ({ ports, path, member }) => {
  const { publisherId, actor } = member
  await removeMember({ ...ports, actor }, { publisherId, personId: path.personId })
  return { data: {}, message: 'They are not here any more.' }
})

const listMyInvitations = memberRoute(
  operations.listMyInvitations,
  async ({ ports: { db, store, clock }, member }) => {
    const { id } = await getOrganization(store, db, member.publisherId)
    const invitations = await store.peopleLinks.listInvitations<MemberRole>(db, id, clock.nowMs())
    return {
      data: invitations.map(presentInvitation),
      message: `${countOf(invitations.length, 'open invitation')}.`,
    }
  },
)

const inviteMyPerson = memberRoute(operations.inviteMyPerson, async ({ ports, body, member }) => {
  const { publisherId, actor, isView: isByOperator } = member
  const made = await invitePerson({ ...ports, actor, maker: member }, { ...body, publisherId, isByOperator })
  const { id, link, isMailed, expiresAtMs } = made
  // Whoever has the mail proves that the address is theirs; the owner of a publisher, who names any, must not be able to.
  const data = {
    id,
    link: isMailed ? null : link,
    is_mailed: isMailed,
    expires_at: secondsOf(expiresAtMs),
  }
  return { status: 201, data, message: isMailed ? 'A mail is under way.' : 'Pass the link on to them.' }
})

const revokeMyInvitation = memberRoute(operations.revokeMyInvitation, async ({ ports, path, member }) => {
  const { publisherId, actor } = member
  await revokeInvitation({ ...ports, actor }, { invitationId: path.invitationId, publisherId })
  return { data: {}, message: 'The invitation is taken back.' }
})

/** The people of a publisher. */
export const peopleRoutes = [
  listMyPeople,
  changeMyRole,
  removeMyPerson,
  listMyInvitations,
  inviteMyPerson,
  revokeMyInvitation,
]
