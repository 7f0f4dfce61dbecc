import * as operations from '@quoin/contract/people/sign-up-operations.ts'
import { checkSignUp, findSignUpRules, mailSignUp, signUpUnconfirmed } from '../../features/people/sign-up.ts'
import { checkNotReserved } from '../../features/people/free-address.ts'
import { visitorRoute } from './visitor-route.ts'

export const getSignUp = visitorRoute(operations.getSignUp, async ({ ports }) => {
  const { mode, hasOperator } = await findSignUpRules(ports)
  return {
    data: { mode, is_mailed: ports.mail.isOn, has_operator: hasOperator },
    message: `Sign-up: ${mode}.`,
  }
})

export const signUp = visitorRoute(operations.signUp, async ({ ports, body, visitor }) => {
  visitor.countTry(body.email)
  await checkSignUp(ports)
  visitor.countSignUp()
  if (ports.mail.isOn) {
    checkNotReserved(body.email)
    // Not waited for: how long the answer takes would tell whether there is such a person.
    void mailSignUp(ports, { email: body.email, language: visitor.language }).catch((error: unknown) => {
      ports.log.error({ error }, 'mail of a sign-up failed')
    })
    return { data: { state: 'mailed' as const }, message: 'Open the link that we have sent to this address.' }
  }
  visitor.setCookies(await signUpUnconfirmed(ports, body, visitor.browser))
  return {
    status: 201 as const,
    data: { state: 'signed_in' as const },
    message: 'You are signed in here. An operator confirms your address; from then on you sign in with it.',
  }
})
