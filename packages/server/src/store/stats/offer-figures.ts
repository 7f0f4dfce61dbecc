import type { Db } from '../pg/database.ts'

interface OfferFigures {
  readonly id: number
  readonly clicks: number
  readonly approved: number
  /** Sums in micros as texts: they may be larger than numbers are exact. */
  readonly earnedMicros: string
}

/** How offers fared from a day on, by what is rolled up. */
export async function measureOffers(
  db: Db,
  { ids, sinceSec }: { readonly ids: readonly number[]; readonly sinceSec: number },
): Promise<OfferFigures[]> {
  return await db.query(
    `select key::bigint as id, sum(clicks)::bigint as clicks,
       coalesce(sum(conversions) filter (where status = 'approved'), 0)::bigint as approved,
       coalesce(sum(payout_micros) filter (where status = 'approved'), 0)::text as "earnedMicros"
     from stats_sums where kind = 'o' and slot >= to_timestamp($2) and key = any($1::text[]) group by key`,
    [ids.map(String), sinceSec],
  )
}
