import { invalidApiKey, invalidFields, invalidRequest, notFound } from '@quoin/core/errors.ts'
import { passwordProblem } from '@quoin/core/people/password.ts'
import type { Browser, PersonSession, TwoFactorSecret } from '../../ports/people.ts'
import type { Ports } from '../../ports/ports.ts'
import { noteChange } from '../audit/note-change.ts'
import { changePeople, type PeopleNeeds } from './change-people.ts'
import { moveAuthority } from './end-authority.ts'
import { checkNotReserved } from './free-address.ts'
import { openPersonSession } from './open-person-session.ts'

interface AccountNeeds extends PeopleNeeds, Pick<Ports, 'authenticator' | 'random'> {
  readonly person: PersonSession
}

/** The name that others see, and the e-mail for as long as no password belongs to it. */
export async function updateAccount(
  needs: AccountNeeds,
  { name, email }: { readonly name: string | undefined; readonly email: string | undefined },
): Promise<void> {
  const { store, person } = needs
  await changePeople(needs, async (tx) => {
    const before = await store.persons.findPerson(tx, person.personId)
    if (before === undefined) throw notFound('You are here no more.')
    if (email !== undefined && email !== before.email) {
      if (before.hasPassword) throw wrongField('email', 'cannot be changed: ask to be invited by the new one')
      checkNotReserved(email)
      if (await store.persons.findPersonByEmail(tx, email)) throw wrongField('email', 'is in use already')
    }
    const after = { name: name ?? before.name, email: email ?? before.email }
    await store.persons.renamePerson(tx, { id: before.id, ...after })
    if (after.email !== before.email) await moveAuthority(needs, tx, { from: before.email, to: after.email })
    await noteChange(byThemselves(needs), tx, {
      action: 'person.renamed',
      object: `person:${before.id}`,
      after,
      before: { name: before.name, email: before.email },
    })
  })
}

/** A new password; links for one and all other sessions end, and this one gets a new id. Returns its cookies. */
export async function changePassword(
  needs: AccountNeeds,
  given: { readonly currentPassword: string | undefined; readonly newPassword: string },
  browser: Browser,
): Promise<readonly string[]> {
  const { db, store, clock, newId, authenticator, person } = needs
  const { personId } = person
  const problem = passwordProblem(given.newPassword, person.email)
  if (problem) throw wrongField('newPassword', problem)
  const known = await store.persons.findPasswordHash(db, personId)
  if (known !== undefined && !(await authenticator.checkPassword(known, given.currentPassword ?? ''))) {
    throw wrongField('currentPassword', 'is wrong')
  }
  const hash = await authenticator.hashPassword(given.newPassword)
  return await changePeople(needs, async (tx) => {
    await store.persons.upsertPassword(tx, { id: newId(), personId, hash })
    // Whoever has ended this session meanwhile has set a password of their own.
    const session = { id: person.sessionId, email: person.email, nowMs: clock.nowMs() }
    if (!(await store.makers.holdSession(tx, session))) throw ended()
    const sessionsEnded = await store.peopleSessions.deleteSessionsOf(tx, personId)
    await store.peopleLinks.revokeLinks(tx, { kinds: ['reset'], personId, nowMs: clock.nowMs() })
    await noteChange(byThemselves(needs), tx, {
      action: 'person.password_changed',
      object: `person:${personId}`,
      details: { sessionsEnded },
    })
    return await openPersonSession(needs, tx, { personId, email: person.email, browser })
  })
}

/** Ends one of a person's own sessions. */
export async function endOwnSession(needs: AccountNeeds, sessionId: string): Promise<void> {
  const { store, person } = needs
  await changePeople(needs, async (tx) => {
    if (!(await store.peopleSessions.deleteSession(tx, person.personId, sessionId))) {
      throw notFound('You have no such session; it may have ended.')
    }
    await noteChange(byThemselves(needs), tx, { action: 'session.ended', object: `session:${sessionId}` })
  })
}

