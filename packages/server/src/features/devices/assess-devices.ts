import type { App } from '@quoin/core/app.ts'
import { normalizeAddress } from '@quoin/core/detect/address.ts'
import { describeDevice } from '@quoin/core/risk/device-graph.ts'
import { readEvidence } from '@quoin/core/risk/evidence.ts'
import { isMultiAccounting } from '@quoin/core/risk/multi-account.ts'
import { nameShares } from '@quoin/core/risk/learn-weights.ts'
import { probabilityOf, type Reason, scoreEvidence, signsOf } from '@quoin/core/risk/score.ts'
import { decideVerdict } from '@quoin/core/risk/verdict.ts'
import type { ListVerdict } from '../../directories.ts'
import type { Ports } from '../../ports.ts'
import type { AssessmentRow, DeviceRow, NewAssessmentRow } from '../../store/devices.ts'
import { findBlockedKeys } from './blocked-keys.ts'
import { keySighting } from './key-sighting.ts'
import { type Activities, loadActivities, type UserInApp } from './load-activities.ts'
import { type DeviceGraph, type KeyedAppearance, loadDeviceGraph, userIdOf } from './load-device-graph.ts'

export type AssessedApp = Pick<
  App,
  | 'id'
  | 'multiAccountThreshold'
  | 'multiAccountWindowDays'
  | 'multiAccountMode'
  | 'autoBlockScore'
  | 'fraudShare'
>

/** A user seen on a device (spec §2.4). */
export interface Sighting {
  readonly app: AssessedApp
  readonly isTest: boolean
  readonly fingerprintHash: string
  readonly userId: string
  /** Open keys, bounded at the edge. */
  readonly data: Readonly<Record<string, unknown>> | undefined
  /** Canonical. Undefined when only the publisher's server is known, which is no evidence about its user. */
  readonly endUserAddress: string | undefined
  readonly endUserAgent: string | undefined
  readonly seenAtMs: number
  readonly requestId: string
}

/** Spec §2.5. */
export interface DeviceVerdict {
  readonly isBlocked: boolean
  /** 0 to 100 with one decimal: the probability of fraud in percent. */
  readonly riskScore: number
  readonly isMultiAccounting: boolean
  /** Strongest first. For the operator, and for an app's server where the app is set so. */
  readonly reasons: readonly Reason[]
  readonly weightsVersion: string
}

type Needs = Pick<
  Ports,
  | 'db'
  | 'store'
  | 'keyring'
  | 'snapshots'
  | 'geo'
  | 'addresses'
  | 'riskWeights'
  | 'shadowWeights'
  | 'isBot'
  | 'newId'
  | 'meters'
>

/** A sighting under its keys, ready to be folded into the graph. */
interface KeyedSighting extends KeyedAppearance {
  readonly sighting: Sighting
}

/**
 * Links users to devices and assesses them, many in one transaction; verdict n belongs to sighting n.
 * Sightings are folded in the order of their arrival, so that the second user on a device sees the first one
 * of the same batch.
 */
export async function assessDevices(
  ports: Needs,
  sightings: readonly Sighting[],
): Promise<readonly DeviceVerdict[]> {
  const { db, store, keyring, meters } = ports
  // Before the devices are locked: nothing of it depends on them.
  const activities = await loadActivities(ports, sightings.map(userOf), newestOf(sightings))
  const keyed = sightings.map((given): KeyedSighting => {
    const sighting = locate(given, activities)
    const { app, seenAtMs } = sighting
    return { ...keySighting(keyring, sighting), sighting, appId: app.id, seenAtMs }
  })
  const assessments = await db.transaction(async (tx) => {
    await store.devices.lockDevices(tx, listDevices(keyed))
    const graph = await loadDeviceGraph(store, tx, keyed)
    const rows = keyed.map((row) => assess(ports, { graph, activities }, row))
    const changes = graph.listChanges()
    if (changes.length > 0) await store.devices.upsertLinks(tx, changes)
    await store.devices.insertAssessments(tx, rows)
    return rows
  })
  for (const _ of assessments) meters.count('fingerprints_total')
  return assessments.map(presentVerdict)
}

/** Each device once, with the newest data of the batch. */
function listDevices(keyed: readonly KeyedSighting[]): DeviceRow[] {
  const devices = new Map<string, DeviceRow>()
  for (const { appId, device, seenAtMs, sighting } of keyed) {
    const id = `${appId}:${device}`
    const data = sighting.data ? JSON.stringify(sighting.data) : (devices.get(id)?.data ?? null)
    devices.set(id, { appId, device, data, seenAtMs })
  }
  return [...devices.values()]
}

