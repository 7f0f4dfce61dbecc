import type { reportPairStats } from '@quoin/contract/operator/stats/stats-operations.ts'
import type { ValuesOf } from '@quoin/contract/fields/field.ts'
import type { StatsChoice, StatsThing } from '@quoin/core/stats/group-pair.ts'
import type { Figures, ReportRequest } from '../../../features/stats/report-stats.ts'
import type { Ports } from '../../../ports/ports.ts'

type AskedQuery = Omit<ValuesOf<typeof reportPairStats.query>, 'pair' | 'top' | 'topBy' | 'topOrder'>

/** The time that a report is about and its filters; lists of one are as good as the parameter of one. */
export function askedOf(query: AskedQuery): Omit<ReportRequest, 'interval' | 'groupBy'> {
  const lists: readonly (readonly [StatsThing, readonly string[] | undefined])[] = [
    ['app', query.appIds],
    ['offer', query.offerIds],
    ['network', query.networks],
    ['country', query.countries],
    ['platform', query.platforms],
    ['subId', query.subIds],
  ]
  const given = lists.flatMap(([thing, values]) =>
    values === undefined ? [] : [[thing, [...new Set(values)]] as const],
  )
  const ones = {
    app: query.appId === undefined ? null : String(query.appId),
    offer: query.offerId === undefined ? null : String(query.offerId),
    country: query.country ?? null,
    platform: query.platform ?? null,
    subId: query.subId ?? null,
  }
  const one = (thing: keyof typeof ones): string | null => {
    const values = given.find(([name]) => name === thing)?.[1]
    return ones[thing] ?? (values?.length === 1 ? (values[0] ?? null) : null)
  }
  const among: StatsChoice = Object.fromEntries(
    given.filter(([thing, values]) => values.length > 1 || thing === 'network' || isBoth(ones, thing)),
  )
  return {
    from: query.from,
    to: query.to,
    timezone: query.timezone ?? 'UTC',
    among,
    appId: numberOf(one('app')),
    offerId: numberOf(one('offer')),
    country: one('country'),
    platform: one('platform'),
    subId: one('subId'),
    status: query.status ?? null,
  }
}

/** Whether a thing is asked for in both ways. */
function isBoth(ones: Readonly<Partial<Record<StatsThing, string | null>>>, thing: StatsThing): boolean {
  return typeof ones[thing] === 'string'
}

function numberOf(text: string | null): number | null {
  return text === null ? null : Number(text)
}

type NameOf = (group: string, key: string) => string | null

/** The names of groups in rows; `networks` has those of offers' networks, by the ids of the offers. */
export async function namesOf(
  { db, store, snapshots }: Pick<Ports, 'db' | 'store' | 'snapshots'>,
  groupBy: readonly string[],
  rows: readonly Figures[],
): Promise<{ readonly nameOf: NameOf; readonly networks: Readonly<Record<string, string>> }> {
  const place = groupBy.indexOf('offer')
  const ids = place < 0 ? [] : rows.map(({ keys }) => Number(keys[place]))
  const offers = ids.length === 0 ? [] : await store.userFigures.listOfferNames(db, ids)
  const offerNames = new Map(offers.map(({ id, name }) => [String(id), name]))
  const networkNames = new Map(
    snapshots
      .networks()
      .listNetworks()
      .map(({ slug, name }) => [slug, name]),
  )
  const nameOf: NameOf = (group, key) => {
    if (group === 'offer') return offerNames.get(key) ?? null
    if (group === 'network') return networkNames.get(key) ?? null
    return group === 'app' ? (snapshots.apps().findApp(Number(key))?.name ?? null) : null
  }
  const networks = Object.fromEntries(offers.map(({ id, network }) => [String(id), network]))
  return { nameOf, networks }
}
