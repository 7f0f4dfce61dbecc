import type { StatsThing } from '@quoin/core/stats/group-pair.ts'
import { splitTime, type TimePart } from '@quoin/core/stats/split-time.ts'
import { daySec, weekMs } from '@quoin/core/time/durations.ts'
import { measures } from './stats-deltas.ts'

/** The parts of a query that decide whether the sums can answer it. */
interface SummedQuery {
  readonly appId: number | null
  readonly offerId: number | null
  readonly country: string | null
  readonly platform: string | null
  readonly subId: string | null
  readonly groupBy: readonly string[]
  readonly edgesSec: readonly number[]
  /** Only these values of the one group, by parameter. */
  readonly keys?: KeyChoice | undefined
  /** Only what is about one of these, by their parameters: arrays of texts. */
  readonly chosen?: Readonly<Partial<Record<StatsThing, string>>> | undefined
  /** The weeks of apps' offers are summed from this moment on, in Unix seconds. */
  readonly appOffersSinceSec: number
}

/** The values of a group that are asked for: an array of texts, null among them where one has none. */
interface KeyChoice {
  readonly parameter: string
  readonly hasNull: boolean
}

/** The column that a key of the sums stands for, and the parameter of a report that may ask for one. */
interface Dimension {
  readonly column: string
  readonly type: string
  /** None: no report asks for one. */
  readonly parameter?: string
}

const dimensions = {
  app: { column: 'app_id', type: 'bigint', parameter: '$2' },
  offer: { column: 'offer_id', type: 'bigint', parameter: '$3' },
  country: { column: 'country', type: 'text', parameter: '$4' },
  platform: { column: 'platform', type: 'text', parameter: '$5' },
  subId: { column: 'sub_id', type: 'text', parameter: '$6' },
} as const satisfies Readonly<Record<string, Dimension>>

const network: Dimension = { column: 'network_id', type: 'bigint' }

type DimensionName = keyof typeof dimensions

/** Kinds of sums by the seconds of their slots, the longest first. */
type Kinds = readonly (readonly [slotSec: number, kind: string])[]

const quarterSec = 900
const hourSec = 3_600
const weekSec = weekMs / 1000

const kindsOfAll: Readonly<Record<DimensionName | 'network' | '', Kinds>> = {
  '': [
    [hourSec, 't'],
    [quarterSec, 'q'],
  ],
  app: [
    [daySec, 'A'],
    [hourSec, 'a'],
  ],
  offer: [
    [weekSec, 'O'],
    [daySec, 'o'],
  ],
  country: [
    [daySec, 'C'],
    [hourSec, 'c'],
  ],
  platform: [[hourSec, 'f']],
  subId: [
    [daySec, 'S'],
    [hourSec, 's'],
  ],
  network: [[daySec, 'N']],
}

/** The same for one app. */
const kindsOfApp: Readonly<Partial<Record<DimensionName, Kinds>>> = {
  country: [[daySec, 'c']],
  platform: [[daySec, 'f']],
  subId: [[daySec, 's']],
  offer: [[weekSec, 'O']],
}

/** The sums that answer a report, and the parts of its time. */
interface Plan {
  readonly kinds: Kinds
  readonly key: Dimension | undefined
  /** Whether the key is asked for. */
  readonly isOneKey: boolean
  readonly isOfApp: boolean
  /** Which keys are asked for. */
  readonly choices: readonly KeyChoice[]
  readonly parts: readonly TimePart[]
}

