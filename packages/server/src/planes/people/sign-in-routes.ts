import * as operations from '@quoin/contract/people/sign-in-operations.ts'
import { invalidApiKey, invalidRequest, rateLimitExceeded } from '@quoin/core/errors.ts'
import { acceptLink, lookAtLink } from '../../features/people/accept-link.ts'
import { askForReset } from '../../features/people/reset-password.ts'
import { leave, noteSignIn } from '../../features/people/sign-in.ts'
import type { SignIn } from '../../ports/people.ts'
import { visitorRoute } from './visitor-route.ts'

const lockedSec = 900
const overMessage =
  'This sign-in has ended, or its code was used already. Please begin with your password, and wait for the next code.'

export const signIn = visitorRoute(operations.signIn, async ({ ports, body, visitor }) => {
  // By the address that was typed, known or not: what is answered does not depend on whether there is such a person.
  visitor.countTry(body.email)
  const outcome = await ports.authenticator.signIn(body, visitor.browser)
  if (outcome.state === 'refused') throw invalidApiKey('The e-mail address or the password is wrong.')
  visitor.setCookies(outcome.setCookies)
  return await conclude(ports, outcome)
})

export const passSecondStep = visitorRoute(
  operations.passSecondStep,
  async ({ ports, body: { code }, visitor }) => {
    visitor.countTry()
    const given = { code, isRecoveryCode: code.includes('-') }
    const outcome = await ports.authenticator.passSecondStep(given, visitor.browser)
    if (outcome.state === 'refused') {
      if (outcome.isLocked) throw rateLimitExceeded(lockedSec)
      if (outcome.isOver) throw invalidApiKey(overMessage)
      throw invalidRequest('The code is wrong, or it was used already.')
    }
    visitor.setCookies(outcome.setCookies)
    return await conclude(ports, outcome)
  },
)

async function conclude(
  ports: Parameters<typeof noteSignIn>[0],
  outcome: Exclude<SignIn, { readonly state: 'refused' }>,
) {
  if (outcome.state === 'second_step') {
    return { data: { state: 'second_step' }, message: 'Enter the code of your authenticator app.' }
  }
  await noteSignIn(ports, { personId: outcome.personId, how: 'password' })
  return { data: { state: 'signed_in' }, message: 'You are signed in.' }
}

export const signOut = visitorRoute(operations.signOut, async ({ ports, visitor }) => {
  await leave(ports, visitor.browser.cookies)
  visitor.setCookies(ports.authenticator.expireCookies())
  return { data: {}, message: 'You are signed out.' }
})

export const lookAt = visitorRoute(operations.lookAtLink, async ({ ports, body, visitor }) => {
  visitor.countTry()
  const { kind, email, role, personId, organizationId, expiresAtMs } = await lookAtLink(ports, body.token)
  const { persons, organizations } = ports.store
  const organization =
    organizationId === null ? undefined : await organizations.findOrganization(ports.db, organizationId)
  const person =
    personId === null
      ? email === null
        ? undefined
        : await persons.findPersonByEmail(ports.db, email)
      : await persons.findPerson(ports.db, personId)
  return {
    data: {
      ...{ kind, role, email: person?.email ?? email, publisher: organization?.publisher ?? null },
      is_known: person !== undefined,
      expires_at: Math.floor(expiresAtMs / 1000),
    },
    message: 'The link can be used, once.',
  }
})

export const use = visitorRoute(operations.useLink, async ({ ports, body, visitor }) => {
  visitor.countTry()
  const { email } = await lookAtLink(ports, body.token)
  // Whoever has invited somebody holds the link, too: it counts like a sign-in, or it would try their password.
  if (email !== null) visitor.countTry(email)
  const { personId, mayOpenSession } = await acceptLink(ports, body)
  if (!mayOpenSession) return { data: { state: 'sign_in' }, message: 'Done. Please sign in.' }
  visitor.setCookies(await ports.authenticator.openSession(personId, visitor.browser))
  await noteSignIn(ports, { personId, how: 'link' })
  return { data: { state: 'signed_in' }, message: 'You are signed in.' }
})

export const forgot = visitorRoute(operations.askForReset, ({ ports, body, visitor }) => {
  visitor.countTry(body.email)
  // Not waited for: how long the answer takes would tell whether there is such a person.
  void askForReset(ports, body.email).catch((error: unknown) => {
    ports.log.error({ error }, 'request for a new password failed')
  })
  return {
    data: { is_mailed: ports.mail.isOn },
    message: 'If there is somebody with this address, a new password was asked for.',
  }
})
