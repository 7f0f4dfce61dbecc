import { type LinkGraph, openLinkGraph, type AppearanceFacts } from '@quoin/core/devices/link-graph.ts'
import { type DeviceLink, devicesPerUserMax } from '@quoin/core/devices/device-graph.ts'
import type { Signs } from '@quoin/core/risk/score.ts'
import type { DeviceSnapshot } from '../../ports/devices.ts'
import type { Ports } from '../../ports/ports.ts'
import type { RenewedLink } from '../../store/devices/assessments.ts'
import type { KnownDevice } from '../../store/devices/device-surroundings.ts'
import type { DeviceKey, LinkRow, NotedDevice, UserKey } from '../../store/devices/devices.ts'
import { subnetAndPrefix, type SightingKeys } from './key-sighting.ts'
import type { Db } from '../../store/pg/database.ts'

/** Keys are HMACs of one app and mode each: two apps never have the same, and no app need be named beside them. */
export interface KeyedAppearance extends SightingKeys {
  readonly appId: number
  readonly seenAtMs: number
  readonly variant?: number | undefined
}

interface UserOnDevice extends DeviceKey {
  readonly user: string
}

/** The part of the graph that a batch touches. Later rows see what earlier ones have added. */
export interface DeviceGraph {
  /** The kept state of the device when it was read; undefined for a new one. */
  findDevice(device: string): KnownDevice | undefined
  /** The kept state of these devices and everyone on them, read again. */
  replaceDevices(devices: readonly NotedDevice[], links: readonly LinkRow[]): void
  /** Links the user to the device where the bounds leave room. */
  appear(appearance: KeyedAppearance): AppearanceFacts
  /** When the user was first seen on each of their devices. */
  devicesOf(user: string): ReadonlyMap<string, number>
  /** The snapshot of a device that may be remembered; undefined where nothing may. */
  mapOf(device: string): DeviceSnapshot | undefined
  /** Keeps what the submission said against the user, where their link is kept. */
  noteSigns(appearance: KeyedAppearance, signs: Signs): void
  /** The changes, for the store. */
  listChanges(): readonly RenewedLink[]
  /** Links that gave way: to newcomers of their subnet on full devices, or to another device of their user. */
  listReplaced(): readonly UserOnDevice[]
}

/** Two processes that add a device of one user at once leave one too many; with the next all of these give way. */
const devicesReadMax = 2 * devicesPerUserMax

/** Reads the links of devices, and on which devices their users are already. */
export async function loadDeviceGraph(
  store: Ports['store'],
  db: Db,
  asked: { readonly devices: readonly DeviceKey[]; readonly users: readonly UserKey[] },
): Promise<DeviceGraph> {
  const found = await store.deviceSurroundings.listSurroundings(db, {
    ...asked,
    devicesPerUserMax: devicesReadMax,
  })
  const linksByDevice = new Map<string, Map<string, DeviceLink>>()
  for (const link of found.links) mapOf(linksByDevice, link.device).set(link.user, withPrefix(link))
  const devicesByUser = new Map<string, Map<string, number>>()
  const lastSeen = new Map<string, number>()
  for (const { user, device, firstSeenAtMs, lastSeenAtMs } of found.devicesOfUsers) {
    mapOf(devicesByUser, user).set(device, firstSeenAtMs)
    lastSeen.set(device + user, lastSeenAtMs)
  }
  const devices = new Map<string, KnownDevice>(found.devices.map((device) => [device.device, device]))
  return openGraph({ devices, linksByDevice, devicesByUser, lastSeen })
}

const noDevices: ReadonlyMap<string, number> = new Map()

interface GraphMaps {
  readonly devices: Map<string, KnownDevice>
  readonly linksByDevice: Map<string, Map<string, DeviceLink>>
  readonly devicesByUser: Map<string, Map<string, number>>
  /** When users were last seen, by device and user. */
  readonly lastSeen: ReadonlyMap<string, number>
}

function openGraph({ devices, linksByDevice, devicesByUser, lastSeen }: GraphMaps): DeviceGraph {
  const changes = new Map<string, RenewedLink>()
  /** Links for which there was room, as they are by now. */
  const kept = new Map<string, DeviceLink>()
  const gone: Omit<UserOnDevice, 'appId'>[] = []
  const replaced: UserOnDevice[] = []
  const graph: LinkGraph = openLinkGraph({
    linksByDevice,
    devicesByUser,
    lastSeenOf: (user, device) => lastSeen.get(device + user),
    onChange: ({ device, user }, link) => kept.set(device + user, link),
    onReplace(one) {
      // A link that the batch itself has added is not written.
      changes.delete(one.device + one.user)
      kept.delete(one.device + one.user)
      gone.push(one)
    },
  })
  return {
    findDevice: (device) => devices.get(device),
    replaceDevices(read, links) {
      for (const row of read) {
        linksByDevice.delete(row.device)
        devices.set(row.device, row)
      }
      for (const link of links) mapOf(linksByDevice, link.device).set(link.user, withPrefix(link))
    },
    appear(row) {
      const appeared = graph.appear(row)
      for (const one of gone.splice(0)) replaced.push({ appId: row.appId, ...one })
      const id = row.device + row.user
      const link = kept.get(id)
      if (link) changes.set(id, { ...renewed(changes.get(id), row), variants: link.variants })
      return appeared
    },
    devicesOf: (user) => devicesByUser.get(user) ?? noDevices,
    mapOf(device) {
      const { version, dataDigest } = devices.get(device) ?? {}
      if (version === undefined) return undefined
      return { version, dataDigest, links: linksByDevice.get(device) ?? new Map(), score: {} }
    },
    noteSigns({ device, user }, signs) {
      const id = device + user
      const known = changes.get(id)
      if (known !== undefined) changes.set(id, { ...known, signs })
    },
    listChanges: () => [...changes.values()],
    listReplaced: () => replaced,
  }
}

/** The row of a link after one more submission of the batch. */
function renewed(before: RenewedLink | undefined, row: KeyedAppearance): RenewedLink {
  const { appId, device, user, seenAtMs, subnet } = row
  return {
    appId,
    device,
    user,
    firstSeenAtMs: Math.min(before?.firstSeenAtMs ?? seenAtMs, seenAtMs),
    lastSeenAtMs: Math.max(before?.lastSeenAtMs ?? seenAtMs, seenAtMs),
    times: (before?.times ?? 0) + 1,
    subnet: subnet ?? before?.subnet,
    signs: before?.signs ?? {},
  }
}

function withPrefix(link: LinkRow): DeviceLink {
  return { ...link, ...subnetAndPrefix(link.subnet) }
}

function mapOf<Value>(maps: Map<string, Map<string, Value>>, key: string): Map<string, Value> {
  const known = maps.get(key)
  if (known !== undefined) return known
  const map = new Map<string, Value>()
  maps.set(key, map)
  return map
}
