import {
  type Appearance,
  type DeviceLink,
  type DeviceLinks,
  devicesPerUserMax,
  findReplaceable,
  linkUser,
  togetherMs,
  type UserFacts,
  usersPerDeviceMax,
} from './device-graph.ts'

/** A user shows up on a device. Devices and users are named by keys that are unique in the book. */
export interface BookAppearance extends Appearance {
  readonly device: string
}

/** The known facts about a user right after they have appeared. */
export interface Standing {
  /** Everyone on the device. */
  readonly links: DeviceLinks
  readonly user: UserFacts
  /** When the user was first seen on any of their devices; undefined when there was no room to note it. */
  readonly firstSeenAtMs: number | undefined
}

/** A part of the graph in memory. Later appearances see what earlier ones have added. */
export interface DeviceBook {
  /** Links the user to the device where the bounds leave room. */
  appear(appearance: BookAppearance): Standing
  /** The same question without noting anything. */
  standingOf(appearance: BookAppearance): Standing
}

interface BookPages {
  /** Links by device, by user. */
  readonly linksByDevice: Map<string, Map<string, DeviceLink>>
  /** When a user was first seen on each of their devices, by device. */
  readonly devicesByUser: Map<string, Map<string, number>>
  /** Told of every link as it is after a change. */
  readonly onChange?: (appearance: BookAppearance, link: DeviceLink) => void
  /** Told of a user whose place on the device another has taken. */
  readonly onReplace?: (gone: { readonly device: string; readonly user: string }) => void
}

const noLinks: DeviceLinks = new Map()
const noDevices: ReadonlyMap<string, number> = new Map()

/**
 * The facts about a user who has just appeared: the users of the device, and when they were first seen on each of
 * theirs.
 */
export function describeStanding(
  links: DeviceLinks,
  devices: ReadonlyMap<string, number>,
  seenAtMs: number,
): Standing {
  let newDevices = 0
  let earliestMs: number | undefined
  for (const firstSeenAtMs of devices.values()) {
    if (firstSeenAtMs > seenAtMs - togetherMs) newDevices += 1
    earliestMs = Math.min(earliestMs ?? firstSeenAtMs, firstSeenAtMs)
  }
  return { links, user: { newDevices }, firstSeenAtMs: earliestMs }
}

/** Opens a book over pages that the caller has read, or over empty ones. */
export function openDeviceBook({ linksByDevice, devicesByUser, onChange, onReplace }: BookPages): DeviceBook {
  const pageOf = <Value>(pages: Map<string, Map<string, Value>>, key: string): Map<string, Value> => {
    const page = pages.get(key) ?? new Map<string, Value>()
    pages.set(key, page)
    return page
  }
  const standingOf = ({ device, user, seenAtMs }: BookAppearance): Standing =>
    describeStanding(linksByDevice.get(device) ?? noLinks, devicesByUser.get(user) ?? noDevices, seenAtMs)
  const makeRoom = (links: Map<string, DeviceLink>, appearance: BookAppearance): void => {
    const user = links.size < usersPerDeviceMax ? undefined : findReplaceable(links, appearance)
    if (user === undefined) return
    const { device } = appearance
    links.delete(user)
    devicesByUser.get(user)?.delete(device)
    onReplace?.({ device, user })
  }
  return {
    appear(appearance) {
      const links = pageOf(linksByDevice, appearance.device)
      const devices = pageOf(devicesByUser, appearance.user)
      const known = links.get(appearance.user)
      if (known === undefined && devices.size < devicesPerUserMax) makeRoom(links, appearance)
      const hasRoom = links.size < usersPerDeviceMax && devices.size < devicesPerUserMax
      if (known !== undefined || hasRoom) {
        const link = linkUser(known, appearance)
        links.set(appearance.user, link)
        devices.set(appearance.device, link.firstSeenAtMs)
        onChange?.(appearance, link)
      }
      return standingOf(appearance)
    },
    standingOf,
  }
}
