import type { App } from '@quoin/core/apps/app.ts'
import { describeDevice, devicesPerUserMax } from '@quoin/core/devices/device-graph.ts'
import { probabilityOf, sharesOfSigns } from '@quoin/core/risk/score.ts'
import { dayMs } from '@quoin/core/time/durations.ts'
import type { Ports } from '../../ports/ports.ts'
import { findBlockedKeys, type ListNeeds } from './lists/blocked-keys.ts'
import { keyOf, subnetAndPrefix } from './key-sighting.ts'
import { loadActivities } from './load-activities.ts'

interface UserToAssess {
  readonly app: Pick<App, 'id' | 'fraudShare'>
  readonly isTest: boolean
  readonly userId: string
}

/** A user as they stand now. */
interface UserAssessment {
  /** Probability of fraud on the riskiest of their devices; undefined for who never submitted one. */
  readonly probability: number | undefined
  readonly devices: number
  readonly weightsVersion: string
}

type Needs = Pick<
  Ports,
  'db' | 'store' | 'keyring' | 'clock' | 'geo' | 'addresses' | 'riskWeights' | 'riskFigures'
> &
  ListNeeds

/**
 * Scores a user again, without a submission: what each of their devices said when it was last seen, with whom it
 * shares the user and what they have done by now. A user is as risky as the riskiest of their devices; a back-test
 * does the same where its events end.
 */
export async function assessUser(
  ports: Needs,
  { app, isTest, userId }: UserToAssess,
): Promise<UserAssessment> {
  const { db, store, keyring, clock } = ports
  const scope = { appId: app.id, isTest }
  const user = keyOf(keyring, scope, { noun: 'user', text: userId })
  const nowMs = clock.nowMs()
  const devices = await store.devices.listDevicesOfUsers(db, [{ appId: app.id, user }], devicesPerUserMax)
  const links = await store.devices.listLinks(db, devices)
  const linksOf = Map.groupBy(links, ({ device }) => device)
  const activities = await loadActivities(ports, [{ ...scope, userId }], nowMs)
  const firstSeenAtMs =
    devices.length === 0 ? undefined : Math.min(...devices.map((row) => row.firstSeenAtMs))
  const activity = activities.describe(
    { ...scope, userId },
    { firstSeenAtMs, seenOn: devices.map(({ subnet }) => subnetAndPrefix(subnet).prefix) },
  )
  const blocked = findBlockedKeys(ports, scope, nowMs)
  const blockedDevices = devices.filter(({ device }) => blocked.devices.has(device)).length
  const weights = ports.riskWeights()
  const peers = ports.riskFigures.findPeers(user)?.facts
  const probabilities = devices.map((row) => {
    const onDevice = new Map(
      (linksOf.get(row.device) ?? []).map((link) => [
        link.user,
        { ...link, ...subnetAndPrefix(link.subnet) },
      ]),
    )
    const facts = describeDevice(onDevice, { user, subnet: row.subnet, seenAtMs: row.lastSeenAtMs })
    const blockedUsers = [...onDevice.keys()].filter(
      (other) => other !== user && blocked.users.has(other),
    ).length
    const newDevices = devices.filter((other) => other.firstSeenAtMs > row.lastSeenAtMs - dayMs).length
    const shares = sharesOfSigns(row.signs, {
      device: { ...facts, blockedUsers },
      user: { newDevices, blockedDevices },
      activity,
      peers,
    })
    return probabilityOf(shares, weights, app.fraudShare ?? undefined)
  })
  return {
    probability: probabilities.length === 0 ? undefined : Math.max(...probabilities),
    devices: devices.length,
    weightsVersion: weights.version,
  }
}
