import type { AnswerOf, RowOf } from '../../../api/operation-types.ts'
import type { Report, StatsRow } from '../../statistics/stats-figures.ts'

type OwnRow = RowOf<'getMyStats'>

/** The field of a row that names its group. */
const keyNames: Readonly<Record<string, keyof OwnRow>> = {
  offer: 'offer_id',
  country: 'country',
  platform: 'platform',
  subId: 'sub_id',
}

/** The rows of GET /api/v1/stats as the pages of statistics show them: amounts as texts, offers with their names. */
export function ownRows({ data, meta }: AnswerOf<'getMyStats'>, group: string): Report {
  const name = keyNames[group]
  const read = (row: OwnRow): StatsRow => {
    const found = name === undefined ? undefined : row[name]
    const key = found === undefined || found === null ? null : String(found)
    return {
      ...row,
      keys: name === undefined ? [] : [key],
      names: name === 'offer_id' ? [meta.offers[key ?? ''] ?? null] : [null],
      payout: usd(row.payout),
      ecpm: row.ecpm === null ? null : usd(row.ecpm),
      epc: row.epc === null ? null : usd(row.epc),
    }
  }
  const sum = (row: OwnRow | null) => (row === null ? null : read(row))
  const { top } = meta
  const sums = top && { groups: top.groups, others: sum(top.others), total: sum(top.total) }
  return { rows: data.map(read), sums }
}

/** To the micro, as the server counts. */
function usd(amount: number): string {
  return amount.toFixed(6)
}
