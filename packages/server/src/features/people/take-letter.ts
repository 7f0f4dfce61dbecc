import type { Ports } from '../../ports/ports.ts'

/** An address that others name gets so many letters of each kind in an hour, over all processes. No kind takes from another. */
const perKindMax = 5

type LetterKind = 'invitation' | 'sign_up' | 'reset' | 'warning'

export type LetterNeeds = Pick<Ports, 'db' | 'store' | 'mail' | 'log' | 'meters' | 'keyring'>

/**
 * Whether a letter may be sent to an address, which counts from now on. Nobody hears of a refusal but the log: an answer that
 * told it would tell who has an account.
 */
export async function takeLetter(
  { db, store, mail, log, meters, keyring }: LetterNeeds,
  { kind, to }: { readonly kind: LetterKind; readonly to: string },
): Promise<boolean> {
  if (!mail.isOn) return true
  const address = keyring.digest('mails sent', to)
  const isTaken = await db.transaction((tx) => store.mailsSent.insertMail(tx, { address, kind, perKindMax }))
  if (isTaken) return true
  meters.count('mails_refused_total', { kind })
  log.warn({ kind }, 'mail not sent: its address got too many in this hour')
  return false
}