/** Ends all of a person's sessions but the one that asks. Returns how many there were. */
export async function endOtherSessions(needs: AccountNeeds): Promise<number> {
  const { store, person } = needs
  return await changePeople(needs, async (tx) => {
    const ended = await store.peopleSessions.deleteSessionsOf(tx, person.personId, person.sessionId)
    await noteChange(byThemselves(needs), tx, {
      action: 'session.others_ended',
      object: `person:${person.personId}`,
      details: { ended },
    })
    return ended
  })
}

/** The secret of a second factor that is not on yet: `confirmTwoFactor` turns it on. */
export async function beginTwoFactor(
  { db, store, authenticator, person }: AccountNeeds,
  password: string,
  browser: Browser,
): Promise<TwoFactorSecret> {
  const known = await store.persons.findPerson(db, person.personId)
  if (known?.hasTwoFactor) throw invalidRequest('Two-factor is on already. Turn it off first.')
  if (!known?.hasPassword) throw invalidRequest('Set a password first: two-factor stands beside it.')
  const begun = await authenticator.beginTwoFactor(password, browser)
  if (begun === undefined) throw wrongField('password', 'is wrong')
  return begun
}

/** Turns two-factor on; all other sessions end, and this one gets a new id. */
export async function confirmTwoFactor(
  needs: AccountNeeds,
  code: string,
  browser: Browser,
): Promise<readonly string[]> {
  const { db, store, authenticator, person } = needs
  const hash = await store.persons.findPasswordHash(db, person.personId)
  const known = await store.persons.findPerson(db, person.personId)
  if (known?.hasTwoFactor) throw invalidRequest('Two-factor is on already.')
  if ((await authenticator.confirmTwoFactor(code, browser)) === undefined) {
    throw wrongField('code', 'is wrong or too old; wait for the next one')
  }
  return await beginAnew(needs, { action: 'person.two_factor_on', hash }, browser)
}

export async function endTwoFactor(
  needs: AccountNeeds,
  password: string,
  browser: Browser,
): Promise<readonly string[]> {
  const hash = await needs.store.persons.findPasswordHash(needs.db, needs.person.personId)
  if ((await needs.authenticator.endTwoFactor(password, browser)) === undefined) {
    throw wrongField('password', 'is wrong')
  }
  return await beginAnew(needs, { action: 'person.two_factor_off', hash }, browser)
}

export async function renewRecoveryCodes(
  needs: AccountNeeds,
  password: string,
  browser: Browser,
): Promise<readonly string[]> {
  const codes = await needs.authenticator.renewRecoveryCodes(password, browser)
  if (codes === undefined) throw wrongField('password', 'is wrong, or two-factor is off')
  const { personId } = needs.person
  await noteChange(byThemselves(needs), needs.db, {
    action: 'person.recovery_codes_renewed',
    object: `person:${personId}`,
  })
  return codes
}

/**
 * Whatever was open before the second factor changed is closed; the person goes on with a new session. `hash` is the
 * password of when they asked: whoever has changed it since has ended the session that asks.
 */
async function beginAnew(
  needs: AccountNeeds,
  {
    action,
    hash = '',
  }: { readonly action: 'person.two_factor_on' | 'person.two_factor_off'; readonly hash: string | undefined },
  browser: Browser,
): Promise<readonly string[]> {
  const { store, person } = needs
  const { personId, email } = person
  return await changePeople(needs, async (tx) => {
    if (!(await store.signInFacts.holdPassword(tx, { personId, hash }))) throw ended()
    await store.peopleSessions.deleteSessionsOf(tx, personId)
    await noteChange(byThemselves(needs), tx, { action, object: `person:${personId}` })
    return await openPersonSession(needs, tx, { personId, email, browser })
  })
}

function ended() {
  return invalidApiKey('This session has ended. Please sign in.')
}

function byThemselves(needs: AccountNeeds): AccountNeeds & { readonly actor: string } {
  return { ...needs, actor: `person:${needs.person.email}` }
}

function wrongField(field: string, message: string) {
  return invalidFields([{ field, rule: 'right', message }])
}
