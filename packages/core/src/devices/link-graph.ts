import {
  type Appearance,
  type DeviceLink,
  type DeviceLinks,
  devicesPerUserMax,
  findLongestUnseen,
  findReplaceable,
  linkUser,
  togetherMs,
  type UserFacts,
  usersPerDeviceMax,
} from './device-graph.ts'

/** A user shows up on a device. Devices and users are named by keys that are unique in the book. */
export interface DeviceAppearance extends Appearance {
  readonly device: string
}

/** The known facts about a user right after they have appeared. */
export interface AppearanceFacts {
  /** Everyone on the device. */
  readonly links: DeviceLinks
  readonly user: UserFacts
  /** When the user was first seen on any of their devices; undefined when there was no room to note it. */
  readonly firstSeenAtMs: number | undefined
}

/** A part of the graph in memory. Later appearances see what earlier ones have added. */
export interface LinkGraph {
  /** Links the user to the device where the bounds leave room. */
  appear(appearance: DeviceAppearance): AppearanceFacts
  /** The same question without noting anything. */
  factsOf(appearance: DeviceAppearance): AppearanceFacts
}

interface LinkGraphMaps {
  /** Links by device, by user. */
  readonly linksByDevice: Map<string, Map<string, DeviceLink>>
  /** When a user was first seen on each of their devices, by device. */
  readonly devicesByUser: Map<string, Map<string, number>>
  /** Told of every link as it is after a change. */
  readonly onChange?: (appearance: DeviceAppearance, link: DeviceLink) => void
  /** When a user was last seen on a device of theirs whose links are not among these. */
  readonly lastSeenOf?: (user: string, device: string) => number | undefined
  /** Told of a user whose place on the device another has taken, and of a device that gave way to the user's next. */
  readonly onReplace?: (gone: { readonly device: string; readonly user: string }) => void
}

const noLinks: DeviceLinks = new Map()
const noDevices: ReadonlyMap<string, number> = new Map()

/**
 * The facts about a user who has just appeared: the users of the device, and when they were first seen on each of
 * theirs.
 */
export function describeAppearance(
  links: DeviceLinks,
  devices: ReadonlyMap<string, number>,
  seenAtMs: number,
): AppearanceFacts {
  let newDevices = 0
  let earliestMs: number | undefined
  for (const firstSeenAtMs of devices.values()) {
    if (firstSeenAtMs > seenAtMs - togetherMs) newDevices += 1
    earliestMs = Math.min(earliestMs ?? firstSeenAtMs, firstSeenAtMs)
  }
  return { links, user: { newDevices }, firstSeenAtMs: earliestMs }
}

/** Opens a book over pages that the caller has read, or over empty ones. */
export function openLinkGraph({
  linksByDevice,
  devicesByUser,
  lastSeenOf,
  onChange,
  onReplace,
}: LinkGraphMaps): LinkGraph {
  const mapOf = <Value>(maps: Map<string, Map<string, Value>>, key: string): Map<string, Value> => {
    const map = maps.get(key) ?? new Map<string, Value>()
    maps.set(key, map)
    return map
  }
  const factsOf = ({ device, user, seenAtMs }: DeviceAppearance): AppearanceFacts =>
    describeAppearance(linksByDevice.get(device) ?? noLinks, devicesByUser.get(user) ?? noDevices, seenAtMs)
  const unlink = (device: string, user: string): void => {
    linksByDevice.get(device)?.delete(user)
    devicesByUser.get(user)?.delete(device)
    onReplace?.({ device, user })
  }
  const makeRoom = (links: Map<string, DeviceLink>, appearance: DeviceAppearance): void => {
    const { device, user } = appearance
    const other = links.size < usersPerDeviceMax ? undefined : findReplaceable(links, appearance)
    if (other !== undefined) unlink(device, other)
    if (links.size >= usersPerDeviceMax) return
    const devices = mapOf(devicesByUser, user)
    for (let spare = devices.size - devicesPerUserMax; spare >= 0; spare -= 1) {
      const longest = findLongestUnseen(
        devices.entries().map(([one, firstSeenAtMs]) => {
          const known = linksByDevice.get(one)?.get(user)?.lastSeenAtMs ?? lastSeenOf?.(user, one)
          return [one, { firstSeenAtMs, lastSeenAtMs: known ?? firstSeenAtMs }] as const
        }),
        appearance.seenAtMs,
      )
      if (longest !== undefined) unlink(longest, user)
    }
  }
  return {
    appear(appearance) {
      const links = mapOf(linksByDevice, appearance.device)
      const devices = mapOf(devicesByUser, appearance.user)
      const known = links.get(appearance.user)
      if (known === undefined) makeRoom(links, appearance)
      const isRoomLeft = links.size < usersPerDeviceMax && devices.size < devicesPerUserMax
      if (known !== undefined || isRoomLeft) {
        const link = linkUser(known, appearance)
        links.set(appearance.user, link)
        devices.set(appearance.device, link.firstSeenAtMs)
        onChange?.(appearance, link)
      }
      return factsOf(appearance)
    },
    factsOf,
  }
}
