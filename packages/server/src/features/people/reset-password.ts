import { invalidRequest, notFound } from '@quoin/core/errors.ts'
import type { Language } from '@quoin/core/languages/languages.ts'
import { noteChange } from '../audit/note-change.ts'
import { changePeople, type PeopleNeeds } from './change-people.ts'
import { holdMaker, type Maker } from './hold-maker.ts'
import { wordLetter } from './letter-words.ts'
import { type LinkNeeds, makeLink, type MadeLink } from './one-use-link.ts'
import type { PersonRow } from '../../store/people/persons.ts'
import type { Db } from '../../store/pg/database.ts'
import { type LetterNeeds, takeLetter } from './take-letter.ts'

type ResetNeeds = PeopleNeeds & LinkNeeds

/**
 * A link by which a person of the platform or of a publisher sets a new password, for an operator to pass on. Throws
 * RESOURCE_NOT_FOUND for an unknown person, and INVALID_REQUEST for one whose address nobody has proven.
 */
export async function makeResetLink(
  needs: ResetNeeds & { readonly maker?: Maker },
  personId: string,
): Promise<MadeLink> {
  const { actor = 'server' } = needs
  return await changePeople(needs, async (tx) => {
    await needs.store.members.lockPlatform(tx)
    const makerEndsAtMs = await holdMaker(needs, tx, needs.maker)
    const { email } = await getProven(needs.store, tx, personId)
    const link = await makeLink(needs, tx, { kind: 'reset', actor, personId, makerEndsAtMs })
    await noteChange(needs, tx, {
      action: 'person.reset_link_made',
      object: `person:${personId}`,
      details: { email },
    })
    return link
  })
}

/** Whoever claims an address that is not theirs would be let in by whoever believes it. */
async function getProven({ persons }: ResetNeeds['store'], db: Db, personId: string): Promise<PersonRow> {
  const person = await persons.findPerson(db, personId)
  if (person === undefined) throw notFound('There is no such person here.')
  if (person.claimedEmail === null) return person
  throw invalidRequest('Nobody has proven that the address is theirs. Confirm the account first.')
}

/**
 * Somebody has forgotten a password. Nobody waits for it, and the answer does not say whether there is such a person.
 * Without e-mail the log and the audit log say who asked, and an operator makes the link.
 */
export async function askForReset(
  needs: ResetNeeds & LetterNeeds,
  { email, language }: { readonly email: string; readonly language: Language },
): Promise<void> {
  const { db, store, mail, log } = needs
  const person = await store.persons.findPersonByEmail(db, email)
  if (person === undefined || !person.hasPassword || person.claimedEmail !== null) return
  const actor = `person:${email}`
  const object = `person:${person.id}`
  if (!mail.isOn) {
    await noteChange({ ...needs, actor }, db, { action: 'person.reset_asked', object })
    log.warn({ personId: person.id }, 'new password asked for; without SMTP_URL an operator makes the link')
    return
  }
  if (!(await takeLetter(needs, { kind: 'reset', to: email }))) return
  const { link } = await changePeople(needs, async (tx) => {
    await noteChange({ ...needs, actor }, tx, { action: 'person.reset_asked', object })
    return await makeLink(needs, tx, { kind: 'reset', actor, personId: person.id })
  })
  const site = needs.settings.baseUrl
  mail.send({ to: email, ...(await wordLetter('new_password', { language, site, link })) })
}
