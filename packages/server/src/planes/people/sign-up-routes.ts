import * as operations from '@quoin/contract/people/sign-up-operations.ts'
import { prepareSignUp } from '../../features/people/accept-link.ts'
import { changePeople } from '../../features/people/change-people.ts'
import { noteSignIn } from '../../features/people/sign-in.ts'
import { checkSignUp, mailSignUp } from '../../features/people/sign-up.ts'
import { visitorRoute } from './visitor-route.ts'

export const getSignUp = visitorRoute(operations.getSignUp, ({ ports: { settings, mail } }) => ({
  data: { mode: settings.signUp, is_mailed: mail.isOn },
  message: `Sign-up: ${settings.signUp}.`,
}))

export const signUp = visitorRoute(operations.signUp, async ({ ports, body, visitor }) => {
  visitor.countTry(body.email)
  checkSignUp(ports)
  if (ports.mail.isOn) {
    // Not waited for: how long the answer takes would tell whether there is such a person.
    void mailSignUp(ports, body.email).catch((error: unknown) => {
      ports.log.error({ error }, 'mail of a sign-up failed')
    })
    return { data: { state: 'mailed' }, message: 'Open the link that we have sent to this address.' }
  }
  const make = await prepareSignUp(ports, body)
  const { personId } = await changePeople(ports, make)
  visitor.setCookies(await ports.authenticator.openSession(personId, visitor.browser))
  await noteSignIn(ports, { personId, how: 'link' })
  return { status: 201, data: { state: 'signed_in' }, message: 'You are signed in.' }
})