/** Undefined where a report asks for more than one thing at once: then every row is added up. */
function planOf(query: SummedQuery): Plan | undefined {
  const isAsked: Readonly<Record<DimensionName, boolean>> = {
    app: query.appId !== null,
    offer: query.offerId !== null,
    country: query.country !== null,
    platform: query.platform !== null,
    subId: query.subId !== null,
  }
  const { groupBy, chosen = {} } = query
  const isOfNetwork = isByNetwork(groupBy, chosen)
  const isMeant = (name: DimensionName): boolean =>
    isAsked[name] || chosen[name] !== undefined || groupBy.includes(name) || (name === 'offer' && isOfNetwork)
  const meant = (['app', 'offer', 'country', 'platform', 'subId'] as const).filter(isMeant)
  const isOfApp = isAsked.app && meant.length > 1
  const [name, more] = isOfApp ? meant.slice(1) : meant
  const isOfOffers = isAsked.offer || chosen.offer !== undefined || groupBy.includes('offer')
  const isOfNetworks = isOfNetwork && !isOfApp && !isOfOffers
  const kinds = isOfApp ? name && kindsOfApp[name] : kindsOfAll[isOfNetworks ? 'network' : (name ?? '')]
  if (kinds === undefined || more !== undefined) return undefined
  const parts = splitTime(
    query.edgesSec,
    kinds.map(([slotSec]) => slotSec),
  )
  const firstSummedSec = Math.min(
    ...parts.flatMap(({ slotSec, fromSec }) => (slotSec === undefined ? [] : [fromSec])),
  )
  if (firstSummedSec === Number.POSITIVE_INFINITY) return undefined
  if (isOfApp && name === 'offer' && firstSummedSec < query.appOffersSinceSec) return undefined
  const key = isOfNetworks ? network : name && dimensions[name]
  const isOneKey = name !== undefined && isAsked[name]
  return { kinds, key, isOneKey, isOfApp, parts, choices: isOfNetworks ? [] : choicesOf(query, name) }
}

/** The values that are asked for, where they are keys of the sums. */
function choicesOf({ groupBy, keys, chosen }: SummedQuery, name: DimensionName | undefined): KeyChoice[] {
  if (name === undefined) return []
  const ofGroup = keys !== undefined && groupBy[0] === name ? [keys] : []
  const parameter = chosen?.[name]
  return parameter === undefined ? ofGroup : [...ofGroup, { parameter, hasNull: false }]
}

/** Whether the network of each row must be known. */
export function isByNetwork(groupBy: readonly string[], chosen: object = {}): boolean {
  return groupBy.includes('network') || Object.hasOwn(chosen, 'network')
}

/** The tables of sums and of the rows that they add up, and the columns that are read of both. */
interface Tables {
  readonly sums: string
  readonly sumsOfApps: string
  /** The column of the sums that says when a slot begins. */
  readonly begins: string
  readonly rows: string
  /** The column that is a key as well. */
  readonly label: string
  readonly figures: readonly string[]
}

/** Up to this number, the parts of a length are selected one by one: the planner knows then how much is in each. */
const singlePartsMax = 8

function summed(plan: Plan, tables: Tables): string {
  const lengths = [...plan.kinds.map(([slotSec]) => slotSec), undefined]
  const selects = lengths.flatMap((length) => {
    const parts = plan.parts.filter(({ slotSec }) => slotSec === length)
    const kind = plan.kinds.find(([slotSec]) => slotSec === length)?.[1]
    if (parts.length > singlePartsMax) return [selectMany({ plan, tables, kind }, parts)]
    return parts.map((part) => selectOne({ plan, tables, kind }, part))
  })
  return selects.join(' union all ')
}

/** Where parts of one length are read from. */
interface Source {
  readonly plan: Plan
  readonly tables: Tables
  /** Undefined: from the rows. */
  readonly kind: string | undefined
}

/** The figures of one part. Its numbers are ours, never a caller's text. */
function selectOne(source: Source, { fromSec, toSec, sign, shiftSec }: TimePart): string {
  const from = `to_timestamp(${fromSec})`
  return selectRows(source, {
    from,
    to: `to_timestamp(${toSec})`,
    sign: String(sign),
    shift: String(shiftSec),
  })
}

/** The figures of many parts, each looked up by an index. */
function selectMany(source: Source, parts: readonly TimePart[]): string {
  const values = parts.map(
    ({ fromSec, toSec, sign, shiftSec }) =>
      `(to_timestamp(${fromSec}), to_timestamp(${toSec}), ${sign}, ${shiftSec})`,
  )
  const rows = selectRows(source, { from: 'p.begins', to: 'p.ends', sign: 'p.sign', shift: 'p.shift_sec' })
  // Without the offset it would be a join, which goes through all rows there are.
  return `select l.* from (values ${values.join(', ')}) as p (begins, ends, sign, shift_sec)
    cross join lateral (${rows} offset 0) l`
}

