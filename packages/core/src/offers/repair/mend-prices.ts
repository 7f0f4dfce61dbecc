import type { OfferColumn } from '../offer-fields.ts'
import { repairCell } from './cell-repair.ts'
import type { Repairs } from './repairs.ts'

type Row = Readonly<Record<string, unknown>>

/** Columns of a price that have words. */
const wordColumns = ['countries', 'platforms'] as const satisfies readonly OfferColumn[]

/** A row whose prices, and those of its goals, have their words for countries and platforms mended, where that is accepted. */
export function mendPrices(row: Row, repairs: Repairs): Row {
  const { prices, goals } = row
  return {
    ...row,
    ...(Array.isArray(prices) && { prices: prices.map((price) => mendPrice(price, repairs)) }),
    ...(Array.isArray(goals) && {
      goals: goals.map((goal) => (isRow(goal) ? mendPrices(goal, repairs) : goal)),
    }),
  }
}

function mendPrice(price: unknown, repairs: Repairs): unknown {
  if (!isRow(price)) return price
  const mended = wordColumns.flatMap((column) => {
    const repair = repairCell(column, price[column], repairs)
    const isMended = repair?.kind === 'repair' && repair.needs.every((kind) => repairs.kinds.includes(kind))
    return isMended ? [[column, repair.after] as const] : []
  })
  return { ...price, ...Object.fromEntries(mended) }
}

function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
