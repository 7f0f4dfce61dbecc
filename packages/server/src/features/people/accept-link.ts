import { invalidFields } from '@quoin/core/errors.ts'
import { demoEmail } from '@quoin/core/people/email.ts'
import type { Browser } from '../../ports/people.ts'
import type { Ports } from '../../ports/ports.ts'
import type { LinkRow } from '../../store/people/links.ts'
import type { Transaction } from '../../store/pg/db.ts'
import { noteChange } from '../audit/note-change.ts'
import { changePeople } from './change-people.ts'
import { addressTaken, checkNotReserved, freeAddress } from './free-address.ts'
import { joinOrganization, makeStaff } from './join-organization.ts'
import { hashNewPassword, makePerson, type PersonNeeds } from './make-person.ts'
import { digestOf, linkGone } from './one-use-link.ts'
import { noteSignIn, openPersonSession, type OpenSessionNeeds } from './open-person-session.ts'
import { isSetUpOver } from './open-set-up.ts'
import { makePublisher } from './sign-up.ts'

interface AcceptNeeds extends PersonNeeds, OpenSessionNeeds, Pick<Ports, 'settings' | 'mail'> {
  readonly authenticator: Pick<Ports['authenticator'], 'hashPassword' | 'checkPassword' | 'writeCookies'>
}

/** The fields that a person fills in; the link decides which are asked for. */
interface Given {
  readonly token: string
  readonly email: string | undefined
  readonly name: string | undefined
  readonly password: string | undefined
  /** The password that somebody has here, who is invited once more. */
  readonly currentPassword: string | undefined
  /** The name of the publisher, of somebody who signs up. */
  readonly publisher: string | undefined
}

/** Whom a link has let in; `isSignedIn` is false where they must sign in now, as always. */
interface Accepted {
  readonly personId: string
  readonly email: string
  readonly isSignedIn: boolean
}

/** The purpose of a link. Throws RESOURCE_NOT_FOUND where it was used, has ended, or never was. */
export async function lookAtLink(
  { db, store, clock }: Pick<Ports, 'db' | 'store' | 'clock'>,
  token: string,
): Promise<LinkRow> {
  const link = await store.peopleLinks.findOpenLink(db, digestOf(token), clock.nowMs())
  if (link === undefined || (await isSetUpOver({ store }, db, link))) throw linkGone()
  return link
}

/**
 * Uses a link, once: sets up the first operator, takes up an invitation, sets a new password. The session is opened in the
 * same transaction, so a link whose answer is a failure can be used again. Returns its cookies, if one was opened.
 */
