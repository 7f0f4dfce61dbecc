import type { ChannelKind } from '@quoin/core/alerts/alert-channel.ts'
import type { AlertRuleName } from '@quoin/core/alerts/alert-rule.ts'
import type { Db } from '../pg/database.ts'

/** Tells all channels that are on of a new alert. */
export async function insertBegun(
  tx: Db,
  {
    alertId,
    channelIds,
    ids,
    nowMs,
  }: { alertId: string; channelIds: readonly number[]; ids: readonly string[]; nowMs: number },
): Promise<void> {
  await tx.query(
    `insert into alert_messages (id, alert_id, channel_id, kind, next_attempt_at)
     select m.id, $1, m.channel_id, 'begun', to_timestamp($4::bigint / 1000.0)
     from unnest($2::uuid[], $3::bigint[]) as m (id, channel_id)`,
    [alertId, ids, channelIds, nowMs],
  )
}

/** A message that was never sent needs no message that it is over. */
export async function withdrawWaiting(tx: Db, alertId: string): Promise<void> {
  await tx.query(
    `update alert_messages set state = 'withdrawn' where alert_id = $1 and state = 'waiting' and kind = 'begun'`,
    [alertId],
  )
}

/** The channels that were told of the begin, and are on. */
export async function listToldChannels(tx: Db, alertId: string): Promise<number[]> {
  const rows = await tx.query<{ id: number }>(
    `select m.channel_id as id from alert_messages m join alert_channels c on c.id = m.channel_id and c.is_on
     where m.alert_id = $1 and m.kind = 'begun' and m.state = 'sent' order by 1`,
    [alertId],
  )
  return rows.map(({ id }) => id)
}

export async function insertOver(
  tx: Db,
  { id, alertId, channelId, nowMs }: { id: string; alertId: string; channelId: number; nowMs: number },
): Promise<void> {
  await tx.query(
    `insert into alert_messages (id, alert_id, channel_id, kind, next_attempt_at)
     values ($1, $2, $3, 'over', to_timestamp($4::bigint / 1000.0))`,
    [id, alertId, channelId, nowMs],
  )
}

/** Makes due now what a wrong clock, or its lease, has put off for longer than anything is. */
export async function hastenFar(db: Db): Promise<void> {
  await db.query(
    `update alert_messages set next_attempt_at = clock_timestamp(), lease = null
     where state = 'waiting' and next_attempt_at > clock_timestamp() + interval '2 days'`,
  )
}

export interface LeasedMessage {
  readonly id: string
  readonly kind: 'begun' | 'over'
  /** The number of this attempt. */
  readonly attempts: number
  readonly channelId: number
  readonly channelKind: ChannelKind
  readonly addressSealed: Uint8Array
  readonly rule: AlertRuleName
  readonly title: string
  readonly sentence: string
  readonly link: string
  readonly beganAtMs: number
  readonly endedAtMs: number | null
}

/** Takes what is due; whoever ends meanwhile leaves it to others after the lease. */
export async function leaseMessages(
  db: Db,
  { lease, nowMs, leaseMs, limit }: { lease: string; nowMs: number; leaseMs: number; limit: number },
): Promise<LeasedMessage[]> {
  return await db.query(
    `with due as (
       select m.id from alert_messages m join alert_channels c on c.id = m.channel_id and c.is_on
       where m.state = 'waiting' and m.next_attempt_at <= to_timestamp($2::bigint / 1000.0)
       order by m.next_attempt_at, m.id limit $4 for update of m skip locked
     ), taken as (
       update alert_messages m set lease = $1, attempts = attempts + 1,
         next_attempt_at = to_timestamp(($2::bigint + $3::bigint) / 1000.0)
       from due where m.id = due.id returning m.*
     )
     select t.id, t.kind, t.attempts, c.id as "channelId", c.kind as "channelKind",
       c.address_sealed as "addressSealed", a.rule, a.title, a.sentence, a.link, a.began_at as "beganAtMs",
       a.ended_at as "endedAtMs"
     from taken t join alert_channels c on c.id = t.channel_id join alerts a on a.id = t.alert_id order by t.id`,
    [lease, nowMs, leaseMs, limit],
  )
}

interface MessageEnd {
  readonly id: string
  readonly lease: string
  readonly state: 'sent' | 'failed' | 'waiting'
  readonly failure: string | null
  readonly nowMs: number
  /** Used only where the message goes on waiting. */
  readonly nextAttemptAtMs: number
}

export async function endMessage(db: Db, end: MessageEnd): Promise<void> {
  const { id, lease, state, failure, nowMs, nextAttemptAtMs } = end
  await db.query(
    `update alert_messages set state = $3, failure = $4, lease = null,
       sent_at = case when $3 = 'sent' then to_timestamp($5::bigint / 1000.0) end,
       next_attempt_at = to_timestamp($6::bigint / 1000.0)
     where id = $1 and lease = $2 and state = 'waiting'`,
    [id, lease, state, failure, nowMs, nextAttemptAtMs],
  )
}
