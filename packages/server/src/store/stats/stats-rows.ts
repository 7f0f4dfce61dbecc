import type { StatsChoice, StatsThing } from '@quoin/core/stats/group-pair.ts'
import type { Database, Transaction } from '../pg/database.ts'
import { clickDeltas, conversionDeltas, creditDeltas, measured, measures, timed } from './stats-deltas.ts'
import { isByNetwork, summedCreditTimes, summedMeasures, withNetworkIds } from './stats-sums.ts'

/** The columns by which a report is grouped, besides time. */
export const reportColumns = {
  app: 'app_id',
  offer: 'offer_id',
  country: 'country',
  platform: 'platform',
  subId: 'sub_id',
  status: 'status',
  network: 'network',
} as const

export type ReportColumn = keyof typeof reportColumns

export interface StatsQuery {
  /** Null: all apps. */
  readonly appId: number | null
  readonly offerId: number | null
  readonly country: string | null
  readonly platform: string | null
  readonly subId: string | null
  /** Only conversions of this status; clicks all the same. */
  readonly status: string | null
  readonly groupBy: readonly ReportColumn[]
  /** Where each interval begins, in Unix seconds and in order, and at last where the last one ends. */
  readonly edgesSec: readonly number[]
  readonly rowsMax: number
  /** Only these values of the one group, as texts. */
  readonly keys?: readonly (string | null)[] | undefined
  /** Only what is about one of these. */
  readonly among?: StatsChoice | undefined
}

/** A long report is ended by the server's own limit: the database is not away because somebody asks much of it. */
export const patient = { timeoutMs: 40_000 }

const columns = 'app_id, quarter, offer_id, country, platform, sub_id'

const rolledUp = `select ${columns}, status, ${measures.join(', ')} from stats_15min`
const creditRows = `select ${columns}, slot, conversions from stats_credit_times`

/** Rows that are not rolled up yet: those written from a position on, which is an expression of SQL. */
const notYet = (position: string): string =>
  `${measured(clickDeltas(`c.written_in >= ${position}`))}
   union all ${measured(conversionDeltas(`e.written_in >= ${position}`))}`
const creditsNotYet = (position: string): string => `${timed(creditDeltas(`e.written_in >= ${position}`))}`

const positionNow = '(select position from stats_progress)'

/** All there is to know: what is rolled up and, counted in the same moment, what is not yet. */
export const allMeasures = `${rolledUp} union all ${notYet(positionNow)}`

export const allCreditTimes = `${creditRows} union all ${creditsNotYet(positionNow)}`

/** A conversion that is withheld is told as reversed; its own rows hold only the revenue that the network goes on owing. */
export const shownStatus = `case d.status when 'withheld' then 'reversed' else d.status end`

/** The rows whose revenue the network owes. */
export const owedStatuses = `('approved', 'withheld')`

/** Which rows are asked for; the filter of an app finds them by index. */
export function wanted(query: StatsQuery): string {
  const app = query.appId === null ? 'and $2::bigint is null' : 'and d.app_id = $2::bigint'
  return `d.quarter >= to_timestamp(($1::bigint[])[1])
    and d.quarter < to_timestamp(($1::bigint[])[cardinality($1::bigint[])]) ${app}
    and ($3::bigint is null or d.offer_id = $3) and ($4::text is null or d.country = $4)
    and ($5::text is null or d.platform = $5) and ($6::text is null or d.sub_id = $6)
    and ($7::text is null or ${shownStatus} in ('', $7)) ${chosen(query)} ${oneOfThem(query)}`
}

/** Cast on the side of the values, so that an index finds them. */
function oneOfThem(query: StatsQuery): string {
  return choicesOf(query)
    .map(({ thing, parameter }) => {
      const type = isId(thing) ? '::bigint[]' : ''
      return `and d.${reportColumns[thing]} = any(${parameter}::text[]${type})`
    })
    .join(' ')
}