interface Range {
  readonly from: string
  readonly to: string
  readonly sign: string
  readonly shift: string
}

function selectRows({ plan, tables, kind }: Source, { from, to, sign, shift }: Range): string {
  const begins = kind === undefined ? 'quarter' : tables.begins
  const table = kind === undefined ? tables.rows : plan.isOfApp ? tables.sumsOfApps : tables.sums
  const [app, ...others] = Object.values(dimensions).map(({ column, type }) =>
    kind === undefined || (plan.isOfApp && column === 'app_id')
      ? `r.${column}`
      : column === plan.key?.column
        ? `r.key::${type} as ${column}`
        : `null::${type} as ${column}`,
  )
  const figures = tables.figures.map((name) => `${sign} * r.${name} as ${name}`)
  const networkId = kind === undefined ? 'o.network_id' : 'r.key::bigint as network_id'
  const isOfNetworks = plan.key === network
  const offers = isOfNetworks && kind === undefined ? 'left join offers o on o.id = r.offer_id' : ''
  return `select ${app}, r.${begins} + ${shift} * interval '1 second' as quarter, ${others.join(', ')},
      r.${tables.label}, ${figures.join(', ')}${isOfNetworks ? `, ${networkId}` : ''}
    from ${table} r ${offers}
    where r.${begins} >= ${from} and r.${begins} < ${to} and ${conditionOf(plan, kind)}`
}

function conditionOf({ key, isOneKey, isOfApp, choices }: Plan, kind: string | undefined): string {
  const conditions = kind === undefined ? [] : [`r.kind = '${kind}'`]
  if (isOfApp) conditions.push(`r.app_id = ${dimensions.app.parameter}`)
  if (key?.parameter !== undefined && isOneKey) {
    const { column, parameter, type } = key
    conditions.push(
      kind === undefined ? `r.${column} = ${parameter}` : `r.key = (${parameter}::${type})::text`,
    )
  }
  if (key) {
    const column = kind === undefined ? `r.${key.column}` : 'r.key'
    conditions.push(...choices.map((choice) => isChosen(column, key, choice)))
  }
  return conditions.length === 0 ? 'true' : conditions.join(' and ')
}

/** Cast on the side of the values, so that an index finds them. */
function isChosen(column: string, { type }: Dimension, { parameter, hasNull }: KeyChoice): string {
  const isKey = column === 'r.key' || type === 'text'
  const found = `${column} = any(${isKey ? `${parameter}::text[]` : `(${parameter}::text[])::${type}[]`})`
  return hasNull ? `(${found} or ${column} is null)` : found
}

/** Rows with the network of each one's offer beside them. */
export function withNetworkIds(source: string): string {
  return `select a.*, o.network_id from (${source}) a left join offers o on o.id = a.offer_id`
}

function planned(query: SummedQuery, tables: Tables): string | undefined {
  const plan = planOf(query)
  if (plan === undefined) return undefined
  const source = summed(plan, tables)
  return isByNetwork(query.groupBy, query.chosen) && plan.key !== network ? withNetworkIds(source) : source
}

/** The rolled-up figures: whole slots from the sums, the edges of intervals from shorter ones or from the rows. */
export function summedMeasures(query: SummedQuery): string | undefined {
  const sums = { sums: 'stats_sums', sumsOfApps: 'stats_app_sums', begins: 'slot' }
  return planned(query, { ...sums, rows: 'stats_15min', label: 'status', figures: measures })
}

/** The same of the times to credit. */
export function summedCreditTimes(query: SummedQuery): string | undefined {
  const sums = { sums: 'stats_credit_sums', sumsOfApps: 'stats_app_credit_sums', begins: 'since' }
  return planned(query, { ...sums, rows: 'stats_credit_times', label: 'slot', figures: ['conversions'] })
}
