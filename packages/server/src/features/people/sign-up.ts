import { invalidFields, invalidRequest } from '@quoin/core/errors.ts'
import type { Ports } from '../../ports/ports.ts'
import type { Db } from '../../store/pg/database.ts'
import { noteChange } from '../audit/note-change.ts'
import { changePeople, type PeopleNeeds } from './change-people.ts'
import { getOrganization } from './invite-person.ts'
import { type LinkNeeds, makeLink } from './one-use-link.ts'
import { type LetterNeeds, takeLetter } from './take-letter.ts'

type Needs = PeopleNeeds & LinkNeeds & LetterNeeds & Pick<Ports, 'settings'>

/** Throws INVALID_REQUEST where publishers cannot sign up by themselves. */
export function checkSignUp({ settings }: Pick<Ports, 'settings'>): void {
  if (settings.signUp !== 'closed') return
  throw invalidRequest('Sign-up is closed here. Ask whoever runs this platform for an invitation.')
}

/**
 * Sends the link that goes on with a sign-up. The answer does not depend on whether there is somebody with the address:
 * they are told by mail.
 * Without a letter there is no new link either: the last one goes on to work.
 */
export async function mailSignUp(needs: Needs, email: string): Promise<void> {
  const { db, store, clock, mail, settings } = needs
  if (!(await takeLetter(needs, { kind: 'sign_up', to: email }))) return
  if (await store.persons.findPersonByEmail(db, email)) {
    mail.send({
      to: email,
      subject: 'You have an account at Quoin already',
      text: `Somebody, probably you, wanted to sign up with this address at ${settings.baseUrl}. It has an account already: sign in at ${settings.baseUrl}/dashboard/sign-in\n`,
    })
    return
  }
  const { link } = await changePeople(needs, async (tx) => {
    await store.peopleLinks.revokeLinks(tx, { kinds: ['sign_up'], email, nowMs: clock.nowMs() })
    return await makeLink(needs, tx, { kind: 'sign_up', actor: `person:${email}`, email })
  })
  mail.send({
    to: email,
    subject: 'Confirm your address for Quoin',
    text: `Open this link within a day to go on with your sign-up at ${settings.baseUrl}; it works once:\n${link}\n\nIf you have not asked for it, nothing has happened.\n`,
  })
}

interface NewPublisher {
  readonly publisher: string
  readonly personId: string
  readonly email: string
}

/** The publisher of somebody who has signed up, with them as its owner; it waits for approval unless sign-up is open. */
export async function makePublisher(
  needs: Pick<Ports, 'settings'> & Pick<PeopleNeeds, 'store' | 'clock'>,
  tx: Db,
  { publisher, personId, email }: NewPublisher,
): Promise<number> {
  const { store, clock, settings } = needs
  if ((await store.publishers.findPublisherByName(tx, publisher)) !== undefined) {
    throw invalidFields([{ field: 'publisher', rule: 'unique', message: 'is the name of another publisher' }])
  }
  const status = settings.signUp === 'open' ? 'active' : 'waiting'
  const publisherId = await store.publishers.insertPublisher(tx, publisher, status)
  const { id: organizationId } = await getOrganization(store, tx, publisherId)
  const owner = { organizationId, personId, role: 'owner', nowMs: clock.nowMs() } as const
  await store.organizations.upsertMember(tx, owner)
  const actor = `person:${email}`
  await noteChange({ store, clock, actor }, tx, {
    ...{ action: 'publisher.signed_up', object: `publisher:${publisherId}` },
    after: { name: publisher, status, owner: email },
  })
  return publisherId
}
