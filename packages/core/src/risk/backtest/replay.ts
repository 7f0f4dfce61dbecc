import type { ConversionStatus } from '../../conversions/status.ts'
import { normalizeAddress } from '../../detect/address.ts'
import {
  type Activity,
  activityWindowMs,
  type ClickTrace,
  clicksMax,
  type ConversionTrace,
  conversionsMax,
  conversionWindowMs,
  describeActivity,
} from '../activity.ts'
import type { AddressFacts } from '../address-class.ts'
import { AlikeArrivals, findLoneArrival } from '../../devices/alike-arrivals.ts'
import { type DeviceAppearance, openLinkGraph, type AppearanceFacts } from '../../devices/link-graph.ts'
import { describeDevice } from '../../devices/device-graph.ts'
import { type Evidence, readEvidence } from '../evidence.ts'
import { variantOf } from '../fingerprint/variant-of.ts'
import { readLikeness, readMachine } from '../machine.ts'
import { noNorms, type OfferNorms } from '../offer-norms.ts'
import { makePeerProfile, locationOf, type ProfileLocation } from '../peer-profile.ts'
import { comparePeers, type PeerFacts, type PeerProfile } from '../peers.ts'
import { readShares } from '../score.ts'
import { subnetOf, prefixOf } from '../../devices/subnet.ts'
import type { ConversionEvent, RiskEvent, SightingEvent } from './events.ts'
import { GoalSums } from './goal-sums.ts'
import { OfferSums } from './offer-sums.ts'

/** The ports of a replay: the same look-ups as a server's. */
export interface ReplayNeeds {
  countryOf(address: string): string | undefined
  describeAddress(address: string): AddressFacts | undefined
  isBot(userAgent: string): boolean
}

/** A user as the engine saw them: the shares of all signals, at two moments. */
export interface ReplayedUser {
  readonly userId: string
  readonly firstSeenAtMs: number
  /** As they were answered on their first submission; undefined for who never made one. */
  readonly first: Float64Array | undefined
  /** Their last submission on each device, with all that is known when the events end; without any, what they did. */
  readonly last: readonly Float64Array[]
}

interface Trace {
  first: Float64Array | undefined
  firstSeenAtMs: number
  readonly sightings: Map<string, SightingEvent>
  lastEventAtMs: number
  readonly clicks: (ClickTrace & { readonly address: string | undefined })[]
  readonly conversions: ReportedConversion[]
  /** The goals that were reported of each offer. */
  readonly goals: Map<number, Set<string>>
}

/** One conversion, as it stands; a click may have several. */
interface ReportedConversion extends ConversionTrace {
  readonly clickId: string
  readonly goal: string
  readonly status: ConversionStatus
}

const normsEveryMs = 5 * 60_000

/**
 * Replays events in time order through the rules of the server, on a graph in memory with the same bounds and
 * on the events' own clock. Nothing of a label is known here.
 */
export class Replay {
  readonly #needs: ReplayNeeds
  readonly #graph = openLinkGraph({ linksByDevice: new Map(), devicesByUser: new Map() })
  readonly #alike = new AlikeArrivals()
  readonly #users = new Map<string, Trace>()
  readonly #clicked = new Map<string, { readonly offerId: number; readonly atMs: number }>()
  readonly #offers = new OfferSums()
  readonly #goals = new GoalSums()
  #norms: OfferNorms = noNorms
  #normsUntilMs = 0

  constructor(needs: ReplayNeeds) {
    this.#needs = needs
  }

  apply(event: RiskEvent): void {
    const trace = this.#traceOf(event)
    trace.lastEventAtMs = event.atMs
    if (event.type === 'fingerprint') {
      const appeared = this.#graph.appear(appearanceOf(event, this.#needs))
      this.#noteAlike(event, appeared)
      trace.sightings.set(event.fingerprintHash, event)
      trace.first ??= readShares(
        this.#evidenceOf(event, trace, { appeared, norms: this.#normsAt(event.atMs) }),
      )
    } else if (event.type === 'click') {
      const { offerId, atMs, address } = event
      this.#clicked.set(event.clickId, { offerId, atMs })
      this.#offers.noteClick(offerId)
      const country = this.#countryOf(address)
      const line = lineOf(address)
      keepNewest(trace.clicks, { offerId, clickedAtMs: atMs, address, country, line }, clicksMax)
    } else this.#report(trace, event)
  }

