import type { Db, Transaction } from '../pg/database.ts'

interface NewMail {
  /** A digest, so that no address is kept. */
  readonly address: Uint8Array
  readonly kind: string
  readonly perKindMax: number
}

/**
 * Whether one more letter may go to the address in this hour; it counts from now on. By the clock of the database, which all
 * processes share; letters to one address take turns.
 */
export async function insertMail(tx: Transaction, { address, kind, perKindMax }: NewMail): Promise<boolean> {
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('mail ' || encode($1, 'hex'), 0))`, [address])
  const rows = await tx.query(
    `insert into mails_sent (address, kind)
     select $1, $2
     where (
       select count(*) from mails_sent
       where address = $1 and kind = $2 and sent_at > clock_timestamp() - interval '1 hour'
     ) < $3
     returning kind`,
    [address, kind, perKindMax],
  )
  return rows.length > 0
}

/** Those that count no more. */
export async function deleteOldMails(db: Db): Promise<void> {
  await db.query(`delete from mails_sent where sent_at < clock_timestamp() - interval '1 hour'`)
}