function isId(thing: ReportColumn): boolean {
  return thing === 'app' || thing === 'offer'
}

function chosen({ keys, groupBy: [group] }: StatsQuery): string {
  if (keys === undefined || group === undefined) return ''
  const column = `d.${reportColumns[group]}`
  const found = `${column} = any(${keysParameter}::text[]${isId(group) ? '::bigint[]' : ''})`
  return `and (${keys.includes(null) ? `${found} or ${column} is null` : found})`
}

const keysParameter = '$10'

interface Choice {
  readonly thing: StatsThing
  readonly values: readonly string[]
  readonly parameter: string
}

/** The lists of `among`, each with its parameter: they come after all others. */
function choicesOf({ among = {}, keys }: StatsQuery): readonly Choice[] {
  const first = keys === undefined ? 10 : 11
  return things
    .flatMap((thing) => {
      const values = among[thing]
      return values === undefined ? [] : [{ thing, values }]
    })
    .map((choice, index) => ({ ...choice, parameter: `$${first + index}` }))
}

const things = ['app', 'offer', 'network', 'country', 'platform', 'subId'] as const

/** How far the sums are. */
export interface Progress {
  /** All that was written before is rolled up. */
  readonly position: number
  readonly appOffersSinceSec: number
}

/** The parameters that the rows of a report take, in the order of their numbers. */
export function parametersOf(query: StatsQuery, { position }: Progress): readonly unknown[] {
  const { edgesSec, appId, offerId, country, platform, subId, status, rowsMax, keys } = query
  const common = [edgesSec, appId, offerId, country, platform, subId, status, rowsMax + 1, position]
  const chosenKeys = keys === undefined ? [] : [keys.filter((key) => key !== null)]
  return [...common, ...chosenKeys, ...choicesOf(query).map(({ values }) => values)]
}

/** The figures that a report adds up: of sums where there are some, of rows, and of what is not rolled up yet. */
export function measuresOf(query: StatsQuery, progress: Progress): string {
  return withNetworks(query, summedMeasures(summedOf(query, progress)), rolledUp, notYet('$9::bigint'))
}

/** The same of the times to credit. */
export function creditTimesOf(query: StatsQuery, progress: Progress): string {
  return withNetworks(
    query,
    summedCreditTimes(summedOf(query, progress)),
    creditRows,
    creditsNotYet('$9::bigint'),
  )
}

function summedOf(query: StatsQuery, { appOffersSinceSec }: Progress) {
  const keys = query.keys && { parameter: keysParameter, hasNull: query.keys.includes(null) }
  const chosen = Object.fromEntries(choicesOf(query).map(({ thing, parameter }) => [thing, parameter]))
  return { ...query, keys, chosen, appOffersSinceSec }
}

/** Rows with the slug of each one's network beside them, if they are grouped or chosen by it. */
function withNetworks(query: StatsQuery, sums: string | undefined, rows: string, recent: string): string {
  if (!isByNetwork(query.groupBy, query.among)) return `${sums ?? rows} union all ${recent}`
  return `select a.*, w.slug as network
    from (${sums ?? withNetworkIds(rows)} union all ${withNetworkIds(recent)}) a left join networks w on w.id = a.network_id`
}

/**
 * Reads in one snapshot, with the progress first: a plan that knows the position does not go through all conversions
 * for the few that are left.
 */
export async function inOneSnapshot<Result>(
  db: Database,
  read: (tx: Transaction, progress: Progress) => Promise<Result>,
): Promise<Result> {
  return await db.transaction(async (tx) => {
    tx.send({ text: 'set transaction isolation level repeatable read, read only' })
    const [progress] = await tx.query<Progress>(
      `select position, case when isfinite(app_offers_since) then extract(epoch from app_offers_since)::bigint else 0 end
         as "appOffersSinceSec" from stats_progress`,
      [],
      patient,
    )
    if (progress === undefined) throw new Error('the statistics have no progress')
    return await read(tx, progress)
  }, patient)
}
