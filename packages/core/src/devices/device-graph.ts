import { dayMs, hourMs } from '../time/durations.ts'
import { countVariants, type DataVariant, noteVariant } from './data-variants.ts'

/** One user on one device, as it is kept. */
export interface DeviceLink {
  readonly firstSeenAtMs: number
  readonly lastSeenAtMs: number
  /** Key of the subnet the user was last seen on here; undefined when it was never known. */
  readonly subnet: string | undefined
  /** Key of the prefix that the subnet belongs to; a subnet for itself where it is left out. */
  readonly prefix?: string | undefined
  /** How the user has described it. */
  readonly variants?: readonly DataVariant[] | undefined
}

/** The users of one device, by user key. */
export type DeviceLinks = ReadonlyMap<string, DeviceLink>

/** A user shows up on a device. */
export interface Appearance {
  readonly user: string
  readonly subnet: string | undefined
  readonly prefix?: string | undefined
  readonly seenAtMs: number
  /** The digest of how they describe it, where they do. */
  readonly variant?: number | undefined
}

/** The facts that the users of a device tell about one of them. */
export interface DeviceFacts {
  /** Users of this device, the present one among them. */
  readonly users: number
  /**
   * Others on the present user's subnet who arrived within 24 hours of them, before or after: who came at the same
   * time counts 1, who came three hours away a half, a day away a ninth.
   */
  readonly arrivedWithHere: number
  /**
   * The same of others on other subnets, at most two of one prefix: whoever links a stranger's hash to users of their
   * own has many users, and few prefixes. Users on an unknown subnet count.
   */
  readonly arrivedWithElsewhere: number
  /** Other users who were last seen on the present user's subnet. */
  readonly coLocatedUsers: number
  /** Different prefixes of the users' subnets, as far as subnets are known: nobody makes a crowd of the subnets of one prefix. */
  readonly prefixesKnown: number
  /** Users whose subnet was never known. */
  readonly usersWithoutSubnet: number
  /** Others who came more than 24 hours before the present user: what those who come later can not add to. */
  readonly settledUsers: number
  /** Different prefixes of theirs, as far as they are known. */
  readonly settledPrefixes: number
  /** Those among them whose subnet was never known. */
  readonly settledWithoutSubnet: number
  /** On how many days they came, counted backwards from the present user's arrival. */
  readonly settledDays: number
  /** Others on this device who are blocked, as far as one hop goes. */
  readonly blockedUsers?: number | undefined
  /** How many machines the present user has described it as within a day. */
  readonly dataVariants?: number | undefined
}

/** The facts that their devices tell about a user. */
export interface UserFacts {
  /** Devices that they were first seen on within the last 24 hours. */
  readonly newDevices: number
  /**
   * Other new users who came over the same subnet within a day, each on a device of their own that says of itself what
   * the user's says: by closeness, as those who arrive on one device.
   */
  readonly alikeNewcomers?: number | undefined
  /** Devices of theirs that are blocked. */
  readonly blockedDevices?: number | undefined
}

/**
 * A device that more have used is filled by now; an attacker can not grow what is kept of it, and renews only what came
 * from their own subnet.
 */
export const usersPerDeviceMax = 64
/** The same for a user who is linked to other people's devices; the next takes the place of one. */
export const devicesPerUserMax = 32

/** Rings arrive in bursts; a family, or the users of a library's computer, one after the other. */
export const togetherMs = dayMs

/** The distance at which two arrivals count a half: without an edge, rings that are slower or faster change little. */
const halfMs = 3 * hourMs

/** The bound per prefix, on subnets that are not the user's own. */
const countedPerPrefixMax = 2

/** The link after an appearance. Rows of several processes may come out of order. */
export function linkUser(known: DeviceLink | undefined, appearance: Appearance): DeviceLink {
  const { subnet, seenAtMs, variant: digest } = appearance
  const variants =
    digest === undefined ? known?.variants : noteVariant(known?.variants ?? [], { digest, seenAtMs })
  const located = subnet === undefined && known !== undefined ? known : appearance
  return {
    firstSeenAtMs: Math.min(known?.firstSeenAtMs ?? seenAtMs, seenAtMs),
    lastSeenAtMs: Math.max(known?.lastSeenAtMs ?? seenAtMs, seenAtMs),
    subnet: located.subnet,
    ...(located.prefix === undefined ? {} : { prefix: located.prefix }),
    ...(variants === undefined ? {} : { variants }),
  }
}

/**
 * Whose place a newcomer takes on a full device: the one of their own subnet who was seen longest ago, if that is over a
 * day. Else whoever fills a device once could bring new users to it for months unseen; and nobody can put out a victim
 * who is on another subnet.
 */
export function findReplaceable(links: DeviceLinks, { subnet, seenAtMs }: Appearance): string | undefined {
  if (subnet === undefined) return undefined
  let found: { readonly user: string; readonly lastSeenAtMs: number } | undefined
  for (const [user, { subnet: other, lastSeenAtMs }] of links) {
    if (other !== subnet || lastSeenAtMs > seenAtMs - togetherMs) continue
    if (found === undefined || lastSeenAtMs < found.lastSeenAtMs) found = { user, lastSeenAtMs }
  }
  return found?.user
}

/**
 * Which device of a user with as many as are kept gives way to their next: the one they were seen on longest ago, if that
 * is over a day. Else whoever fills their own devices once could show up on any other for months unseen; and a burst on
 * one device is seen for its day. Their first one stays, since it tells how long they are known.
 */
