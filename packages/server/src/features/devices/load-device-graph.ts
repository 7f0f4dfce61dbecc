import { assert } from '@quoin/core/errors.ts'
import {
  type DeviceLink,
  type DeviceLinks,
  devicesPerUserMax,
  linkUser,
  usersPerDeviceMax,
} from '@quoin/core/risk/device-graph.ts'
import type { Ports } from '../../ports.ts'
import type { Db } from '../../store/database.ts'
import type { LinkRow } from '../../store/devices.ts'
import type { SightingKeys } from './key-sighting.ts'

export interface KeyedAppearance extends SightingKeys {
  readonly appId: number
  readonly seenAtMs: number
}

/** The part of the graph that a batch touches. Later rows see what earlier ones have added. */
export interface DeviceGraph {
  /** Links the user to the device where the bounds leave room, and returns everyone who is on it. */
  appear(appearance: KeyedAppearance): DeviceLinks
  /** What `appear` has changed, for the store. */
  listChanges(): readonly LinkRow[]
}

/** Reads the links of locked devices, and how many devices each newcomer is on already. */
export async function loadDeviceGraph(
  store: Ports['store'],
  tx: Db,
  appearances: readonly KeyedAppearance[],
): Promise<DeviceGraph> {
  const devices = [...new Map(appearances.map((row) => [deviceIdOf(row), row])).values()]
  const linksByDevice = new Map(devices.map((row) => [deviceIdOf(row), new Map<string, DeviceLink>()]))
  for (const row of await store.devices.listLinks(tx, devices)) {
    linksByDevice.get(deviceIdOf(row))?.set(row.user, row)
  }
  const newcomers = appearances.filter((row) => !linksByDevice.get(deviceIdOf(row))?.has(row.user))
  const users = [...new Map(newcomers.map((row) => [userIdOf(row), row])).values()]
  const counted =
    users.length === 0 ? [] : await store.devices.countDevicesOfUsers(tx, users, devicesPerUserMax)
  const devicesByUser = new Map(counted.map((row) => [userIdOf(row), row.devices]))
  return openGraph(linksByDevice, devicesByUser)
}

function openGraph(
  linksByDevice: ReadonlyMap<string, Map<string, DeviceLink>>,
  devicesByUser: Map<string, number>,
): DeviceGraph {
  const changes = new Map<string, LinkRow>()
  return {
    appear(appearance) {
      const { appId, device, user } = appearance
      const links = linksByDevice.get(deviceIdOf(appearance))
      assert(links, 'a device of the batch was not read')
      const known = links.get(user)
      const devices = devicesByUser.get(userIdOf(appearance)) ?? 0
      if (known === undefined && (links.size >= usersPerDeviceMax || devices >= devicesPerUserMax))
        return links
      const link = linkUser(known, appearance)
      links.set(user, link)
      if (known === undefined) devicesByUser.set(userIdOf(appearance), devices + 1)
      changes.set(`${deviceIdOf(appearance)}:${user}`, { appId, device, user, ...link })
      return links
    },
    listChanges: () => [...changes.values()],
  }
}

function deviceIdOf({ appId, device }: { readonly appId: number; readonly device: string }): string {
  return `${appId}:${device}`
}

function userIdOf({ appId, user }: { readonly appId: number; readonly user: string }): string {
  return `${appId}:${user}`
}
