import { noteChange } from '../audit/note-change.ts'
import { changePeople, type PeopleNeeds } from './change-people.ts'
import { holdMaker, type Maker } from './hold-maker.ts'
import { type LinkNeeds, makeLink, type MadeLink } from './one-use-link.ts'
import { getStaff } from './staff.ts'
import { type LetterNeeds, takeLetter } from './take-letter.ts'

type ResetNeeds = PeopleNeeds & LinkNeeds

/** A link by which a person sets a new password, for an operator to pass on. */
export async function makeResetLink(
  needs: ResetNeeds & { readonly maker?: Maker },
  personId: string,
): Promise<MadeLink> {
  const { actor = 'server' } = needs
  return await changePeople(needs, async (tx) => {
    await needs.store.members.lockPlatform(tx)
    const makerEndsAtMs = await holdMaker(needs, tx, needs.maker)
    const { email } = await getStaff(needs.store, tx, personId)
    const link = await makeLink(needs, tx, { kind: 'reset', actor, personId, makerEndsAtMs })
    await noteChange(needs, tx, {
      ...{ action: 'person.reset_link_made', object: `person:${personId}`, details: { email } },
    })
    return link
  })
}

/**
 * Somebody has forgotten a password. Nobody waits for it, and the answer does not say whether there is such a person.
 * Without e-mail the log and the audit log say who asked, and an operator makes the link.
 */
export async function askForReset(needs: ResetNeeds & LetterNeeds, email: string): Promise<void> {
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
  mail.send({
    to: email,
    subject: 'A new password for Quoin',
    text: `Open this link within an hour to set a new password at ${needs.settings.baseUrl}; it works once:\n${link}\n\nIf you have not asked for it, nothing has changed.\n`,
  })
}