export async function acceptLink(
  needs: AcceptNeeds,
  given: Given,
  browser: Browser,
): Promise<readonly string[] | undefined> {
  const link = await lookAtLink(needs, given.token)
  const prepared = await prepare[link.kind](needs, link, given)
  return await changePeople(needs, async (tx) => {
    const taken = await needs.store.peopleLinks.takeLink(tx, digestOf(given.token), needs.clock.nowMs())
    if (taken === undefined || (await isSetUpOver(needs, tx, taken))) throw linkGone()
    const { isSignedIn, ...person } = await prepared(tx)
    if (!isSignedIn) return undefined
    await noteSignIn(needs, tx, { ...person, how: 'link' })
    return await openPersonSession(needs, tx, { ...person, browser })
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
    checkNotReserved(email)
    const hash = await hashNewPassword(needs, { password, email })
    return async (tx) => {
      await freeAddress(needs, tx, email)
      const personId = await makePerson(needs, tx, { email, name, hash, isConfirmed: true, origin: 'set_up' })
      await makeStaff(needs, tx, { personId, email, role: 'operator', how: 'set_up' })
      return { personId, email, isSignedIn: true }
    }
  },
  async demo(needs) {
    return async (tx) => {
      await needs.store.members.lockPlatform(tx)
      const known = await needs.store.persons.findDemoOperator(tx)
      if (known?.role === 'operator') return { personId: known.id, email: known.email, isSignedIn: true }
      await freeAddress(needs, tx, demoEmail)
      const demo = { email: demoEmail, name: 'Demo operator', isConfirmed: true, origin: 'demo' } as const
      const personId = await makePerson(needs, tx, demo)
      await makeStaff(needs, tx, { personId, email: demoEmail, role: 'operator', how: 'demo' })
      return { personId, email: demoEmail, isSignedIn: true }
    }
  },
  async invitation(needs, link, given) {
    const known = await findInvited(needs, link)
    return known === undefined
      ? await inviteNew(needs, link, given)
      : await inviteKnown(needs, link, given, known)
  },
  async sign_up(needs, { email }, { name, password, publisher }) {
    if (email === null) throw new Error('A link of a sign-up names whose it is')
    if (publisher === undefined) throw missing('publisher')
    const hash = await hashNewPassword(needs, { password, email })
    return async (tx) => {
      await freeAddress(needs, tx, email)
      const personId = await makePerson(needs, tx, {
        email,
        name,
        hash,
        isConfirmed: true,
        origin: 'sign_up',
      })
      await makePublisher(needs, tx, { publisher, personId, email })
      return { personId, email, isSignedIn: true }
    }
  },
  async reset(needs, { personId }, { password }) {
    if (personId === null) throw new Error('A reset link names whose password it is')
    const { store, clock, newId } = needs
    const person = await store.persons.findPerson(needs.db, personId)
    if (person === undefined) throw linkGone()
    const { email } = person
    const hash = await hashNewPassword(needs, { password, email })
    return async (tx) => {
      await store.persons.upsertPassword(tx, { id: newId(), personId, hash })
      const sessionsEnded = await store.peopleSessions.deleteSessionsOf(tx, personId)
      await store.peopleLinks.revokeLinks(tx, { kinds: ['reset'], personId, nowMs: clock.nowMs() })
      await noteChange({ ...needs, actor: `person:${email}` }, tx, {
        action: 'person.password_reset',
        object: `person:${personId}`,
        details: { sessionsEnded },
      })
      return { personId, email, isSignedIn: false }
    }
  },
}

/** The account that an invitation is to; one that only claims the address makes way for who proves it. */
async function findInvited({ db, store }: AcceptNeeds, { email, confirmsAddress }: LinkRow) {
  const known = email === null ? undefined : await store.persons.findPersonByEmail(db, email)
  return known && (known.isConfirmed || !confirmsAddress) ? known : undefined
}

async function inviteNew(needs: AcceptNeeds, link: LinkRow, { name, password }: Given): ReturnType<Prepare> {
  const { email, confirmsAddress } = link
  if (email === null) throw new Error('An invitation names whom')
  const hash = await hashNewPassword(needs, { password, email })
  return async (tx) => {
    if (confirmsAddress) await freeAddress(needs, tx, email)
    const made = { email, name, hash, isConfirmed: confirmsAddress, origin: 'invitation' } as const
    const personId = await makePerson(needs, tx, made)
    await joinOrganization(needs, tx, { personId, email, link })
    return { personId, email, isSignedIn: true }
  }
}

/**
 * Somebody who has an account: their password shows that they are the one, and a new one, with all sessions ended, that
 * nobody else is any more.
 */
async function inviteKnown(
  needs: AcceptNeeds,
  link: LinkRow,
  { password, currentPassword }: Given,
  { id: personId, email }: { readonly id: string; readonly email: string },
): ReturnType<Prepare> {
  const { store, newId } = needs
  if (currentPassword === undefined) throw missing('currentPassword')
  await checkOwnPassword(needs, personId, currentPassword)
  if (password === currentPassword) throw wrong('password', 'must be another one than until now')
  const hash = await hashNewPassword(needs, { password, email })
  return async (tx) => {
    // Whoever was confirmed, or went, between the look and now is not who proved themselves.
    if ((await store.persons.findPersonByEmail(tx, email))?.id !== personId) throw addressTaken(email)
    await joinOrganization(needs, tx, { personId, email, link })
    await store.persons.upsertPassword(tx, { id: newId(), personId, hash })
    await store.peopleSessions.deleteSessionsOf(tx, personId)
    // Their second step is still to come, where they have one.
    return { personId, email, isSignedIn: false }
  }
}

async function checkOwnPassword(
  { db, store, authenticator }: AcceptNeeds,
  personId: string,
  password: string,
): Promise<void> {
  const hash = await store.persons.findPasswordHash(db, personId)
  const isRight = hash !== undefined && (await authenticator.checkPassword(hash, password))
  if (!isRight) throw wrong('currentPassword', 'must be the password of your account here')
}

function missing(field: string) {
  return invalidFields([{ field, rule: 'required', message: 'is required' }])
}

function wrong(field: string, message: string) {
  return invalidFields([{ field, rule: 'right', message }])
}