export function findLongestUnseen(
  devices: Iterable<readonly [device: string, link: Pick<DeviceLink, 'firstSeenAtMs' | 'lastSeenAtMs'>]>,
  seenAtMs: number,
): string | undefined {
  const [, ...later] = [...devices].sort(([, a], [, b]) => a.firstSeenAtMs - b.firstSeenAtMs)
  const [longest] = later
    .filter(([, { lastSeenAtMs }]) => lastSeenAtMs <= seenAtMs - togetherMs)
    .sort(([, a], [, b]) => a.lastSeenAtMs - b.lastSeenAtMs)
  return longest?.[0]
}

/** The facts about a user who has appeared, whether or not there was room to keep their link. */
export function describeDevice(links: DeviceLinks, appearance: Appearance): DeviceFacts {
  const own = links.get(appearance.user) ?? linkUser(undefined, appearance)
  const ownPrefix = prefixOf(own)
  const prefixes = new Set<string>(ownPrefix === undefined ? [] : [ownPrefix])
  const arrivedByPrefix = new Map<string, number[]>()
  const facts = { users: 1, arrivedWithHere: 0, coLocatedUsers: 0, usersWithoutSubnet: own.subnet ? 0 : 1 }
  let aloneArrivedWith = 0
  for (const [other, link] of links) {
    if (other === appearance.user) continue
    facts.users += 1
    const closeness = closenessOf(link.firstSeenAtMs - own.firstSeenAtMs)
    const prefix = prefixOf(link)
    if (prefix === undefined) {
      facts.usersWithoutSubnet += 1
      aloneArrivedWith += closeness
      continue
    }
    prefixes.add(prefix)
    if (link.subnet === own.subnet) {
      facts.coLocatedUsers += 1
      facts.arrivedWithHere += closeness
    } else if (closeness > 0) arrivedByPrefix.set(prefix, [...(arrivedByPrefix.get(prefix) ?? []), closeness])
  }
  let arrivedWithElsewhere = aloneArrivedWith
  for (const users of arrivedByPrefix.values()) {
    const closest = users.sort((a, b) => b - a).slice(0, countedPerPrefixMax)
    for (const closeness of closest) arrivedWithElsewhere += closeness
  }
  const settled = describeSettled(links, own.firstSeenAtMs - togetherMs)
  const dataVariants = countVariants(own.variants ?? [], appearance.seenAtMs)
  return { ...facts, arrivedWithElsewhere, prefixesKnown: prefixes.size, ...settled, dataVariants }
}

type SettledFacts = Pick<
  DeviceFacts,
  'settledUsers' | 'settledPrefixes' | 'settledWithoutSubnet' | 'settledDays'
>

function describeSettled(links: DeviceLinks, untilMs: number): SettledFacts {
  const prefixes = new Set<string>()
  const days = new Set<number>()
  const facts = { settledUsers: 0, settledWithoutSubnet: 0 }
  for (const link of links.values()) {
    if (link.firstSeenAtMs > untilMs) continue
    facts.settledUsers += 1
    days.add(Math.floor((untilMs - link.firstSeenAtMs) / dayMs))
    const prefix = prefixOf(link)
    if (prefix === undefined) facts.settledWithoutSubnet += 1
    else prefixes.add(prefix)
  }
  return { ...facts, settledPrefixes: prefixes.size, settledDays: days.size }
}

/** How much two arrivals belong together. */
export function closenessOf(apartMs: number): number {
  const distanceMs = Math.abs(apartMs)
  return distanceMs < togetherMs ? 1 / (1 + distanceMs / halfMs) : 0
}

function prefixOf({ subnet, prefix }: Pick<DeviceLink, 'subnet' | 'prefix'>): string | undefined {
  return subnet === undefined ? undefined : (prefix ?? subnet)
}

const crowdPrefixesMin = 9
const crowdShareMin = 0.8
/** Whoever makes accounts in one go does not wait for days. */
const crowdDaysMin = 3

interface Spread {
  readonly users: number
  readonly prefixes: number
}

/** Whether nearly every user comes from a prefix of their own. A ring with proxies does so, too. */
function areApart({ users, prefixes }: Spread): boolean {
  return prefixes / users > crowdShareMin
}

/** The bound counts prefixes, so that another user from a known prefix never turns a ring into a crowd. */
function areManyApart(spread: Spread): boolean {
  return spread.prefixes >= crowdPrefixesMin && areApart(spread)
}

/**
 * How many strangers come to a hash within a day, since it belongs to a crowd rather than to a device; 0 for a device.
 *
 * A crowd was there before the user: it came over days, nearly everyone from a prefix of their own. Those who come
 * within a day of the user make none, however many they are, or a ring would be cleared by its own growth. A common
 * build needs no days: all of an app's iPhones come on its first one, and no number of them is too many. Without
 * addresses nobody can tell a ring from a crowd, so that users without one count as being on prefixes of their own.
 */
export function countExpectedStrangers(facts: DeviceFacts, isCommonBuild: boolean): number {
  const { users, prefixesKnown, usersWithoutSubnet } = facts
  if (isCommonBuild && areApart({ users, prefixes: prefixesKnown + usersWithoutSubnet }))
    return Number.POSITIVE_INFINITY
  const { settledUsers, settledPrefixes, settledWithoutSubnet, settledDays } = facts
  const settled = { users: settledUsers, prefixes: settledPrefixes + settledWithoutSubnet }
  return settledDays >= crowdDaysMin && areManyApart(settled) ? settledUsers / settledDays : 0
}

/** Whether strangers share the hash, as far as addresses are known. Two iPhones do with probability 0.15. */
export function isSharedByStrangers(facts: DeviceFacts, isCommonBuild: boolean): boolean {
  const { users, prefixesKnown, settledUsers, settledPrefixes, settledDays } = facts
  if (isCommonBuild && areManyApart({ users, prefixes: prefixesKnown })) return true
  return settledDays >= crowdDaysMin && areManyApart({ users: settledUsers, prefixes: settledPrefixes })
}
