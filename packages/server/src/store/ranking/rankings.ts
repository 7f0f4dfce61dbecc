import type { OfferEvidence } from '@quoin/core/ranking/evidence.ts'
import type { Database, Db } from '../pg/database.ts'

export interface RankingRound {
  readonly id: number
  readonly seed: string
  readonly evidence: readonly OfferEvidence[]
}

type EvidenceRow = [
  offerId: number,
  country: string,
  platform: OfferEvidence['platform'],
  impressions: number,
  shownClicks: number,
  clicks: number,
  earners: number,
  payoutMicros: number,
]

/**
 * Runs `make` when the last round is older than `everyMs` and no other process is at it; what it returns is the next round.
 * Older rounds beyond `kept` go. Undefined when it was not this process's turn.
 */
export async function makeRound(
  db: Database,
  { nowMs, everyMs, kept }: { nowMs: number; everyMs: number; kept: number },
  make: (tx: Db) => Promise<Omit<RankingRound, 'id'>>,
): Promise<number | undefined> {
  return await db.transaction(async (tx) => {
    const [turn] = await tx.query<{ isFree: boolean }>(
      `select pg_try_advisory_xact_lock(hashtextextended('rankings', 0)) as "isFree"`,
      [],
    )
    if (turn?.isFree !== true) return undefined
    const recent = await tx.query(
      `select 1 from (select made_at from rankings order by id desc limit 1) last
       where made_at > to_timestamp(($1::bigint - $2::bigint) / 1000.0)
         and made_at <= to_timestamp(($1::bigint + $2::bigint) / 1000.0)`,
      [nowMs, everyMs],
    )
    if (recent.length > 0) return undefined
    const { seed, evidence } = await make(tx)
    const rows: readonly EvidenceRow[] = evidence.map((row) => [
      ...([row.offerId, row.country, row.platform] as const),
      ...([rounded(row.impressions), rounded(row.shownClicks), rounded(row.clicks)] as const),
      ...([rounded(row.earners), Math.round(row.payoutMicros)] as const),
    ])
    const [made] = await tx.query<{ id: number }>(
      `insert into rankings (made_at, seed, evidence) values (to_timestamp($1::bigint / 1000.0), $2, $3::jsonb)
       returning id`,
      [nowMs, seed, JSON.stringify(rows)],
    )
    await tx.query('delete from rankings where id <= (select max(id) from rankings) - $1', [kept])
    return made?.id
  })
}

/** The rounds after one, oldest first. */
export async function listRoundsAfter(db: Db, id: number): Promise<RankingRound[]> {
  const rows = await db.query<{ id: number; seed: string; evidence: readonly EvidenceRow[] }>(
    'select id, seed, evidence from rankings where id > $1 order by id',
    [id],
  )
  return rows.map((row) => ({
    id: row.id,
    seed: row.seed,
    evidence: row.evidence.map(
      ([offerId, country, platform, impressions, shownClicks, clicks, earners, payoutMicros]) => ({
        offerId,
        country,
        platform,
        impressions,
        shownClicks,
        clicks,
        earners,
        payoutMicros,
      }),
    ),
  }))
}

function rounded(amount: number): number {
  return Math.round(amount * 1_000) / 1_000
}
