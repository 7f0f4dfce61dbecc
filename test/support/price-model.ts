/* The payment of an offer with prices to each person, written apart from the rules that it is held against. */

export interface Row {
  readonly countries: readonly string[]
  readonly platforms: readonly string[]
  /** Micros. */
  readonly payout: number
  readonly revenue: number
  /** Percent of what is reported; null: the payout. */
  readonly share: number | null
}

export interface PaidOffer {
  readonly externalId: string
  /** Whether its revenues are in euro, and what one is worth, in billionths of a USD. */
  readonly isInEuro: boolean
  readonly euroNanos: number
  /** The rows of each goal; of '' where it has none. */
  readonly paid: ReadonlyMap<string, readonly Row[]>
}

export interface Person {
  readonly userId: string
  readonly country: string
  readonly platform: 'android' | 'ios' | 'desktop'
}

interface Paid {
  /** In USD, as lists have it. */
  readonly payout: number
  readonly goals: readonly number[]
  readonly rows: ReadonlyMap<string, Row>
}

const nothing: Row = { countries: [], platforms: [], payout: 0, revenue: 0, share: null }

/** The payout of a share is that of the revenue in USD, half up to the micro and then down. */
function inUsd({ isInEuro, euroNanos }: PaidOffer, row: Row): Row {
  if (!isInEuro || row.share === null) return row
  const revenue = Math.floor((row.revenue * euroNanos + 500_000_000) / 1_000_000_000)
  return { ...row, payout: Math.floor((revenue * row.share) / 100) }
}

/** The rows for a person; undefined where no row covers them. */
export function paidTo(offer: PaidOffer, { country, platform }: Person): Paid | undefined {
  const { paid } = offer
  const rows = new Map<string, Row>()
  let isCovered = false
  for (const [goal, own] of paid) {
    let row = nothing
    for (const one of own) {
      const isThere = one.countries.length === 0 || one.countries.includes(country)
      const isOn = one.platforms.length === 0 || one.platforms.includes(platform)
      const isRest = one.countries.length === 0 && one.platforms.length === 0
      if (isThere && isOn && (!isRest || row === nothing)) row = one
    }
    if (row !== nothing) isCovered = true
    rows.set(goal, inUsd(offer, row))
  }
  if (!isCovered) return undefined
  const payouts = [...rows.values()].map(({ payout }) => payout)
  return {
    payout: payouts.reduce((sum, payout) => sum + payout, 0) / 1_000_000,
    goals: paid.has('') ? [] : payouts.map((payout) => payout / 1_000_000),
    rows,
  }
}
