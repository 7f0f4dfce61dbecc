import { isPublicAddress } from '../../detect/address.ts'
import { prefixOf, subnetOf } from '../../devices/subnet.ts'
import type { ClickFacts } from './click-signs.ts'
import { RecentCounts } from './recent-counts.ts'

interface VelocityClick {
  readonly appId: number
  readonly isTest: boolean
  readonly offerId: number
  readonly userId: string
  readonly address: string | null
  readonly userAgent: string | null
  readonly clickedAtMs: number
  /** Counted apart from the user's signed ones. */
  readonly isUnsigned: boolean
}

const hour = { buckets: 12, bucketMs: 5 * 60 * 1000 }
const day = { buckets: 24, bucketMs: 60 * 60 * 1000 }
/** About 2 MB for hours and 4 MB for days, whatever comes. */
const slots = 65_536

/**
 * How fast clicks come, as one process sees it: by user, user and offer, subnet, and device. The counts of a user are
 * those of one prefix (/24 or /48), and of signed links or of unsigned ones: anybody can follow a link in a user's name, and each line
 * answers for its own clicks.
 */
export class ClickVelocity {
  readonly #users: RecentCounts
  readonly #offers: RecentCounts
  readonly #subnets: RecentCounts
  readonly #devices: RecentCounts

  constructor(seed: number) {
    this.#users = new RecentCounts({ ...hour, slots, seed })
    this.#offers = new RecentCounts({ ...day, slots, seed })
    this.#subnets = new RecentCounts({ ...hour, slots, seed })
    this.#devices = new RecentCounts({ ...hour, slots, seed })
  }

  /** Counts a click and says how many there were by now, it included. */
  note({
    appId,
    isTest,
    offerId,
    userId,
    address,
    userAgent,
    clickedAtMs,
    isUnsigned,
  }: VelocityClick): ClickFacts {
    const scope = `${appId}${isTest ? 't' : ''} `
    // A proxy's address that nobody declared as trusted, or a tester's own machine, is everybody's.
    const subnet = address !== null && isPublicAddress(address) ? subnetOf(address) : undefined
    const prefix = subnet === undefined || address === null ? '' : prefixOf(address)
    const user = `${scope}${prefix}${isUnsigned ? 'u' : ''} ${userId}`
    return {
      userClicksInHour: this.#users.note(user, clickedAtMs),
      offerClicksInDay: this.#offers.note(`${offerId} ${user}`, clickedAtMs),
      subnetClicksInHour: subnet === undefined ? 0 : this.#subnets.note(scope + subnet, clickedAtMs),
      deviceClicksInHour:
        subnet === undefined ? 0 : this.#devices.note(`${scope}${subnet} ${userAgent ?? ''}`, clickedAtMs),
    }
  }
}
