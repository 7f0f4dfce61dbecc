import type { StaffRole } from '@quoin/core/people/staff-role.ts'
import { secondsOf } from '@quoin/core/time/seconds-of.ts'
import * as operations from '@quoin/contract/operator/people/people-operations.ts'
import {
  getOrganization,
  invitePerson as invite,
  revokeInvitation as revoke,
} from '../../../features/people/invite-person.ts'
import { presentInvitation } from '../../../http/present/invitation.ts'
import { staffRoute } from '../../../http/staff/staff-route.ts'

const listInvitations = staffRoute(operations.listInvitations, async ({ ports: { db, store, clock } }) => {
  const { id } = await getOrganization(store, db, null)
  const invitations = await store.peopleLinks.listInvitations<StaffRole>(db, id, clock.nowMs())
  return { data: invitations.map(presentInvitation), message: `${invitations.length} open invitations.` }
})

const invitePerson = staffRoute(operations.invitePerson, async ({ ports, body, staff }) => {
  const made = await invite({ ...ports, actor: staff.actor, maker: staff }, body)
  const { id, link, isMailed, expiresAtMs } = made
  const data = { id, link, is_mailed: isMailed, expires_at: secondsOf(expiresAtMs) }
  return { status: 201, data, message: isMailed ? 'A mail is under way.' : 'Pass the link on to them.' }
})

const revokeInvitation = staffRoute(operations.revokeInvitation, async ({ ports, path, staff }) => {
  await revoke({ ...ports, actor: staff.actor }, { invitationId: path.invitationId })
  return { data: {}, message: 'The invitation is taken back.' }
})

/** Invitations to the platform. */
export const invitationRoutes = [listInvitations, invitePerson, revokeInvitation]
