import type { Db, Transaction } from '../pg/database.ts'
import { aheadPerTimeline } from '../pg/watermark.ts'

/** How rows are numbered, and how often a person has gone back to this server. */
export interface WriteNumbers {
  readonly ahead: number
  readonly acceptances: number
}

export async function findWriteNumbers(db: Db): Promise<WriteNumbers> {
  // Columns come with migrations, and this is asked of servers that have had fewer.
  const [row] = await db.query<{ numbers: Partial<WriteNumbers> }>(
    'select to_jsonb(write_numbers) as numbers from write_numbers',
    [],
  )
  const { ahead = 0, acceptances = 0 } = row?.numbers ?? {}
  return { ahead, acceptances }
}

/**
 * Makes this server later than all that have so many acceptances at most, and its rows numbered beyond `aheadMin`:
 * positions of readers stay before all new rows.
 */
export async function raiseAcceptances(
  tx: Transaction,
  { aheadMin, acceptances }: { aheadMin: number; acceptances: number },
): Promise<void> {
  const before = await findWriteNumbers(tx)
  const ahead = Math.max(before.ahead, aheadMin) + aheadPerTimeline
  // In this order, as when a later timeline is adopted.
  await tx.query(`select setval('write_ahead', $1)`, [ahead])
  await tx.query('update write_numbers set ahead = $1, acceptances = $2', [ahead, acceptances])
}

export interface WrittenSince {
  readonly clicks: number
  readonly conversions: number
  readonly postbacks: number
}

/** The rows that were written on later timelines than one whose numbers are so far ahead. */
export async function countWrittenSince(db: Db, ahead: number): Promise<WrittenSince> {
  const [row] = await db.query<WrittenSince>(
    `with own_clicks as (select id from clicks where written_in >= $1),
       events as (select conversion_id, happened_at from conversion_events where written_in >= $1),
       first as (select least((select min(happened_at) from events),
         (select to_timestamp(('x' || translate(left(min(id::text), 13), '-', ''))::bit(48)::bigint / 1000.0)
          from own_clicks)) as at)
     select (select count(*) from own_clicks) as clicks,
       (select count(distinct conversion_id) from events) as conversions,
       (select count(*) from postback_requests, first where received_at >= first.at) as postbacks`,
    [ahead + aheadPerTimeline],
  )
  return row ?? { clicks: 0, conversions: 0, postbacks: 0 }
}

/** When the newest click and the newest postback were received; null without one. */
export async function findNewestTimes(
  db: Db,
): Promise<{ readonly clickAtMs: number | null; readonly postbackAtMs: number | null }> {
  const [row] = await db.query<{ clickAtMs: number | null; postbackAtMs: number | null }>(
    `select (select ('x' || translate(left(id::text, 13), '-', ''))::bit(48)::bigint
         from clicks order by id desc limit 1) as "clickAtMs",
       (select received_at from postback_requests order by id desc limit 1) as "postbackAtMs"`,
    [],
  )
  return row ?? { clickAtMs: null, postbackAtMs: null }
}
