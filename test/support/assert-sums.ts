import assert from 'node:assert/strict'
import { measures } from '../../packages/server/src/store/stats/stats-deltas.ts'
import type { Db } from '../../packages/server/src/store/pg/database.ts'

const hour = "date_trunc('hour', d.quarter, 'UTC')"
const day = "date_trunc('day', d.quarter, 'UTC')"
const sevenDays = 'to_timestamp(floor(extract(epoch from d.quarter) / 604800) * 604800)'

/** By the kind of sum its slot and its key. */
const ofAll = [
  ['t', hour, "''"],
  ['q', 'd.quarter', "''"],
  ['a', hour, 'd.app_id::text'],
  ['A', day, 'd.app_id::text'],
  ['c', hour, 'd.country'],
  ['C', day, 'd.country'],
  ['f', hour, 'd.platform'],
  ['s', hour, 'd.sub_id'],
  ['S', day, 'd.sub_id'],
  ['o', day, 'd.offer_id::text'],
  ['O', sevenDays, 'd.offer_id::text'],
  ['N', day, '(select o.network_id::text from offers o where o.id = d.offer_id)'],
] as const
const ofApps = [
  ['c', day, 'd.country'],
  ['f', day, 'd.platform'],
  ['s', day, 'd.sub_id'],
  ['O', sevenDays, 'd.offer_id::text'],
] as const

/** The sums of statistics equal what their rows add up to, each kind of them. */
export async function assertSums(db: Db): Promise<void> {
  const figures = { rows: 'stats_15min', label: 'status', begins: 'slot', names: measures }
  const credits = { rows: 'stats_credit_times', label: 'slot', begins: 'since', names: ['conversions'] }
  for (const [told, kinds, owner, of] of [
    ['stats_sums', ofAll, '0', figures],
    ['stats_app_sums', ofApps, 'd.app_id', figures],
    ['stats_credit_sums', ofAll, '0', credits],
    ['stats_app_credit_sums', ofApps, 'd.app_id', credits],
  ] as const) {
    const values = kinds.map(([kind, slot, key]) => `('${kind}'::"char", ${slot}, ${key})`).join(', ')
    const names = of.names.join(', ')
    const sums = of.names.map((name) => `sum(${name})::bigint as ${name}`).join(', ')
    const isLeft = `(${names}) <> (${of.names.map(() => '0').join(', ')})`
    const counted = `select * from (
        select ${owner}::bigint as app_id, k.*, d.${of.label} as label, ${sums}
        from ${of.rows} d cross join lateral (values ${values}) as k (kind, begins, key) group by 1, 2, 3, 4, 5) c
      where ${isLeft}`
    const owned = owner === '0' ? '0::bigint' : 'app_id'
    const kept = `select ${owned}, kind, ${of.begins}, key, ${of.label}, ${names} from ${told} where ${isLeft}`
    const differences = await db.query(
      `(${counted} except ${kept}) union all (${kept} except ${counted}) limit 20`,
      [],
    )
    assert.deepEqual(differences, [], told)
  }
}
