import type { Ports } from '../../ports/ports.ts'
import { noteChange } from '../audit/note-change.ts'

/**
 * Somebody tries passwords of an account: its owner hears of it, by mail where there is one, and the audit log of the
 * platform has it. Nobody waits for it, so no answer tells whether there is such an account.
 */
export async function tellOfGuesses(
  { db, store, clock, mail, settings }: Pick<Ports, 'db' | 'store' | 'clock' | 'mail' | 'settings'>,
  email: string,
): Promise<void> {
  const person = await store.persons.findPersonByEmail(db, email)
  if (person === undefined || !person.isConfirmed) return
  await noteChange({ store, clock }, db, {
    ...{ action: 'person.passwords_guessed', object: `person:${person.id}`, details: { email } },
  })
  mail.send({
    to: email,
    subject: 'Somebody tries to sign in as you',
    text: `Wrong passwords for your account at ${settings.baseUrl} were tried more than twenty times in an hour. None of them was right, and browsers in which you have signed in before let you in as always.\n\nIf it was not you, no more is needed than a long password of your own, and two-factor under Account and security: ${settings.baseUrl}/dashboard/account\n`,
  })
}
