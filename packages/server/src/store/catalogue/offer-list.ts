import type { Offer } from '@quoin/core/offers/offer-fields.ts'
import type { ListPage, ListSlice } from '@quoin/core/paging/list-slice.ts'
import type { Db } from '../pg/database.ts'
import { selectPage } from '../pg/select-page.ts'
import { offerMembers } from './offer-columns.ts'

export interface ListedOffer extends Offer {
  readonly network: string
  /** Since when an operator has paused it. */
  readonly pausedAtMs: number | null
}

/** An operator's conditions. Null: any. */
export interface OfferListFilter {
  readonly search: string | null
  readonly networkId: number | null
  readonly status: string | null
  readonly country: string | null
  readonly platform: string | null
  readonly category: string | null
  readonly ids: readonly number[] | null
  /** Left out of all the others. */
  readonly exceptIds: readonly number[]
}

/** The conditions of a list, `$1` to `$8`, and their values. */
export const offerFilter = `($1::text is null or strpos(lower(name), lower($1)) > 0 or strpos(lower(external_id), lower($1)) > 0
    or id::text = $1)
  and ($2::bigint is null or network_id = $2)
  and ($3::text is null or case when paused_at is null then status else 'paused' end = $3)
  and ($4::text is null or countries = '{}' or $4 = any (countries))
  and ($4::text is null or prices = '[]' or payout_micros + revenue_micros > 0 or exists (
    select from jsonb_array_elements(prices) price
    where price -> 'countries' = '[]' or price -> 'countries' @> to_jsonb($4::text)))
  and ($5::text is null or platforms = '{}' or $5 = any (platforms))
  and ($6::text is null or $6 = any (categories))
  and ($7::bigint[] is null or id = any ($7)) and id <> all ($8::bigint[])`

export function offerFilterValues(filter: OfferListFilter): readonly unknown[] {
  const { search, networkId, status, country, platform, category, ids, exceptIds } = filter
  return [search, networkId, status, country, platform, category, ids, exceptIds]
}

/** Offers as they are stored, with their networks. */
export async function listOfferPage(
  db: Db,
  filter: OfferListFilter,
  slice: ListSlice,
): Promise<ListPage<ListedOffer>> {
  return await selectPage(db, {
    select: `${offerMembers}, paused_at as "pausedAtMs",
      (select n.name from networks n where n.id = offers.network_id) as network`,
    from: 'offers',
    where: offerFilter,
    values: offerFilterValues(filter),
    sorts: {
      id: [{ sql: 'id', type: 'bigint' }],
      name: [
        { sql: 'lower(name)', type: 'text' },
        { sql: 'id', type: 'bigint' },
      ],
      payout: [
        { sql: 'payout_micros', type: 'bigint' },
        { sql: 'id', type: 'bigint' },
      ],
      revenue: [
        { sql: 'revenue_micros', type: 'bigint' },
        { sql: 'id', type: 'bigint' },
      ],
    },
    slice,
  })
}

const categoriesMax = 500

/** Categories by how many offers have them. */
export async function listCategories(db: Db): Promise<{ category: string; offers: number }[]> {
  return await db.query(
    `select category, count(*) as offers from offers cross join lateral unnest(categories) as category
     group by category order by offers desc, category limit $1`,
    [categoriesMax],
  )
}
