import { invalidFields, invalidRequest, notFound } from '@quoin/core/errors.ts'
import { memberRoles } from '@quoin/core/people/member-role.ts'
import { passwordProblem } from '@quoin/core/people/password.ts'
import { staffRoles } from '@quoin/core/people/staff-role.ts'
import type { Ports } from '../../ports/ports.ts'
import type { LinkRow } from '../../store/people/links.ts'
import type { Transaction } from '../../store/pg/db.ts'
import { noteChange } from '../audit/note-change.ts'
import { changePeople, type PeopleNeeds } from './change-people.ts'
import { digestOf } from './one-use-link.ts'
import { checkSignUp, makePublisher } from './sign-up.ts'

interface AcceptNeeds extends PeopleNeeds, Pick<Ports, 'settings'> {
  readonly authenticator: Pick<Ports['authenticator'], 'hashPassword' | 'checkPassword'>
}

/** The fields that a person fills in; the link decides which are asked for. */
interface Given {
  readonly token: string
  readonly email: string | undefined
  readonly name: string | undefined
  readonly password: string | undefined
  /** The name of the publisher, of somebody who signs up. */
  readonly publisher: string | undefined
}

interface Accepted {
  readonly personId: string
  /** False: they have to sign in now, as always. */
  readonly mayOpenSession: boolean
}

const demoEmail = 'demo@quoin.localhost'

/** The purpose of a link. Throws RESOURCE_NOT_FOUND where it was used, has ended, or never was. */
export async function lookAtLink(
  { db, store, clock }: Pick<Ports, 'db' | 'store' | 'clock'>,
  token: string,
): Promise<LinkRow> {
  const link = await store.peopleLinks.findOpenLink(db, digestOf(token), clock.nowMs())
  if (link === undefined) throw gone()
  return link
}

/** Uses a link, once: sets up the first operator, takes up an invitation, sets a new password. */
export async function acceptLink(needs: AcceptNeeds, given: Given): Promise<Accepted> {
  const link = await lookAtLink(needs, given.token)
  const prepared = await prepare[link.kind](needs, link, given)
  return await changePeople(needs, async (tx) => {
    const taken = await needs.store.peopleLinks.takeLink(tx, digestOf(given.token), needs.clock.nowMs())
    if (taken === undefined) throw gone()
    return await prepared(tx)
  })
}

type Prepare = (
  needs: AcceptNeeds,
  link: LinkRow,
  given: Given,
) => Promise<(tx: Transaction) => Promise<Accepted>>

/** Passwords are hashed before the transaction begins: it would hold its locks for as long. */
const prepare: Readonly<Record<LinkRow['kind'], Prepare>> = {
  async set_up(needs, _link, { email, name, password }) {
    if (email === undefined) throw missing('email')
    const hash = await hashNew(needs, { password, email })
    return async (tx) => {
      if (await needs.store.persons.findPersonByEmail(tx, email)) throw taken(email)
      const personId = await insertPerson(needs, tx, { email, name: name ?? email, hash })
      await makeStaff(needs, tx, { personId, email, role: 'operator', how: 'set_up' })
      return { personId, mayOpenSession: true }
    }
  },
  async demo(needs) {
    return async (tx) => {
      const known = await needs.store.persons.findPersonByEmail(tx, demoEmail)
      const personId =
        known?.id ?? (await insertPerson(needs, tx, { email: demoEmail, name: 'Demo operator' }))
      await makeStaff(needs, tx, { personId, email: demoEmail, role: 'operator', how: 'demo' })
      return { personId, mayOpenSession: true }
    }
  },
  async invitation(needs, link, { name, password }) {
    const { email, role } = link
    if (email === null || role === null) throw new Error('An invitation names whom and as what')
    const known = await needs.store.persons.findPersonByEmail(needs.db, email)
    const hash = known ? undefined : await hashNew(needs, { password, email })
    if (known) await checkOwnPassword(needs, known.id, password)
    return async (tx) => {
      const personId = known?.id ?? (await insertPerson(needs, tx, { email, name: name ?? email, hash }))
      await join(needs, tx, { personId, link, email, role })
      // Their second step is still to come, where they have one.
      return { personId, mayOpenSession: known === undefined }
    }
  },
  async sign_up(needs, { email }, { name, password, publisher }) {
    if (email === null) throw new Error('A link of a sign-up names whose it is')
    return await prepareSignUp(needs, { email, name, password, publisher })
  },
  async reset(needs, { personId }, { password }) {
    if (personId === null) throw new Error('A reset link names whose password it is')
    const { store, clock, newId } = needs
    const person = await store.persons.findPerson(needs.db, personId)
    if (person === undefined) throw gone()
    const hash = await hashNew(needs, { password, email: person.email })
    return async (tx) => {
      await store.persons.upsertPassword(tx, { id: newId(), personId, hash })
      const ended = await store.peopleSessions.deleteSessionsOf(tx, personId)
      await store.peopleLinks.revokeLinks(tx, { kinds: ['reset'], personId, nowMs: clock.nowMs() })
      const actor = `person:${person.email}`
      await noteChange({ ...needs, actor }, tx, {
        ...{
          action: 'person.password_reset',
          object: `person:${personId}`,
          details: { sessionsEnded: ended },
        },
      })
      return { personId, mayOpenSession: false }
    }
  },
}

