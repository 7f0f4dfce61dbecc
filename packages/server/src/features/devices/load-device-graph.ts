import { type DeviceBook, openDeviceBook, type Standing } from '@quoin/core/risk/device-book.ts'
import { type DeviceLink, devicesPerUserMax } from '@quoin/core/risk/device-graph.ts'
import type { Signs } from '@quoin/core/risk/score.ts'
import type { Ports } from '../../ports.ts'
import type { Db } from '../../store/database.ts'
import type { LinkRow } from '../../store/devices.ts'
import { placeOf, type SightingKeys } from './key-sighting.ts'

export interface KeyedAppearance extends SightingKeys {
  readonly appId: number
  readonly seenAtMs: number
}

/** Who is on the device, and where else the user is, by their keys. */
export interface Surroundings extends Standing {
  readonly neighbours: readonly string[]
  readonly devices: readonly string[]
}

/** The part of the graph that a batch touches. Later rows see what earlier ones have added. */
export interface DeviceGraph {
  /** Links the user to the device where the bounds leave room. */
  appear(appearance: KeyedAppearance): Surroundings
  /** Keeps what the submission said against the user, where his link is kept. */
  noteSigns(appearance: KeyedAppearance, signs: Signs): void
  /** What has changed, for the store. */
  listChanges(): readonly LinkRow[]
}

/** Reads the links of locked devices, and on which devices their users are already. */
export async function loadDeviceGraph(
  store: Ports['store'],
  tx: Db,
  appearances: readonly KeyedAppearance[],
): Promise<DeviceGraph> {
  const devices = [...new Map(appearances.map((row) => [deviceIdOf(row), row])).values()]
  const users = [...new Map(appearances.map((row) => [userIdOf(row), row])).values()]
  const linksByDevice = new Map<string, Map<string, DeviceLink>>()
  for (const row of await store.devices.listLinks(tx, devices)) {
    pageOf(linksByDevice, deviceIdOf(row)).set(userIdOf(row), { ...row, ...placeOf(row.line) })
  }
  const devicesByUser = new Map<string, Map<string, number>>()
  for (const row of await store.devices.listDevicesOfUsers(tx, users, devicesPerUserMax)) {
    pageOf(devicesByUser, userIdOf(row)).set(deviceIdOf(row), row.firstSeenAtMs)
  }
  return openGraph(linksByDevice, devicesByUser)
}

function openGraph(
  linksByDevice: Map<string, Map<string, DeviceLink>>,
  devicesByUser: Map<string, Map<string, number>>,
): DeviceGraph {
  const links = new Map<string, DeviceLink>()
  const rows = new Map<string, LinkRow>()
  const book: DeviceBook = openDeviceBook({
    linksByDevice,
    devicesByUser,
    onChange: ({ device, user }, link) => links.set(`${device} ${user}`, link),
  })
  return {
    appear(row) {
      const device = deviceIdOf(row)
      const user = userIdOf(row)
      const standing = book.appear({ ...row, device, user })
      const link = links.get(`${device} ${user}`)
      if (link !== undefined) {
        rows.set(`${device} ${user}`, { appId: row.appId, device: row.device, user: row.user, ...link })
      }
      const neighbours = [...standing.links.keys()].filter((other) => other !== user).map(keyOfId)
      return { ...standing, neighbours, devices: [...(devicesByUser.get(user)?.keys() ?? [])].map(keyOfId) }
    },
    noteSigns(row, signs) {
      const id = `${deviceIdOf(row)} ${userIdOf(row)}`
      const known = rows.get(id)
      if (known !== undefined) rows.set(id, { ...known, signs })
    },
    listChanges: () => [...rows.values()],
  }
}

function pageOf<Value>(pages: Map<string, Map<string, Value>>, key: string): Map<string, Value> {
  const page = pages.get(key) ?? new Map<string, Value>()
  pages.set(key, page)
  return page
}

/** The keys of one app are not those of another. */
export function userIdOf({ appId, user }: { readonly appId: number; readonly user: string }): string {
  return `${appId}:${user}`
}

function deviceIdOf({ appId, device }: { readonly appId: number; readonly device: string }): string {
  return `${appId}:${device}`
}

function keyOfId(id: string): string {
  return id.slice(id.indexOf(':') + 1)
}
