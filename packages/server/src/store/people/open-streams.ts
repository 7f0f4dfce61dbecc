import type { Db, Transaction } from '../pg/database.ts'

/** Streams of one holder are opened one after the other, whichever process they are opened in. */
export async function lockStreamsOf(tx: Transaction, holder: string): Promise<void> {
  await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`open streams ${holder}`])
}

interface NewStream {
  readonly id: string
  readonly holder: string
  readonly streamsMax: number
  readonly leaseSec: number
}

/** Whether it could be opened. Leases are by the clock of the database, which all processes share. */
export async function insertStream(
  tx: Transaction,
  { id, holder, streamsMax, leaseSec }: NewStream,
): Promise<boolean> {
  const rows = await tx.query(
    `insert into open_streams (id, holder, leased_until)
     select $1, $2, clock_timestamp() + make_interval(secs => $4)
     where (
       select count(*) from open_streams where holder = $2 and leased_until > clock_timestamp()
     ) < $3
     returning id`,
    [id, holder, streamsMax, leaseSec],
  )
  return rows.length > 0
}

/** Whether it was still held: one whose lease has ended may have been replaced by another. */
export async function renewStream(db: Db, id: string, leaseSec: number): Promise<boolean> {
  const rows = await db.query(
    `update open_streams set leased_until = clock_timestamp() + make_interval(secs => $2)
     where id = $1 and leased_until > clock_timestamp() returning id`,
    [id, leaseSec],
  )
  return rows.length > 0
}

export async function deleteStream(db: Db, id: string): Promise<void> {
  await db.query('delete from open_streams where id = $1', [id])
}

/** Those that a process has left behind. */
export async function deleteEndedStreams(db: Db): Promise<void> {
  await db.query('delete from open_streams where leased_until < clock_timestamp()')
}