/** A person, and the publisher that is theirs. The password is hashed before the transaction begins. */
export async function prepareSignUp(
  needs: AcceptNeeds,
  { email, name, password, publisher }: Omit<Given, 'token' | 'email'> & { readonly email: string },
): Promise<(tx: Transaction) => Promise<Accepted>> {
  checkSignUp(needs)
  if (publisher === undefined) throw missing('publisher')
  const hash = await hashNew(needs, { password, email })
  return async (tx) => {
    if (await needs.store.persons.findPersonByEmail(tx, email)) throw taken(email)
    const personId = await insertPerson(needs, tx, { email, name: name ?? email, hash })
    await makePublisher(needs, tx, { publisher, personId, email })
    return { personId, mayOpenSession: true }
  }
}

interface Joining {
  readonly personId: string
  readonly link: LinkRow
  readonly email: string
  readonly role: NonNullable<LinkRow['role']>
}

/** Takes somebody who was invited into the platform or the publisher. */
async function join(
  needs: AcceptNeeds,
  tx: Transaction,
  { personId, link, email, role }: Joining,
): Promise<void> {
  const { store, clock } = needs
  const organization = await store.organizations.findOrganization(tx, link.organizationId ?? 0)
  if (organization === undefined) throw gone()
  const how = 'invitation'
  if (organization.kind === 'platform') {
    const staffRole = staffRoles.find((one) => one === role)
    if (staffRole === undefined) throw gone()
    return await makeStaff(needs, tx, { personId, email, role: staffRole, how, invitedBy: link.actor })
  }
  const memberRole = memberRoles.find((one) => one === role)
  if (memberRole === undefined) throw gone()
  const member = { organizationId: organization.id, personId, role: memberRole, nowMs: clock.nowMs() }
  await store.organizations.upsertMember(tx, member)
  const details = { how, invitedBy: link.actor, publisherId: organization.publisherId }
  await noteChange({ ...needs, actor: `person:${email}` }, tx, {
    ...{ action: 'member.joined', object: `person:${personId}`, after: { email, role }, details },
  })
}

async function hashNew(
  { authenticator }: AcceptNeeds,
  { password, email }: { readonly password: string | undefined; readonly email: string },
): Promise<string> {
  if (password === undefined) throw missing('password')
  const problem = passwordProblem(password, email)
  if (problem) throw invalidFields([{ field: 'password', rule: 'strength', message: problem }])
  return await authenticator.hashPassword(password)
}

async function checkOwnPassword(
  { db, store, authenticator }: AcceptNeeds,
  personId: string,
  password: string | undefined,
): Promise<void> {
  const hash = await store.persons.findPasswordHash(db, personId)
  const isRight = hash !== undefined && (await authenticator.checkPassword(hash, password ?? ''))
  if (isRight) return
  const message = 'must be the password of your account here'
  throw invalidFields([{ field: 'password', rule: 'right', message }])
}

async function insertPerson(
  { store, clock, newId }: AcceptNeeds,
  tx: Transaction,
  { email, name, hash }: { email: string; name: string; hash?: string | undefined },
): Promise<string> {
  const id = newId()
  await store.persons.insertPerson(tx, { id, name, email, nowMs: clock.nowMs() })
  if (hash !== undefined) await store.persons.upsertPassword(tx, { id: newId(), personId: id, hash })
  return id
}

interface NewStaff {
  readonly personId: string
  readonly email: string
  readonly role: 'operator' | 'reviewer' | 'analyst'
  readonly how: string
  readonly invitedBy?: string
}

async function makeStaff(
  needs: AcceptNeeds,
  tx: Transaction,
  { personId, email, role, ...details }: NewStaff,
): Promise<void> {
  const { store, clock } = needs
  const organizationId = await store.members.lockPlatform(tx)
  await store.members.upsertStaff(tx, { organizationId, personId, role, nowMs: clock.nowMs() })
  await noteChange({ ...needs, actor: `person:${email}` }, tx, {
    ...{ action: 'person.joined', object: `person:${personId}`, after: { email, role }, details },
  })
}

function gone() {
  return notFound('This link was used already, has ended, or was taken back. Please ask for a new one.')
}

function taken(email: string) {
  return invalidRequest(`There is somebody with the address ${email} already. Please sign in.`)
}

function missing(field: string) {
  return invalidFields([{ field, rule: 'required', message: 'is required' }])
}