  /** Where somebody is who clicks; behind a VPN, a relay or in a data centre they are elsewhere. */
  #countryOf(text: string | undefined): string | undefined {
    const address = text === undefined ? undefined : normalizeAddress(text)
    if (address === undefined || this.#needs.describeAddress(address)?.class !== undefined) return undefined
    return this.#needs.countryOf(address)
  }

  /** Everyone who has submitted, clicked or converted at least once. */
  *users(): Generator<ReplayedUser> {
    const norms = this.#makeNorms()
    const known = [...this.#users].map(([userId, trace]) => ({
      userId,
      trace,
      evidence: [...this.#standings(trace, norms)],
    }))
    const peers = comparePeers(known.map((user) => profileOf(user, this.#needs.describeAddress)))
    for (const { userId, trace, evidence } of known) {
      const { first, firstSeenAtMs } = trace
      const last = evidence.map((one) => readShares(withPeers(one, peers.get(userId))))
      yield { userId, firstSeenAtMs, first, last }
    }
  }

  /** As on a server, what is usual is made anew every few minutes. */
  #normsAt(nowMs: number): OfferNorms {
    if (nowMs >= this.#normsUntilMs) {
      this.#norms = this.#makeNorms()
      this.#normsUntilMs = nowMs + normsEveryMs
    }
    return this.#norms
  }

  #makeNorms(): OfferNorms {
    return this.#offers.norms(this.#goals.counts())
  }

  *#standings(trace: Trace, norms: OfferNorms): Generator<Evidence> {
    for (const sighting of trace.sightings.values()) {
      yield this.#evidenceOf(sighting, trace, {
        appeared: this.#graph.factsOf(appearanceOf(sighting, this.#needs)),
        norms,
      })
    }
    if (trace.sightings.size === 0) yield { systems: [], activity: activityOf(trace, undefined, norms) }
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
      goals: new Map(),
    }
    this.#users.set(userId, made)
    return made
  }

  #evidenceOf(
    sighting: SightingEvent,
    trace: Trace,
    { appeared, norms }: { readonly appeared: AppearanceFacts; readonly norms: OfferNorms },
  ): Evidence {
    const address = sighting.address === undefined ? undefined : normalizeAddress(sighting.address)
    return readEvidence(sighting.data, {
      userAgent: sighting.userAgent,
      country: address && this.#needs.countryOf(address),
      address: address === undefined ? undefined : this.#needs.describeAddress(address),
      device: describeDevice(appeared.links, appearanceOf(sighting, this.#needs)),
      user: { ...appeared.user, alikeNewcomers: this.#alike.countOthers(sighting.userId) },
      activity: activityOf(trace, appeared.firstSeenAtMs, norms),
      isBot: this.#needs.isBot,
    })
  }

  #noteAlike(event: SightingEvent, appeared: AppearanceFacts): void {
    const appearance = appearanceOf(event, this.#needs)
    const lone = findLoneArrival(appeared, appearance, () => {
      const likeness = readLikeness(event.data)
      return likeness && { key: `${appearance.prefix} ${likeness.text}`, isWhole: likeness.isWhole }
    })
    if (lone !== undefined) this.#alike.note(lone)
  }

  /** A step of a conversion that is known changes it, as it does on a server; what was approved can be earned again. */
  #report({ conversions, goals }: Trace, event: ConversionEvent): void {
    const { clickId, goal, status, atMs, payout } = event
    const click = this.#clicked.get(clickId)
    const index = conversions.findLastIndex((one) => one.clickId === clickId && one.goal === goal)
    const known = conversions[index]
    const isLost = status === 'reversed' || status === 'rejected'
    if (known !== undefined && (isLost || (status === 'approved' && known.status !== 'approved'))) {
      conversions[index] = { ...known, status, isLost }
      if (click && isLost !== known.isLost) this.#offers.noteLost(click.offerId, isLost)
      return
    }
    const [clickedAtMs, offerId] = [click?.atMs, click?.offerId]
    keepNewest(
      conversions,
      { clickId, goal, status, isLost, clickedAtMs, convertedAtMs: atMs, offerId },
      conversionsMax,
    )
    if (click === undefined) return
    this.#offers.noteConversion(click.offerId, { waitedMs: atMs - click.atMs, paid: payout, isLost })
    if (goal !== '') this.#noteGoal(goals, click.offerId, event)
  }

  #noteGoal(goals: Trace['goals'], offerId: number, { goal, goalOrder, atMs }: ConversionEvent): void {
    const had = goals.get(offerId) ?? new Set<string>()
    if (had.has(goal)) return
    this.#goals.note(offerId, { goal, order: goalOrder, atMs, had })
    goals.set(offerId, had.add(goal))
  }
}

