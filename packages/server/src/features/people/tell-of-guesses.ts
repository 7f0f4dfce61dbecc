import type { Ports } from '../../ports/ports.ts'
import { noteChange } from '../audit/note-change.ts'
import { type LetterNeeds, takeLetter } from './take-letter.ts'

/**
 * Somebody tries passwords of an account: its owner hears of it, by mail where there is one, and the audit log of the
 * platform has it. Nobody waits for it, so no answer tells whether there is such an account.
 */
export async function tellOfGuesses(
  needs: LetterNeeds & Pick<Ports, 'clock' | 'settings'>,
  email: string,
): Promise<void> {
  const { db, store, clock, mail, settings } = needs
  const person = await store.persons.findPersonByEmail(db, email)
  if (person === undefined || !person.isConfirmed) return
  await noteChange({ store, clock }, db, {
    action: 'person.passwords_guessed',
    object: `person:${person.id}`,
    details: { email },
  })
  if (!(await takeLetter(needs, { kind: 'warning', to: email }))) return
  mail.send({
    to: email,
    subject: 'Somebody tries to sign in as you',
    text: `Wrong passwords for your account at ${settings.baseUrl} were tried more than twenty times in an hour. None of them was right, and browsers in which you have signed in before let you in as always.\n\nIf it was not you, no more is needed than a long password of your own, and two-factor under Account and security: ${settings.baseUrl}/dashboard/account\n`,
  })
}
