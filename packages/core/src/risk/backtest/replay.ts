import type { ConversionStatus } from '../../conversions/status.ts'
import { normalizeAddress } from '../../detect/address.ts'
import {
  activityWindowMs,
  type ClickTrace,
  clicksMax,
  type ConversionTrace,
  conversionsMax,
  describeActivity,
} from '../activity.ts'
import type { AddressFacts } from '../address-class.ts'
import { type BookAppearance, openDeviceBook, type Standing } from '../../devices/device-book.ts'
import { describeDevice } from '../../devices/device-graph.ts'
import { readEvidence } from '../evidence.ts'
import { readShares } from '../score.ts'
import { lineOf, siteOf } from '../../devices/shared-line.ts'
import type { ConversionEvent, RiskEvent, SightingEvent } from './events.ts'

/** What a replay needs of the world: the same look-ups as a server's. */
export interface ReplayNeeds {
  countryOf(address: string): string | undefined
  describeAddress(address: string): AddressFacts | undefined
  isBot(userAgent: string): boolean
}

/** A user as the engine saw him: the shares of all signals, at two moments. */
export interface ReplayedUser {
  readonly userId: string
  readonly firstSeenAtMs: number
  /** As he was answered on his first submission. */
  readonly first: Float64Array
  /** His last submission, with all that is known of him and his device when the events end. */
  readonly last: readonly Float64Array[]
}

interface Trace {
  first: Float64Array | undefined
  firstSeenAtMs: number
  readonly sightings: Map<string, SightingEvent>
  lastEventAtMs: number
  readonly clicks: ClickTrace[]
  readonly conversions: ReportedConversion[]
}

/** One conversion, as it stands; a click may have several. */
interface ReportedConversion extends ConversionTrace {
  readonly clickId: string
  readonly status: ConversionStatus
}

/**
 * Replays events in time order through the rules of the server, on a graph in memory with the same bounds and
 * on the events' own clock. Nothing of a label is known here.
 */
export class Replay {
  readonly #needs: ReplayNeeds
  readonly #book = openDeviceBook({ linksByDevice: new Map(), devicesByUser: new Map() })
  readonly #users = new Map<string, Trace>()
  readonly #clickedAtMs = new Map<string, number>()

  constructor(needs: ReplayNeeds) {
    this.#needs = needs
  }

  apply(event: RiskEvent): void {
    const trace = this.#traceOf(event)
    trace.lastEventAtMs = event.atMs
    if (event.type === 'fingerprint') {
      const standing = this.#book.appear(appearanceOf(event))
      trace.sightings.set(event.fingerprintHash, event)
      trace.first ??= this.#sharesOf(event, trace, standing)
    } else if (event.type === 'click') {
      this.#clickedAtMs.set(event.clickId, event.atMs)
      keepNewest(trace.clicks, { offerId: event.offerId, clickedAtMs: event.atMs }, clicksMax)
    } else {
      report(trace.conversions, event, this.#clickedAtMs.get(event.clickId))
    }
  }

  /** Everyone who has submitted at least once. */
  *users(): Generator<ReplayedUser> {
    for (const [userId, trace] of this.#users) {
      const { first, sightings, firstSeenAtMs } = trace
      if (first === undefined) continue
      const last = [...sightings.values()].map((sighting) =>
        this.#sharesOf(sighting, trace, this.#book.standingOf(appearanceOf(sighting))),
      )
      yield { userId, firstSeenAtMs, first, last }
    }
  }

  #traceOf({ userId, atMs }: RiskEvent): Trace {
    const known = this.#users.get(userId)
    if (known !== undefined) return known
    const made: Trace = {
      first: undefined,
      firstSeenAtMs: atMs,
      sightings: new Map(),
      lastEventAtMs: atMs,
      clicks: [],
      conversions: [],
    }
    this.#users.set(userId, made)
    return made
  }

  #sharesOf(sighting: SightingEvent, trace: Trace, standing: Standing): Float64Array {
    const address = sighting.address === undefined ? undefined : normalizeAddress(sighting.address)
    const sinceMs = trace.lastEventAtMs - activityWindowMs
    return readShares(
      readEvidence(sighting.data, {
        userAgent: sighting.userAgent,
        country: address && this.#needs.countryOf(address),
        address: address === undefined ? undefined : this.#needs.describeAddress(address),
        device: describeDevice(standing.links, appearanceOf(sighting)),
        user: standing.user,
        activity: describeActivity({
          clicks: trace.clicks.filter(({ clickedAtMs }) => clickedAtMs >= sinceMs),
          conversions: trace.conversions,
          firstSeenAtMs: standing.firstSeenAtMs,
        }),
        isBot: this.#needs.isBot,
      }),
    )
  }
}

function appearanceOf({ fingerprintHash, userId, address, atMs }: SightingEvent): BookAppearance {
  const normal = address === undefined ? undefined : normalizeAddress(address)
  const line = normal === undefined ? undefined : lineOf(normal)
  const site = normal === undefined || line === undefined ? undefined : siteOf(normal)
  return { device: fingerprintHash, user: userId, line, site, seenAtMs: atMs }
}

/** A step of a conversion that is known changes it, as it does on a server; what was approved can be earned again. */
function report(
  conversions: ReportedConversion[],
  { clickId, status, atMs }: ConversionEvent,
  clickedAtMs: number | undefined,
): void {
  const index = conversions.findLastIndex((one) => one.clickId === clickId)
  const known = conversions[index]
  const isLost = status === 'reversed' || status === 'rejected'
  if (known !== undefined && (isLost || (status === 'approved' && known.status !== 'approved'))) {
    conversions[index] = { ...known, status, isLost }
  } else {
    keepNewest(conversions, { clickId, status, isLost, clickedAtMs, convertedAtMs: atMs }, conversionsMax)
  }
}

function keepNewest<Item>(list: Item[], item: Item, itemsMax: number): void {
  list.push(item)
  if (list.length > itemsMax) list.shift()
}
