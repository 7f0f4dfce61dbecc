/** One user on one device, as it is kept. */
export interface DeviceLink {
  readonly firstSeenAtMs: number
  readonly lastSeenAtMs: number
  readonly timesSeen: number
  /** Key of the line the user was last seen on here; undefined when it was never known. */
  readonly line: string | undefined
}

/** The users of one device, by user key. */
export type DeviceLinks = ReadonlyMap<string, DeviceLink>

/** A user shows up on a device. */
export interface Appearance {
  readonly user: string
  readonly line: string | undefined
  readonly seenAtMs: number
}

/** What the users of a device tell about one of them. */
export interface DeviceFacts {
  /** Users of this device, the present one among them. */
  readonly users: number
  /** Of these, how many were first seen within the last 24 hours. */
  readonly newUsers: number
  /** Whether the present user is one of those new ones. */
  readonly isNewUser: boolean
  /** Other users who were last seen on the present user's line. */
  readonly coLocatedUsers: number
  /** Different lines of the users, as far as lines are known. */
  readonly linesKnown: number
  /** Users whose line was never known. */
  readonly usersWithoutLine: number
}

/**
 * A device that more have used is filled by now; an attacker can neither grow nor renew what is kept of it.
 */
export const usersPerDeviceMax = 64
/** The same for a user who is linked to other people's devices. */
export const devicesPerUserMax = 32

const newForMs = 24 * 60 * 60 * 1000

/** The link after an appearance. Rows of several processes may come out of order. */
export function linkUser(known: DeviceLink | undefined, { line, seenAtMs }: Appearance): DeviceLink {
  if (known === undefined) return { firstSeenAtMs: seenAtMs, lastSeenAtMs: seenAtMs, timesSeen: 1, line }
  return {
    firstSeenAtMs: Math.min(known.firstSeenAtMs, seenAtMs),
    lastSeenAtMs: Math.max(known.lastSeenAtMs, seenAtMs),
    timesSeen: known.timesSeen + 1,
    line: line ?? known.line,
  }
}

/** The facts about a user who has just appeared, whether or not there was room to keep his link. */
export function describeDevice(links: DeviceLinks, appearance: Appearance): DeviceFacts {
  const { user, seenAtMs } = appearance
  const own = links.get(user) ?? linkUser(undefined, appearance)
  const newSinceMs = seenAtMs - newForMs
  const lines = new Set<string>()
  let users = 0
  let newUsers = 0
  let coLocatedUsers = 0
  let usersWithoutLine = 0
  const count = (link: DeviceLink): void => {
    users += 1
    if (link.firstSeenAtMs > newSinceMs) newUsers += 1
    if (link.line === undefined) usersWithoutLine += 1
    else lines.add(link.line)
    if (link !== own && link.line !== undefined && link.line === own.line) coLocatedUsers += 1
  }
  for (const [other, link] of links) if (other !== user) count(link)
  count(own)
  const isNewUser = own.firstSeenAtMs > newSinceMs
  return { users, newUsers, isNewUser, coLocatedUsers, linesKnown: lines.size, usersWithoutLine }
}

const crowdLinesMin = 9
const crowdShareMin = 0.8

/**
 * Whether a hash belongs to a crowd rather than to a device: nearly every user comes from a line of his own.
 * Two iPhones share a hash with probability 0.15 (RISK §0.1). The bound counts lines, not users, so that
 * another user from a known line never turns a ring into a crowd.
 */
export function isCrowd({ users, lines }: { users: number; lines: number }): boolean {
  return lines >= crowdLinesMin && lines / users > crowdShareMin
}