function activityOf(trace: Trace, firstSeenAtMs: number | undefined, norms: OfferNorms): Activity {
  const sinceMs = trace.lastEventAtMs - activityWindowMs
  return describeActivity(
    {
      clicks: trace.clicks.filter(({ clickedAtMs }) => clickedAtMs >= sinceMs),
      conversions: trace.conversions,
      conversionsSinceMs: trace.lastEventAtMs - conversionWindowMs,
      firstSeenAtMs,
      seenOn: trace.sightings.values().map(({ address }) => lineOf(address)),
    },
    norms,
  )
}

function withPeers(evidence: Evidence, peers: PeerFacts | undefined): Evidence {
  const { otherReadings } = evidence
  return { ...evidence, peers, otherReadings: otherReadings?.map((other) => ({ ...other, peers })) }
}

interface KnownUser {
  readonly userId: string
  readonly trace: Trace
  readonly evidence: readonly Evidence[]
}

function profileOf(
  { userId, trace, evidence }: KnownUser,
  describeAddress: ReplayNeeds['describeAddress'],
): PeerProfile {
  const sightings = [...trace.sightings.values()]
  const placesOf = (events: readonly { readonly address: string | undefined }[]): ProfileLocation[] =>
    [...new Set(events.map(({ address }) => address && normalizeAddress(address)))]
      .filter((address) => typeof address === 'string')
      .map((address) => locationOf(address, describeAddress(address) ?? { class: undefined }))
  const machines = sightings.map(({ data }) => readMachine(data))
  return makePeerProfile({
    user: userId,
    firstSeenAtMs: trace.firstSeenAtMs,
    standings: evidence.map((one) => ({ shares: readShares(one), activity: one.activity })),
    // A server keeps the key of a submission's subnet, and not that of the network around it.
    locations: [
      ...placesOf(sightings).map(({ line }) => ({ line, network: undefined })),
      ...placesOf(trace.clicks),
    ],
    drawings: machines.map(({ drawing }) => drawing),
    builds: machines.map(({ build }) => build),
    offers: trace.conversions.map(({ offerId }) => offerId),
    clicks: trace.clicks,
  })
}

function lineOf(address: string | undefined): string | undefined {
  const normal = address === undefined ? undefined : normalizeAddress(address)
  return normal === undefined || subnetOf(normal) === undefined ? undefined : prefixOf(normal)
}

function appearanceOf(
  { fingerprintHash, userId, address, atMs, data, userAgent }: SightingEvent,
  { isBot }: Pick<ReplayNeeds, 'isBot'>,
): DeviceAppearance {
  const normal = address === undefined ? undefined : normalizeAddress(address)
  const line = normal === undefined ? undefined : subnetOf(normal)
  const site = normal === undefined || line === undefined ? undefined : prefixOf(normal)
  const variant = hasData(data) ? variantOf(data, { userAgent, isBot }) : undefined
  return { device: fingerprintHash, user: userId, subnet: line, prefix: site, seenAtMs: atMs, variant }
}

/** As on a server: where nothing was sent there is nothing that could differ. */
function hasData(data: unknown): boolean {
  return typeof data === 'object' && data !== null && Object.keys(data).length > 0
}

function keepNewest<Item>(list: Item[], item: Item, itemsMax: number): void {
  list.push(item)
  if (list.length > itemsMax) list.shift()
}
