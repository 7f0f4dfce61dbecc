import * as operations from '@quoin/contract/people/account-operations.ts'
import { countOf } from '@quoin/core/risk/count-of.ts'
import { secondsOf } from '@quoin/core/time/seconds-of.ts'
import * as account from '../../features/people/account.ts'
import { personRoute } from './visitor-route.ts'

export const getAccount = personRoute(operations.getAccount, async ({ ports, person, visitor }) => {
  const { db, store, people } = ports
  const known = await store.persons.findPerson(db, person.personId)
  const member = await people.findMember(visitor.browser.cookies)
  const email = known?.claimedEmail ?? known?.email ?? person.email
  return {
    data: {
      name: known?.name ?? person.name,
      email,
      is_confirmed: known?.isConfirmed ?? false,
      role: person.role,
      publishers: (member?.memberships ?? []).map(({ publisherId, publisher, role }) => ({
        id: String(publisherId),
        name: publisher,
        role,
      })),
      has_password: known?.hasPassword ?? false,
      has_two_factor: known?.hasTwoFactor ?? false,
    },
    message: `You are ${email}.`,
  }
})

export const updateAccount = personRoute(operations.updateAccount, async ({ ports, body, person }) => {
  await account.updateAccount({ ...ports, person }, { name: body.name, email: body.email })
  return { data: {}, message: 'Your account was changed.' }
})

export const changePassword = personRoute(
  operations.changePassword,
  async ({ ports, body, person, visitor }) => {
    visitor.countTry(person.email)
    const { currentPassword, newPassword } = body
    const given = { currentPassword, newPassword }
    visitor.setCookies(await account.changePassword({ ...ports, person }, given, visitor.browser))
    return { data: {}, message: 'Your password was changed. All other sessions have ended.' }
  },
)

export const beginTwoFactor = personRoute(
  operations.beginTwoFactor,
  async ({ ports, body, person, visitor }) => {
    visitor.countTry(person.email)
    const { uri, recoveryCodes } = await account.beginTwoFactor(
      { ...ports, person },
      body.password,
      visitor.browser,
    )
    const secret = new URL(uri).searchParams.get('secret') ?? ''
    const message = 'Add it to your app, then enter a first code.'
    return { data: { uri, secret, recovery_codes: recoveryCodes }, message }
  },
)

export const confirmTwoFactor = personRoute(
  operations.confirmTwoFactor,
  async ({ ports, body, person, visitor }) => {
    visitor.countTry(person.email)
    visitor.setCookies(await account.confirmTwoFactor({ ...ports, person }, body.code, visitor.browser))
    return { data: {}, message: 'Two-factor is on. All other sessions have ended.' }
  },
)

export const endTwoFactor = personRoute(operations.endTwoFactor, async ({ ports, body, person, visitor }) => {
  visitor.countTry(person.email)
  visitor.setCookies(await account.endTwoFactor({ ...ports, person }, body.password, visitor.browser))
  return { data: {}, message: 'Two-factor is off. All other sessions have ended.' }
})

export const renewRecoveryCodes = personRoute(
  operations.renewRecoveryCodes,
  async ({ ports, body, person, visitor }) => {
    visitor.countTry(person.email)
    const codes = await account.renewRecoveryCodes({ ...ports, person }, body.password, visitor.browser)
    return { data: { recovery_codes: codes }, message: 'The codes before are void.' }
  },
)

export const listOwnSessions = personRoute(operations.listOwnSessions, async ({ ports, person }) => {
  const { db, store, clock } = ports
  const sessions = await store.peopleSessions.listSessionsOf(db, person.personId, clock.nowMs())
  return {
    data: sessions.map(({ id, address, userAgent, createdAtMs, expiresAtMs }) => ({
      id,
      address,
      user_agent: userAgent,
      is_this: id === person.sessionId,
      created_at: secondsOf(createdAtMs),
      expires_at: secondsOf(expiresAtMs),
    })),
    message: `${countOf(sessions.length, 'session')}.`,
  }
})

export const endOwnSession = personRoute(operations.endOwnSession, async ({ ports, path, person }) => {
  await account.endOwnSession({ ...ports, person }, path.sessionId)
  return { data: {}, message: 'The session has ended.' }
})

export const endOtherSessions = personRoute(operations.endOtherSessions, async ({ ports, person }) => {
  const ended = await account.endOtherSessions({ ...ports, person })
  return { data: { ended }, message: 'All other sessions have ended.' }
})
