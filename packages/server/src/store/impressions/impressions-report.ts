import type { StatsChoice } from '@quoin/core/stats/group-pair.ts'
import type { Db } from '../pg/database.ts'

/** The groups of impressions: they carry no sub id and have no status. */
const groups = {
  app: 'i.app_id',
  offer: 'i.offer_id',
  country: 'i.country',
  platform: 'i.platform',
  network: 'w.slug',
} as const

interface ImpressionsQuery {
  readonly appId: number | null
  readonly offerId: number | null
  readonly country: string | null
  readonly platform: string | null
  readonly subId: string | null
  readonly groupBy: readonly string[]
  readonly edgesSec: readonly number[]
  /** Only these values of the one group, as texts. */
  readonly keys?: readonly (string | null)[] | undefined
  /** Only what is about one of these. */
  readonly among?: StatsChoice | undefined
}

interface ImpressionsRow {
  readonly interval: number
  readonly keys: readonly (string | number | null)[]
  readonly impressions: string
}

const hourSec = 3_600

/**
 * Impressions of each interval and group that has some; undefined where they are not counted so: by sub id or status,
 * or in a time zone that is no whole number of hours away.
 */
export async function reportImpressions(
  db: Db,
  query: ImpressionsQuery,
): Promise<ImpressionsRow[] | undefined> {
  const columns = query.groupBy.map((name) => Object.entries(groups).find(([group]) => group === name)?.[1])
  const { keys, among = {} } = query
  const isCountedSo =
    query.subId === null && among.subId === undefined && query.edgesSec.every((edge) => edge % hourSec === 0)
  if (!isCountedSo || columns.includes(undefined)) return undefined
  const lists: { column: string; values: readonly (string | null)[] }[] = Object.entries(groups).flatMap(
    ([name, column]) => {
      const values = Object.entries(among).find(([thing]) => thing === name)?.[1]
      return values === undefined ? [] : [{ column, values }]
    },
  )
  const [first] = columns
  if (keys !== undefined && first !== undefined) lists.push({ column: first, values: keys })
  const isChosen = lists.map(({ column }, index) => `and ${column}::text = any($${6 + index}::text[])`)
  const isByNetwork = query.groupBy.includes('network') || among.network !== undefined
  return await db.query(
    `select width_bucket(extract(epoch from i.hour)::bigint, $1::bigint[]) - 1 as interval,
       jsonb_build_array(${columns.join(', ')}) as keys, sum(i.impressions)::text as impressions
     from impressions i
       ${isByNetwork ? 'left join offers o on o.id = i.offer_id left join networks w on w.id = o.network_id' : ''}
     where i.hour >= to_timestamp(($1::bigint[])[1])
       and i.hour < to_timestamp(($1::bigint[])[cardinality($1::bigint[])])
       and ($2::bigint is null or i.app_id = $2) and ($3::bigint is null or i.offer_id = $3)
       and ($4::text is null or i.country = $4) and ($5::text is null or i.platform = $5) ${isChosen.join(' ')}
     group by ${['1', ...columns].join(', ')}`,
    [
      ...[query.edgesSec, query.appId, query.offerId, query.country, query.platform],
      ...lists.map(({ values }) => values),
    ],
    { timeoutMs: 40_000 },
  )
}
