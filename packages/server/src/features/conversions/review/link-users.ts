import type { Conversion } from '@quoin/core/conversions/conversion.ts'
import { dayMs } from '@quoin/core/time/durations.ts'
import { firstIdAt } from '@quoin/core/tracking/click-id.ts'
import type { Ports } from '../../../ports/ports.ts'
import { keyUser } from '../../devices/key-sighting.ts'

const devicesMax = 6
const usersMax = 24
const usersPerDeviceMax = 12
const namedWithinMs = 90 * dayMs
const namedMax = 30_000

/** Somebody who shares a device with the user. */
interface LinkedUser {
  /** Short for what they are kept under; it names nobody. */
  readonly key: string
  /** Null where nobody of that key has a conversion of the last 90 days: only those have names. */
  readonly userId: string | null
  readonly isSameSubnet: boolean
  readonly lastSeenAtMs: number
  readonly outcomes: {
    approved: number
    pending: number
    rejected: number
    reversed: number
    payoutMicros: number
  } | null
}

export interface UserSurroundings {
  readonly self: string
  readonly devices: readonly { readonly key: string; readonly users: number }[]
  readonly users: readonly LinkedUser[]
  /** The sightings of users on devices, the user's own as well. */
  readonly edges: readonly { readonly device: string; readonly user: string; readonly times: number }[]
  /** Whether there are more than are shown. */
  readonly isBounded: boolean
}

const keyShown = 8

/**
 * The users who share a device with one, with how their conversions ended. Devices and users are kept under keys only;
 * the names are those of users with conversions whose key fits.
 */
export async function linkUsers(
  { db, store, keyring, clock }: Pick<Ports, 'db' | 'store' | 'keyring' | 'clock'>,
  { appId, userId, isTest }: Pick<Conversion, 'appId' | 'userId' | 'isTest'>,
): Promise<UserSurroundings> {
  const self = keyUser(keyring, { appId, isTest, userId })
  const mates = await store.linkedUsers.listDeviceMates(
    db,
    { appId, user: self },
    { devicesMax, usersPerDeviceMax },
  )
  const others = [...new Set(mates.map(({ user }) => user))].filter((user) => user !== self)
  const shown = new Set(others.slice(0, usersMax))
  const nameOf = await nameUsers({ db, store, keyring, clock }, { appId, isTest, wanted: shown })
  const names = [...nameOf.values()]
  const outcomes = new Map(
    (await store.reviewQueue.listOutcomesOfUsers(db, { appId, isTest, userIds: names })).map((row) => [
      row.userId,
      row,
    ]),
  )
  const users = [...shown].map((user): LinkedUser => {
    const seen = mates.filter((mate) => mate.user === user)
    const name = nameOf.get(user) ?? null
    const found = name === null ? undefined : outcomes.get(name)
    const { userId: _same, ...counts } = found ?? { userId: '', ...noOutcomes }
    return {
      key: user.slice(0, keyShown),
      userId: name,
      isSameSubnet: seen.some(({ isSameSubnet }) => isSameSubnet),
      lastSeenAtMs: Math.max(...seen.map(({ lastSeenAtMs }) => lastSeenAtMs)),
      outcomes: found === undefined ? null : counts,
    }
  })
  const edges = mates.filter(({ user }) => user === self || shown.has(user))
  const byDevice = Map.groupBy(edges, ({ device }) => device)
  return {
    self: self.slice(0, keyShown),
    devices: [...byDevice].map(([device, rows]) => ({ key: device.slice(0, keyShown), users: rows.length })),
    users,
    edges: edges.map(({ device, user, times }) => ({
      device: device.slice(0, keyShown),
      user: user.slice(0, keyShown),
      times,
    })),
    isBounded: others.length > shown.size || mates.length >= devicesMax * usersPerDeviceMax,
  }
}

const noOutcomes = { approved: 0, pending: 0, rejected: 0, reversed: 0, payoutMicros: 0 }

/** Keys lead nowhere; so the keys of users with conversions are made, until each wanted one is found. */
async function nameUsers(
  { db, store, keyring, clock }: Pick<Ports, 'db' | 'store' | 'keyring' | 'clock'>,
  { appId, isTest, wanted }: { appId: number; isTest: boolean; wanted: ReadonlySet<string> },
): Promise<ReadonlyMap<string, string>> {
  const nameOf = new Map<string, string>()
  if (wanted.size === 0) return nameOf
  const sinceId = firstIdAt(clock.nowMs() - namedWithinMs)
  const users = await store.reviewQueue.listUsersWithConversions(db, {
    appId,
    isTest,
    sinceId,
    limit: namedMax,
  })
  for (const userId of users) {
    const key = keyUser(keyring, { appId, isTest, userId })
    if (wanted.has(key)) nameOf.set(key, userId)
    if (nameOf.size === wanted.size) break
  }
  return nameOf
}
