import { dayMs, hourMs } from '../time/durations.ts'

/** One user on one device, as it is kept. */
export interface DeviceLink {
  readonly firstSeenAtMs: number
  readonly lastSeenAtMs: number
  /** Key of the line the user was last seen on here; undefined when it was never known. */
  readonly line: string | undefined
  /** Key of the site that the line belongs to; a line for itself where it is left out. */
  readonly site?: string | undefined
}

/** The users of one device, by user key. */
export type DeviceLinks = ReadonlyMap<string, DeviceLink>

/** A user shows up on a device. */
export interface Appearance {
  readonly user: string
  readonly line: string | undefined
  readonly site?: string | undefined
  readonly seenAtMs: number
}

/** The facts that the users of a device tell about one of them. */
export interface DeviceFacts {
  /** Users of this device, the present one among them. */
  readonly users: number
  /**
   * Others on the present user's line who arrived within 24 hours of them, before or after: who came at the same
   * time counts 1, who came three hours away a half, a day away a ninth.
   */
  readonly arrivedWithHere: number
  /**
   * The same of others on other lines, at most two of one site: whoever links a stranger's hash to users of their
   * own has many users, and few sites. Who is on an unknown line counts.
   */
  readonly arrivedWithElsewhere: number
  /** Other users who were last seen on the present user's line. */
  readonly coLocatedUsers: number
  /** Different sites of the users' lines, as far as lines are known: nobody makes a crowd of the lines of one site. */
  readonly sitesKnown: number
  /** Users whose line was never known. */
  readonly usersWithoutLine: number
  /** Others on this device who are blocked, as far as one hop goes. */
  readonly blockedUsers?: number | undefined
}

/** The facts that their devices tell about a user. */
export interface UserFacts {
  /** Devices that they were first seen on within the last 24 hours. */
  readonly newDevices: number
  /** Devices of theirs that are blocked. */
  readonly blockedDevices?: number | undefined
}

/**
 * A device that more have used is filled by now; an attacker can not grow what is kept of it, and renews only what came
 * from their own line.
 */
export const usersPerDeviceMax = 64
/** The same for a user who is linked to other people's devices. */
export const devicesPerUserMax = 32

/** Rings arrive in bursts; a family, or the users of a library's computer, one after the other. */
export const togetherMs = dayMs

/** The distance at which two arrivals count a half: without an edge, rings that are slower or faster change little. */
const halfMs = 3 * hourMs

/** The bound per prefix, on subnets that are not the user's own. */
const countedPerSiteMax = 2

/** The link after an appearance. Rows of several processes may come out of order. */
export function linkUser(known: DeviceLink | undefined, appearance: Appearance): DeviceLink {
  const { line, seenAtMs } = appearance
  const place = line === undefined && known !== undefined ? known : appearance
  return {
    firstSeenAtMs: Math.min(known?.firstSeenAtMs ?? seenAtMs, seenAtMs),
    lastSeenAtMs: Math.max(known?.lastSeenAtMs ?? seenAtMs, seenAtMs),
    line: place.line,
    ...(place.site === undefined ? {} : { site: place.site }),
  }
}

/**
 * Whose place a newcomer takes on a full device: the one of their own line who was seen longest ago, if that is over a
 * day. Else whoever fills a device once could bring new users to it for months unseen; and nobody can put out a victim
 * who is on another line.
 */
export function findReplaceable(links: DeviceLinks, { line, seenAtMs }: Appearance): string | undefined {
  if (line === undefined) return undefined
  let found: { readonly user: string; readonly lastSeenAtMs: number } | undefined
  for (const [user, { line: other, lastSeenAtMs }] of links) {
    if (other !== line || lastSeenAtMs > seenAtMs - togetherMs) continue
    if (found === undefined || lastSeenAtMs < found.lastSeenAtMs) found = { user, lastSeenAtMs }
  }
  return found?.user
}

/** The facts about a user who has appeared, whether or not there was room to keep their link. */
export function describeDevice(links: DeviceLinks, appearance: Appearance): DeviceFacts {
  const own = links.get(appearance.user) ?? linkUser(undefined, appearance)
  const ownSite = siteOf(own)
  const sites = new Set<string>(ownSite === undefined ? [] : [ownSite])
  const arrivedBySite = new Map<string, number[]>()
  const facts = { users: 1, arrivedWithHere: 0, coLocatedUsers: 0, usersWithoutLine: own.line ? 0 : 1 }
  let aloneArrivedWith = 0
  for (const [other, link] of links) {
    if (other === appearance.user) continue
    facts.users += 1
    const closeness = closenessOf(link.firstSeenAtMs - own.firstSeenAtMs)
    const site = siteOf(link)
    if (site === undefined) {
      facts.usersWithoutLine += 1
      aloneArrivedWith += closeness
      continue
    }
    sites.add(site)
    if (link.line === own.line) {
      facts.coLocatedUsers += 1
      facts.arrivedWithHere += closeness
    } else if (closeness > 0) arrivedBySite.set(site, [...(arrivedBySite.get(site) ?? []), closeness])
  }
  let arrivedWithElsewhere = aloneArrivedWith
  for (const users of arrivedBySite.values()) {
    const closest = users.sort((a, b) => b - a).slice(0, countedPerSiteMax)
    for (const closeness of closest) arrivedWithElsewhere += closeness
  }
  return { ...facts, arrivedWithElsewhere, sitesKnown: sites.size }
}

/** How much two arrivals belong together. */
function closenessOf(apartMs: number): number {
  const distanceMs = Math.abs(apartMs)
  return distanceMs < togetherMs ? 1 / (1 + distanceMs / halfMs) : 0
}

function siteOf({ line, site }: Pick<DeviceLink, 'line' | 'site'>): string | undefined {
  return line === undefined ? undefined : (site ?? line)
}

const crowdSitesMin = 9
const crowdShareMin = 0.8

/**
 * Whether a hash belongs to a crowd rather than to a device: nearly every user comes from a site of their own.
 * Two iPhones share a hash with probability 0.15 (RISK §0.1). The bound counts sites, not users, so that
 * another user from a known site never turns a ring into a crowd.
 */
export function isCrowd({ users, sites }: { users: number; sites: number }): boolean {
  return sites >= crowdSitesMin && sites / users > crowdShareMin
}
