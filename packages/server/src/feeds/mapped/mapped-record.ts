import { isBlank } from '@quoin/core/offers/row/reading.ts'
import {
  type ColumnMapping,
  type FeedMapping,
  type MappedColumn,
  mappedColumnNames,
  mappedColumns,
} from '@quoin/core/sources/mapping/mapping.ts'
import { formOf } from '@quoin/core/sources/mapping/read-mapping.ts'
import { zoneOf } from '../feed-settings.ts'
import type { FeedAccount, FeedOffer } from '../feed-kind.ts'
import { findForbidden, tellUnread } from '../forbids-incentive.ts'
import type { FeedCell } from '../read/feed-cell.ts'
import { joinDoubts } from '../read/join-doubts.ts'
import { joinCells } from '../read/read-columns.ts'
import { readId } from '../read/read-id.ts'
import { readName } from '../read/text-cells.ts'
import { cellReaders, readFlag, textOf, valueOfColumn } from './mapped-cells.ts'
import { moneyOf } from './mapped-money.ts'
import { standingOf } from './mapped-standing.ts'
import { textsIn } from './texts-in.ts'

/** The network's id of a record. */
export function mappedId(record: unknown, { columns }: FeedMapping): string | undefined {
  const column = columns.external_id
  return column && readId(valueOfColumn(record, column))
}

/** Columns that say more than a cell: they are read one by one below. */
const apart = ['external_id', 'revenue', 'status', 'incentive'] as const
const plainColumns = mappedColumnNames.filter(
  (name): name is Exclude<MappedColumn, (typeof apart)[number]> =>
    !(apart as readonly string[]).includes(name),
)

export function readMappedRecord(record: unknown, account: FeedAccount): FeedOffer | undefined {
  const { mapping } = account
  const externalId = mapping && mappedId(record, mapping)
  if (mapping === undefined || externalId === undefined) return undefined
  const cells = joinCells(plainColumns.map((name) => [name, cellOf(record, name, account)] as const))
  const { currencies, isUnpriced, ...money } = moneyOf(record, mapping)
  const currency = currencyOf(cells.row['currency'], currencies)
  const { standing, doubts } = standingIn(record, mapping.columns)
  const link = mapping.columns.destination_url
  const hasLink = link !== undefined && !isBlank(valueOfColumn(record, link))
  // A rule may stand in any of its texts, also in one that the mapping leaves out.
  const texts = textsIn(record)
  const forbidden = refusalIn(record, mapping.columns) ?? findForbidden(texts)
  return {
    externalId,
    row: { external_id: externalId, ...cells.row, ...currency.row, ...money.row },
    standing: standing === 'open' && !hasLink ? 'not_approved' : standing,
    ...(forbidden && { forbidden }),
    ...(isUnpriced && { isUnpriced }),
    doubts: joinDoubts(cells.doubts, money.doubts, currency.doubts, doubts, tellUnread(texts)),
  }
}

function cellOf(record: unknown, name: (typeof plainColumns)[number], account: FeedAccount): FeedCell {
  const column: ColumnMapping | undefined = account.mapping?.columns[name]
  if (column === undefined) return {}
  const value = valueOfColumn(record, column)
  const form = formOf(name, column)
  const context = { column, record, zone: zoneOf(account), preset: account.preset ?? 'generic' }
  if (form === 'amount' || form === 'cents' || form === 'status' || form === 'id') return {}
  return name === 'name' ? readName(textOf(value)) : cellReaders[form](value, context)
}

/** The currency beside the amounts, where it is the one that its column names. */
function currencyOf(given: unknown, beside: readonly string[]) {
  const all = [...new Set([...(typeof given === 'string' ? [given] : []), ...beside])]
  const [currency] = all
  if (all.length > 1) {
    const doubt = `It is paid in several currencies: ${all.join(', ').slice(0, 60)}.`
    return { row: {}, doubts: [doubt] }
  }
  return { row: currency === undefined ? {} : { currency }, doubts: [] }
}

function standingIn(record: unknown, { status }: FeedMapping['columns']) {
  if (status === undefined) return { standing: 'open', doubts: [] } as const
  const { standing, doubt } = standingOf(valueOfColumn(record, status), status)
  return { standing, doubts: doubt === undefined ? [] : [`${mappedColumns.status.label}: ${doubt}.`] }
}

/** A field that says no to rewards is as good as a sentence. */
function refusalIn(record: unknown, { incentive }: FeedMapping['columns']): FeedOffer['forbidden'] {
  if (incentive === undefined) return undefined
  const value = valueOfColumn(record, incentive)
  if (isBlank(value) || readFlag(value) === true) return undefined
  const place = incentive.at?.[0] ?? mappedColumns.incentive.label
  return { sentence: `${place}: ${String(value).slice(0, 60)}`, place }
}
