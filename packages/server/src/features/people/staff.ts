import { invalidRequest, notFound } from '@quoin/core/errors.ts'
import type { StaffRole } from '@quoin/core/people/staff-role.ts'
import type { Ports } from '../../ports/ports.ts'
import type { PersonRow } from '../../store/people/persons.ts'
import type { Db } from '../../store/pg/database.ts'
import { noteChange } from '../audit/note-change.ts'
import { changePeople, type PeopleNeeds } from './change-people.ts'
import { endAuthority } from './end-authority.ts'

interface StaffMember extends PersonRow {
  readonly role: StaffRole
}

/** Another role at the platform. Their sessions end: whoever may do more, or less, proves themselves anew. */
export async function changeRole(
  needs: PeopleNeeds,
  { personId, role }: { readonly personId: string; readonly role: StaffRole },
): Promise<void> {
  const { store, clock } = needs
  await changePeople(needs, async (tx) => {
    const organizationId = await store.members.lockPlatform(tx)
    const person = await getStaff(store, tx, personId)
    if (person.role === role) return
    await store.members.upsertStaff(tx, { organizationId, personId, role, nowMs: clock.nowMs() })
    if (person.role === 'operator') {
      await keepAnOperator(store, tx)
      await endAuthority(needs, tx, { actor: `person:${person.email}` })
    }
    const sessionsEnded = await store.peopleSessions.deleteSessionsOf(tx, personId)
    await noteChange(needs, tx, {
      action: 'person.role_changed',
      object: `person:${personId}`,
      before: { role: person.role },
      after: { role },
      details: { email: person.email, sessionsEnded },
    })
  })
}

/** Takes a person off the platform, with their sessions, links, tokens and, where they are nowhere else, their account. */
export async function removePerson(needs: PeopleNeeds, personId: string): Promise<void> {
  const { store, clock } = needs
  await changePeople(needs, async (tx) => {
    await store.members.lockPlatform(tx)
    const { email, role } = await getStaff(store, tx, personId)
    const { isLeft } = await store.members.deleteStaff(tx, personId)
    if (role === 'operator') await keepAnOperator(store, tx)
    await store.peopleSessions.deleteSessionsOf(tx, personId)
    await store.peopleLinks.revokeLinks(tx, { kinds: ['reset'], personId, nowMs: clock.nowMs() })
    await store.peopleLinks.revokeLinks(tx, { kinds: ['invitation'], email, nowMs: clock.nowMs() })
    const tokensEnded = await endAuthority(needs, tx, { actor: `person:${email}` })
    await noteChange(needs, tx, {
      action: 'person.removed',
      object: `person:${personId}`,
      before: { email, role },
      details: { tokensEnded },
    })
    await endAlertsTo(needs, tx, email)
    if (!isLeft) await store.persons.deletePerson(tx, personId)
  })
}

/** Alerts tell of money and networks: their mails end with whoever they went to. Others may have the channel on again. */
async function endAlertsTo(needs: PeopleNeeds, tx: Db, email: string): Promise<void> {
  const { alertChannels } = needs.store
  for (const { id, kind, addressShown, isOn } of await alertChannels.listChannels(tx)) {
    if (kind !== 'email' || !isOn || addressShown.toLowerCase() !== email) continue
    await alertChannels.switchChannel(tx, id, false)
    const change = { action: 'alert_channel.updated' as const, object: `alert_channel:${id}` }
    await noteChange(needs, tx, { ...change, before: { isOn: true }, after: { isOn: false } })
  }
}

/** Ends all sessions of a person, at once here and within seconds in other processes. */
export async function endSessionsOf(needs: PeopleNeeds, personId: string): Promise<number> {
  const { store } = needs
  return await changePeople(needs, async (tx) => {
    const { email } = await getStaff(store, tx, personId)
    const ended = await store.peopleSessions.deleteSessionsOf(tx, personId)
    await noteChange(needs, tx, {
      action: 'person.sessions_ended',
      object: `person:${personId}`,
      details: { email, ended },
    })
    return ended
  })
}

/** For somebody who has lost their authenticator and their recovery codes. */
export async function removeTwoFactorOf(needs: PeopleNeeds, personId: string): Promise<void> {
  const { store } = needs
  await changePeople(needs, async (tx) => {
    const { email } = await getStaff(store, tx, personId)
    await store.persons.deleteTwoFactor(tx, personId)
    await store.peopleSessions.deleteSessionsOf(tx, personId)
    await noteChange(needs, tx, {
      action: 'person.two_factor_removed',
      object: `person:${personId}`,
      details: { email },
    })
  })
}

/** Somebody of the platform; RESOURCE_NOT_FOUND for everybody else, whoever they are. */
async function getStaff(store: Ports['store'], db: Db, personId: string): Promise<StaffMember> {
  const person = await store.persons.findPerson(db, personId)
  if (!person?.role) throw notFound('There is no such person here.')
  return { ...person, role: person.role }
}

async function keepAnOperator(store: Ports['store'], tx: Db): Promise<void> {
  if ((await store.members.countOperators(tx)) > 0) return
  throw invalidRequest('This is the last operator. Make somebody else an operator first.')
}
