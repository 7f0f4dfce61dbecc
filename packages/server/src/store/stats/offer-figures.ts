import type { Db } from '../pg/database.ts'

interface OfferFigures {
  readonly id: number
  readonly clicks: number
  readonly approved: number
  readonly pending: number
  readonly reversed: number
  /** Sums of the approved ones in micros as texts: they may be larger than numbers are exact. */
  readonly earnedMicros: string
  readonly revenueMicros: string
}

/** How offers fared from a day on, by what is rolled up. */
export async function measureOffers(
  db: Db,
  { ids, sinceSec }: { readonly ids: readonly number[]; readonly sinceSec: number },
): Promise<OfferFigures[]> {
  return await db.query(
    `select key::bigint as id, sum(clicks)::bigint as clicks,
       coalesce(sum(conversions) filter (where status = 'approved'), 0)::bigint as approved,
       coalesce(sum(conversions) filter (where status = 'pending'), 0)::bigint as pending,
       coalesce(sum(conversions) filter (where status = 'reversed'), 0)::bigint as reversed,
       coalesce(sum(payout_micros) filter (where status = 'approved'), 0)::text as "earnedMicros",
       coalesce(sum(revenue_micros) filter (where status = 'approved'), 0)::text as "revenueMicros"
     from stats_sums where kind = 'o' and slot >= to_timestamp($2) and key = any($1::text[]) group by key`,
    [ids.map(String), sinceSec],
  )
}