function userOf({ app, userId, isTest }: Sighting): UserInApp {
  return { appId: app.id, userId, isTest }
}

function newestOf(sightings: readonly Sighting[]): number {
  return Math.max(...sightings.map(({ seenAtMs }) => seenAtMs))
}

/**
 * A server that passes no address on: the user's own last click says where he is. Of his browser it says
 * nothing here, since he may click on another device.
 */
function locate(sighting: Sighting, activities: Activities): Sighting {
  if (sighting.endUserAddress !== undefined) return sighting
  const clickedFrom = activities.addressOf(userOf(sighting), sighting.seenAtMs)
  return { ...sighting, endUserAddress: clickedFrom && normalizeAddress(clickedFrom) }
}

interface Known {
  readonly graph: DeviceGraph
  readonly activities: Activities
}

function assess(ports: Needs, known: Known, row: KeyedSighting): NewAssessmentRow {
  const { appId, device, user, seenAtMs, sighting } = row
  const { app, isTest, requestId, endUserAddress } = sighting
  const around = known.graph.appear(row)
  const country = endUserAddress && ports.geo.countryOf(endUserAddress)
  const listed = judge(ports, sighting, country)
  const appearance = { ...row, user: userIdOf(row) }
  const blocked = findBlockedKeys(ports, { appId, isTest }, seenAtMs)
  const evidence = readEvidence(sighting.data, {
    userAgent: sighting.endUserAgent,
    country,
    address: endUserAddress === undefined ? undefined : ports.addresses.describe(endUserAddress),
    isUnderReview: listed?.action === 'review',
    device: {
      ...describeDevice(around.links, appearance),
      blockedUsers: around.neighbours.filter((other) => blocked.users.has(other)).length,
    },
    user: {
      ...around.user,
      blockedDevices: around.devices.filter((other) => blocked.devices.has(other)).length,
    },
    activity: known.activities.describe(userOf(sighting), around.firstSeenAtMs),
    isBot: ports.isBot,
  })
  const weights = ports.riskWeights()
  const { probability, reasons, shares } = scoreEvidence(evidence, weights, app.fraudShare ?? undefined)
  known.graph.noteSigns(row, signsOf(shares))
  const rule = {
    threshold: app.multiAccountThreshold,
    windowMs: app.multiAccountWindowDays * dayMs,
    mode: app.multiAccountMode,
  }
  const shadow = ports.shadowWeights()
  return {
    shares: nameShares(shares),
    shadowTenths: shadow ? tenthsOf(probabilityOf(shares, shadow, app.fraudShare ?? undefined)) : null,
    shadowVersion: shadow?.version ?? null,
    ...decideVerdict({ listed: listed?.action, probability, autoBlockScore: app.autoBlockScore }),
    ...{ id: ports.newId(), appId, device, user, isTest, requestId, assessedAtMs: seenAtMs },
    isMultiAccounting: isMultiAccounting(around.links, appearance, rule),
    reasons: [...listReasons(listed), ...reasons.map(shortened)],
    weightsVersion: weights.version,
  }
}

/** As an answer has it where no list decides. */
function tenthsOf(probability: number): number {
  return decideVerdict({ listed: undefined, probability, autoBlockScore: null }).scoreTenths
}

function judge(
  { snapshots }: Needs,
  { app, userId, fingerprintHash, endUserAddress, seenAtMs }: Sighting,
  country: string | undefined,
): ListVerdict | undefined {
  const suspect = { appId: app.id, userId, device: fingerprintHash, address: endUserAddress, country }
  return snapshots.lists().judge(suspect, seenAtMs)
}

/** Three decimals say more of a weight than is known. */
function shortened({ points, ...reason }: Reason): Reason {
  return { ...reason, points: Math.round(points * 1000) / 1000 }
}

const dayMs = 24 * 60 * 60 * 1000

/** A list decides without points: it stands first among the reasons. Review has points of its own. */
function listReasons(listed: ListVerdict | undefined): Reason[] {
  if (listed === undefined || listed.action === 'review') return []
  const { action, kind, reason } = listed
  return [{ code: `${action}_list`, points: 0, detail: reason === '' ? kind : `${kind}: ${reason}` }]
}

function presentVerdict(row: AssessmentRow): DeviceVerdict {
  const { isBlocked, scoreTenths, isMultiAccounting, reasons, weightsVersion } = row
  return { isBlocked, riskScore: scoreTenths / 10, isMultiAccounting, reasons, weightsVersion }
}
