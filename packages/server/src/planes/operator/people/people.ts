import { secondsOf } from '@quoin/core/time/seconds-of.ts'
import * as operations from '@quoin/contract/operator/people/people-operations.ts'
import {
  endSessionsOf,
  removePerson as remove,
  removeTwoFactorOf,
  changeRole as change,
} from '../../../features/people/staff.ts'
import {
  confirmPerson as confirm,
  deleteUnconfirmedPerson as deletePerson,
} from '../../../features/people/confirm-person.ts'
import { makeResetLink as makeLink } from '../../../features/people/reset-password.ts'
import { staffRoute } from '../../../http/staff/staff-route.ts'

const listPeople = staffRoute(operations.listPeople, async ({ ports: { db, store, clock } }) => {
  const people = await store.persons.listStaff(db, clock.nowMs())
  return {
    data: people.map(({ id, name, email, role, ...person }) => ({
      id,
      name,
      email,
      role,
      has_password: person.hasPassword,
      has_two_factor: person.hasTwoFactor,
      sessions: person.sessions,
      signed_in_at: secondsOf(person.lastSeenAtMs),
      created_at: secondsOf(person.createdAtMs),
      is_doubtful: person.isDoubtful,
    })),
    message: `${people.length} people.`,
  }
})

const changeRole = staffRoute(operations.changeRole, async ({ ports, path, body, staff }) => {
  await change({ ...ports, actor: staff.actor }, { personId: path.personId, role: body.role })
  return { data: {}, message: `They are ${body.role} now, and have to sign in again.` }
})

const removePerson = staffRoute(operations.removePerson, async ({ ports, path, staff }) => {
  await remove({ ...ports, actor: staff.actor }, path.personId)
  return { data: {}, message: 'They are not of this platform any more.' }
})

const endPersonSessions = staffRoute(operations.endPersonSessions, async ({ ports, path, staff }) => {
  const ended = await endSessionsOf({ ...ports, actor: staff.actor }, path.personId)
  return { data: { ended }, message: 'They have to sign in again.' }
})

const makeResetLink = staffRoute(operations.makeResetLink, async ({ ports, path, staff }) => {
  const { link, expiresAtMs } = await makeLink({ ...ports, actor: staff.actor, maker: staff }, path.personId)
  const data = { link, expires_at: secondsOf(expiresAtMs) }
  return { status: 201, data, message: 'Pass the link on; it works once, for an hour.' }
})

const removeTwoFactor = staffRoute(operations.removeTwoFactor, async ({ ports, path, staff }) => {
  await removeTwoFactorOf({ ...ports, actor: staff.actor }, path.personId)
  return { data: {}, message: 'Two-factor is off, and they have to sign in again.' }
})

const listUnconfirmedPeople = staffRoute(
  operations.listUnconfirmedPeople,
  async ({ ports: { db, store } }) => {
    const people = await store.persons.listUnconfirmed(db)
    return {
      data: people.map(({ id, name, email, claimedEmail, origin, publisherId, ...person }) => ({
        id,
        name,
        email: claimedEmail ?? email,
        came_by: origin === 'sign_up' || origin === 'invitation' ? origin : null,
        publisher_id: publisherId === null ? null : String(publisherId),
        publisher: person.publisher,
        publisher_status: person.publisherStatus,
        address: person.address,
        created_at: secondsOf(person.createdAtMs),
      })),
      message: `${people.length} accounts wait for a word.`,
    }
  },
)

const confirmPerson = staffRoute(operations.confirmPerson, async ({ ports, path, staff }) => {
  await confirm({ ...ports, actor: staff.actor }, path.personId)
  return { data: {}, message: 'The account is confirmed.' }
})

const deleteUnconfirmedPerson = staffRoute(
  operations.deleteUnconfirmedPerson,
  async ({ ports, path, staff }) => {
    await deletePerson({ ...ports, actor: staff.actor }, path.personId)
    return { data: {}, message: 'The account is deleted.' }
  },
)

/** The people of the platform. */
export const teamRoutes = [
  listUnconfirmedPeople,
  confirmPerson,
  deleteUnconfirmedPerson,
  listPeople,
  changeRole,
  removePerson,
  endPersonSessions,
  makeResetLink,
  removeTwoFactor,
]
