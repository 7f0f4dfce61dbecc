import { countedClicks, type GoalCounts, makeOfferNorms, type OfferNorms, slotOf } from '../offer-norms.ts'

interface Sums {
  clicks: number
  conversions: number
  lost: number
  paid: number
  readonly bySlot: Map<number, number>
}

/** A server's statistics of offers, in memory. The events of a file are one app's. */
export class OfferSums {
  readonly #offers = new Map<number, Sums>()

  noteClick(offerId: number): void {
    this.#of(offerId).clicks += 1
  }

  noteConversion(
    offerId: number,
    { waitedMs, paid, isLost }: Readonly<{ waitedMs: number; paid: number; isLost: boolean }>,
  ): void {
    const sums = this.#of(offerId)
    sums.conversions += 1
    sums.paid += paid
    if (isLost) sums.lost += 1
    const slot = slotOf(waitedMs / 1000)
    sums.bySlot.set(slot, (sums.bySlot.get(slot) ?? 0) + 1)
  }

  /** A conversion that is known was lost, or stands again. */
  noteLost(offerId: number, isLost: boolean): void {
    this.#of(offerId).lost += isLost ? 1 : -1
  }

  norms(goals: GoalCounts): OfferNorms {
    const counted = [...this.#offers].map(
      ([id, sums]) => [id, { ...sums, clicks: countedClicks(sums) }] as const,
    )
    return makeOfferNorms(new Map(counted), goals)
  }

  #of(offerId: number): Sums {
    const known = this.#offers.get(offerId)
    if (known !== undefined) return known
    const made = { clicks: 0, conversions: 0, lost: 0, paid: 0, bySlot: new Map<number, number>() }
    this.#offers.set(offerId, made)
    return made
  }
}
