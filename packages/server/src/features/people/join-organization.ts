import { memberRoles } from '@quoin/core/people/member-role.ts'
import { type StaffRole, staffRoles } from '@quoin/core/people/staff-role.ts'
import type { LinkRow } from '../../store/people/links.ts'
import type { Transaction } from '../../store/pg/db.ts'
import { noteChange } from '../audit/note-change.ts'
import type { PeopleNeeds } from './change-people.ts'
import { endAuthority } from './end-authority.ts'
import { linkGone } from './one-use-link.ts'

type Needs = Pick<PeopleNeeds, 'store' | 'clock'>

interface Joining {
  readonly personId: string
  readonly email: string
  readonly link: LinkRow
}

/**
 * Takes somebody who was invited into the platform or the publisher. Their role begins anew: invitations and tokens that they
 * made there in an earlier time end.
 */
export async function joinOrganization(
  needs: Needs,
  tx: Transaction,
  { personId, email, link }: Joining,
): Promise<void> {
  const { store, clock } = needs
  const organization = await store.organizations.findOrganization(tx, link.organizationId ?? 0)
  if (organization === undefined) throw linkGone()
  const how = 'invitation'
  if (organization.publisherId === null) {
    const staffRole = staffRoles.find((one) => one === link.role)
    if (staffRole === undefined) throw linkGone()
    return await makeStaff(needs, tx, { personId, email, role: staffRole, how, invitedBy: link.actor })
  }
  const memberRole = memberRoles.find((one) => one === link.role)
  if (memberRole === undefined) throw linkGone()
  const { id: organizationId, publisherId } = organization
  await endAuthority(needs, tx, { actor: `person:${email}`, at: { organizationId, publisherId } })
  const member = { organizationId, personId, role: memberRole, nowMs: clock.nowMs() }
  await store.organizations.upsertMember(tx, member)
  const details = { how, invitedBy: link.actor, publisherId }
  await noteChange({ ...needs, actor: `person:${email}` }, tx, {
    action: 'member.joined',
    object: `person:${personId}`,
    after: { email, role: memberRole },
    details,
  })
}

interface NewStaff {
  readonly personId: string
  readonly email: string
  readonly role: StaffRole
  readonly how: string
  readonly invitedBy?: string
}

export async function makeStaff(
  needs: Needs,
  tx: Transaction,
  { personId, email, role, ...details }: NewStaff,
): Promise<void> {
  const { store, clock } = needs
  const organizationId = await store.members.lockPlatform(tx)
  await endAuthority(needs, tx, { actor: `person:${email}` })
  await store.members.upsertStaff(tx, { organizationId, personId, role, nowMs: clock.nowMs() })
  await noteChange({ ...needs, actor: `person:${email}` }, tx, {
    action: 'person.joined',
    object: `person:${personId}`,
    after: { email, role },
    details,
  })
}
