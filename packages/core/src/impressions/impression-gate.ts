import { RecentCounts } from '../risk/behaviour/recent-counts.ts'
import { dayMs } from '../time/durations.ts'

/** An offer that was in somebody's sight. */
interface Sighted {
  readonly appId: number
  readonly offerId: number
  readonly userId: string
  /** The address as a customer has it; undefined where many stand behind one, as behind a proxy. */
  readonly customer: string | undefined
}

/** Users and offers, and addresses and offers, of a day that are remembered; beyond it the oldest counts again. */
const usersMax = 200_000
const addressesMax = 50_000

/** People behind one address, such as a school, who are counted for one offer in a day. */
export const perAddressMax = 50

/**
 * Decides which impressions count: of each user and offer one in a UTC day, and so many users of one address. The user
 * id is whatever a page says; without the second bound anybody could make up as many as they like.
 */
export class ImpressionGate {
  readonly #users: RecentCounts
  readonly #addresses: RecentCounts

  /** The seed is any number that nobody outside knows. */
  constructor(seed: number) {
    const shape = { buckets: 1, bucketMs: dayMs, seed }
    this.#users = new RecentCounts({ ...shape, slots: usersMax })
    this.#addresses = new RecentCounts({ ...shape, slots: addressesMax, seed: seed ^ 0x5bd1e995 })
  }

  isCounted({ appId, offerId, userId, customer }: Sighted, nowMs: number): boolean {
    const offer = `${appId} ${offerId}`
    if (this.#users.note(`${offer} ${userId}`, nowMs) > 1) return false
    return customer === undefined || this.#addresses.note(`${offer} ${customer}`, nowMs) <= perAddressMax
  }
}
