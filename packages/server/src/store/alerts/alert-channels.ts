import type { AlertChannel } from '@quoin/core/alerts/alert-channel.ts'
import type { Db } from '../pg/database.ts'

interface SealedChannel extends AlertChannel {
  readonly addressSealed: Uint8Array
}

const columns = `id, kind, name, address_sealed as "addressSealed", address_shown as "addressShown", is_on as "isOn",
  created_at as "createdAtMs", last_sent_at as "lastSentAtMs", last_failed_at as "lastFailedAtMs",
  last_failure as "lastFailure"`

export async function listChannels(db: Db): Promise<SealedChannel[]> {
  return await db.query(`select ${columns} from alert_channels order by id`)
}

export async function findChannel(db: Db, id: number): Promise<SealedChannel | undefined> {
  const [row] = await db.query<SealedChannel>(`select ${columns} from alert_channels where id = $1`, [id])
  return row
}

/** Undefined where the name is taken. */
export async function insertChannel(
  db: Db,
  channel: Pick<SealedChannel, 'kind' | 'name' | 'addressSealed' | 'addressShown' | 'createdAtMs'>,
): Promise<number | undefined> {
  const { kind, name, addressSealed, addressShown, createdAtMs } = channel
  const [row] = await db.query<{ id: number }>(
    `insert into alert_channels (kind, name, address_sealed, address_shown, created_at)
     values ($1, $2, $3, $4, to_timestamp($5::bigint / 1000.0)) on conflict do nothing returning id`,
    [kind, name, addressSealed, addressShown, createdAtMs],
  )
  return row?.id
}

export async function switchChannel(db: Db, id: number, isOn: boolean): Promise<void> {
  await db.query('update alert_channels set is_on = $2 where id = $1', [id, isOn])
}

export async function deleteChannel(db: Db, id: number): Promise<void> {
  await db.query('delete from alert_channels where id = $1', [id])
}

/** Notes how the last message ended; without a failure, the channel took it. */
export async function noteChannel(
  db: Db,
  { id, failure, nowMs }: { readonly id: number; readonly failure: string | null; readonly nowMs: number },
): Promise<void> {
  await db.query(
    `update alert_channels set last_failure = $2,
       last_sent_at = case when $2::text is null then to_timestamp($3::bigint / 1000.0) else last_sent_at end,
       last_failed_at = case when $2::text is null then last_failed_at else to_timestamp($3::bigint / 1000.0) end
     where id = $1`,
    [id, failure, nowMs],
  )
}
