import * as operations from '@quoin/contract/people/sign-in-operations.ts'
import { invalidApiKey, invalidRequest, rateLimitExceeded } from '@quoin/core/errors.ts'
import { secondsOf } from '@quoin/core/time/seconds-of.ts'
import { acceptLink, lookAtLink } from '../../features/people/accept-link.ts'
import { askForReset } from '../../features/people/reset-password.ts'
import { noteSignIn } from '../../features/people/open-person-session.ts'
import { leave } from '../../features/people/sign-in.ts'
import { tellOfGuesses } from '../../features/people/tell-of-guesses.ts'
import type { Visitor } from '../../http/staff/prove-visitor.ts'
import type { SignIn } from '../../ports/people.ts'
import type { Ports } from '../../ports/ports.ts'
import { visitorRoute } from './visitor-route.ts'

const refusedMessage =
  'The e-mail address or the password is wrong. An address that waits for its confirmation lets nobody in yet.'
const lockedSec = 900
const overMessage =
  'This sign-in has ended, or its code was used already. Please begin with your password, and wait for the next code.'

export const signIn = visitorRoute(operations.signIn, async ({ ports, body, visitor }) => {
  // By the address that was typed, known or not: what is answered does not depend on whether there is such a person.
  visitor.countTry(body.email)
  const outcome = await ports.authenticator.signIn(body, visitor.browser)
  if (outcome.state === 'refused') {
    if (visitor.noteRefused(body.email)) {
      void tellOfGuesses(ports, body.email).catch((error: unknown) => {
        ports.log.error({ error }, 'mail of guessed passwords failed')
      })
    }
    throw invalidApiKey(refusedMessage)
  }
  return await conclude(ports, visitor, outcome)
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
    return await conclude(ports, visitor, outcome)
  },
)

async function conclude(
  ports: Ports,
  visitor: Visitor,
  outcome: Exclude<SignIn, { readonly state: 'refused' }>,
) {
  visitor.setCookies(outcome.setCookies)
  if (outcome.state === 'second_step') {
    return { data: { state: 'second_step' as const }, message: 'Enter the code of your authenticator app.' }
  }
  const { personId } = outcome
  const { email = personId } = (await ports.store.persons.findPerson(ports.db, personId)) ?? {}
  await noteSignIn(ports, ports.db, { personId, email, how: 'password' })
  visitor.setCookies(ports.authenticator.rememberBrowser(email, visitor.browser))
  return { data: { state: 'signed_in' as const }, message: 'You are signed in.' }
}

export const signOut = visitorRoute(operations.signOut, async ({ ports, visitor }) => {
  await leave(ports, visitor.browser.cookies)
  visitor.setCookies(ports.authenticator.expireCookies())
  return { data: {}, message: 'You are signed out.' }
})

export const lookAt = visitorRoute(operations.lookAtLink, async ({ ports, body, visitor }) => {
  visitor.countTry()
  const link = await lookAtLink(ports, body.token)
  const { kind, email, role, personId, organizationId, expiresAtMs } = link
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
      kind,
      role,
      email: person?.email ?? email,
      publisher: organization?.publisher ?? null,
      // An account that only claims the address makes way for whoever has proven it.
      is_known:
        person !== undefined && (person.isConfirmed || (kind === 'invitation' && !link.confirmsAddress)),
      expires_at: secondsOf(expiresAtMs),
    },
    message: 'The link can be used, once.',
  }
})

export const use = visitorRoute(operations.useLink, async ({ ports, body, visitor }) => {
  visitor.countTry()
  const { id, email } = await lookAtLink(ports, body.token)
  // Whoever has invited somebody holds the link, too: it counts like a sign-in, or it would try their password.
  if (email !== null) visitor.countTry(email, id)
  const cookies = await acceptLink(ports, body, visitor.browser)
  if (cookies === undefined) return { data: { state: 'sign_in' as const }, message: 'Done. Please sign in.' }
  visitor.setCookies(cookies)
  return { data: { state: 'signed_in' as const }, message: 'You are signed in.' }
})

export const forgot = visitorRoute(operations.askForReset, ({ ports, body, visitor }) => {
  visitor.countTry(body.email)
  // Not waited for: how long the answer takes would tell whether there is such a person.
  void askForReset(ports, { email: body.email, language: visitor.language }).catch((error: unknown) => {
    ports.log.error({ error }, 'request for a new password failed')
  })
  return {
    data: { is_mailed: ports.mail.isOn },
    message: 'If there is somebody with this address, a new password was asked for.',
  }
})
