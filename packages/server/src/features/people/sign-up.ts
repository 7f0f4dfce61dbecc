import { invalidFields, invalidRequest } from '@quoin/core/errors.ts'
import type { Language } from '@quoin/core/languages/languages.ts'
import { type SignUpMode, signUpMode } from '@quoin/core/people/sign-up-mode.ts'
import type { Browser } from '../../ports/people.ts'
import type { Ports } from '../../ports/ports.ts'
import type { Db } from '../../store/pg/database.ts'
import { noteChange } from '../audit/note-change.ts'
import { changePeople, type PeopleNeeds } from './change-people.ts'
import { checkNotReserved } from './free-address.ts'
import { getOrganization } from './invite-person.ts'
import { wordLetter } from './letter-words.ts'
import { hashNewPassword, makeClaimant, type PersonNeeds } from './make-person.ts'
import { type LinkNeeds, makeLink } from './one-use-link.ts'
import { noteSignIn, openPersonSession, type OpenSessionNeeds } from './open-person-session.ts'
import { type LetterNeeds, takeLetter } from './take-letter.ts'

interface Rules {
  readonly mode: SignUpMode
  /** Whether anybody runs this platform yet. */
  readonly hasOperator: boolean
}

/** How publishers sign up at this moment. */
export async function findSignUpRules({
  db,
  store,
  settings,
  mail,
}: Pick<Ports, 'db' | 'store' | 'settings' | 'mail'>): Promise<Rules> {
  const hasOperator = (await store.members.countOperators(db)) > 0
  return { mode: signUpMode({ setting: settings.signUp, isMailed: mail.isOn, hasOperator }), hasOperator }
}

/** Throws INVALID_REQUEST where publishers cannot sign up by themselves. */
export async function checkSignUp(needs: Parameters<typeof findSignUpRules>[0]): Promise<void> {
  const { mode, hasOperator } = await findSignUpRules(needs)
  if (mode !== 'closed') return
  throw invalidRequest(
    hasOperator
      ? 'Sign-up is closed here. Ask whoever runs this platform for an invitation.'
      : 'Nobody runs this platform yet. Sign-up opens once its operator has opened the set-up link.',
  )
}

interface SignUp {
  readonly email: string
  readonly name: string | undefined
  readonly password: string | undefined
  readonly publisher: string | undefined
}

/**
 * Signs somebody up where no mail is sent. Their browser is let in at once and their address is only claimed, so the answer
 * and its time are the same whether somebody has it or not; an operator confirms it. Returns the cookies of the session.
 */
export async function signUpUnconfirmed(
  needs: PersonNeeds &
    OpenSessionNeeds &
    Pick<Ports, 'settings' | 'mail'> & {
      readonly authenticator: Pick<Ports['authenticator'], 'hashPassword' | 'writeCookies'>
    },
  { email: claimedEmail, name, password, publisher }: SignUp,
  browser: Browser,
): Promise<readonly string[]> {
  checkNotReserved(claimedEmail)
  if (publisher === undefined) {
    throw invalidFields([{ field: 'publisher', rule: 'required', message: 'is required' }])
  }
  const hash = await hashNewPassword(needs, { password, email: claimedEmail })
  return await changePeople(needs, async (tx) => {
    const person = await makeClaimant(needs, tx, { claimedEmail, name, hash })
    await makePublisher(needs, tx, { publisher, claimedEmail, ...person })
    await noteSignIn(needs, tx, { ...person, how: 'link' })
    return await openPersonSession(needs, tx, { ...person, browser })
  })
}

type MailNeeds = PeopleNeeds & LinkNeeds & LetterNeeds & Pick<Ports, 'settings'>

/**
 * Sends the link that goes on with a sign-up. The answer does not depend on whether there is somebody with the address:
 * they are told by mail.
 * Without a letter there is no new link either: the last one goes on to work.
 */
export async function mailSignUp(
  needs: MailNeeds,
  { email, language }: { readonly email: string; readonly language: Language },
): Promise<void> {
  const { db, store, clock, mail } = needs
  const site = needs.settings.baseUrl
  if (!(await takeLetter(needs, { kind: 'sign_up', to: email }))) return
  if ((await store.persons.findPersonByEmail(db, email))?.isConfirmed) {
    const signIn = `${site}/dashboard/sign-in`
    mail.send({ to: email, ...(await wordLetter('account_known', { language, site, link: signIn })) })
    return
  }
  const { link } = await changePeople(needs, async (tx) => {
    await store.peopleLinks.revokeLinks(tx, { kinds: ['sign_up'], email, nowMs: clock.nowMs() })
    return await makeLink(needs, tx, { kind: 'sign_up', actor: `person:${email}`, email })
  })
  mail.send({ to: email, ...(await wordLetter('confirm_address', { language, site, link })) })
}

interface NewPublisher {
  readonly publisher: string
  readonly personId: string
  readonly email: string
  /** The address that they say is theirs, where `email` is a placeholder. */
  readonly claimedEmail?: string
}

/** The publisher of somebody who has signed up, with them as its owner; it waits for approval unless sign-up is open. */
export async function makePublisher(
  needs: Pick<Ports, 'settings' | 'mail'> & Pick<PeopleNeeds, 'store' | 'clock'>,
  tx: Db,
  { publisher, personId, email, claimedEmail = email }: NewPublisher,
): Promise<number> {
  const { store, clock, settings, mail } = needs
  if ((await store.publishers.findPublisherByName(tx, publisher)) !== undefined) {
    throw invalidFields([{ field: 'publisher', rule: 'unique', message: 'is the name of another publisher' }])
  }
  const mode = signUpMode({ setting: settings.signUp, isMailed: mail.isOn, hasOperator: true })
  const status = mode === 'open' ? 'active' : 'waiting'
  const publisherId = await store.publishers.insertPublisher(tx, publisher, status)
  const { id: organizationId } = await getOrganization(store, tx, publisherId)
  const owner = { organizationId, personId, role: 'owner', nowMs: clock.nowMs() } as const
  await store.organizations.upsertMember(tx, owner)
  const actor = `person:${email}`
  await noteChange({ store, clock, actor }, tx, {
    action: 'publisher.signed_up',
    object: `publisher:${publisherId}`,
    after: { name: publisher, status, owner: claimedEmail },
  })
  return publisherId
}
