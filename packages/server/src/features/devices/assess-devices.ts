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
import type { AssessmentRow, NewAssessmentRow } from '../../store/assessments.ts'
import type { Db } from '../../store/database.ts'
import { findBlockedKeys } from './blocked-keys.ts'
import { keyPlace, keySighting } from './key-sighting.ts'
import { type Activities, loadActivities, type UserInApp } from './load-activities.ts'
import { type DeviceGraph, type KeyedAppearance, loadDeviceGraph } from './load-device-graph.ts'
import { findDevicesToNote, noteDevices } from './note-devices.ts'

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
export interface KeyedSighting extends KeyedAppearance {
  readonly sighting: Sighting
}

/**
 * Links users to devices and assesses them, many in one transaction; verdict n belongs to sighting n.
 * Sightings are folded in the order of their arrival, so that the second user on a device sees the first one
 * of the same batch. Of a user who is on the device already nobody else's answer depends, so that his device is read
 * without a lock; what a newcomer finds is read again once his device is locked.
 */
export async function assessDevices(
  ports: Needs,
  sightings: readonly Sighting[],
): Promise<readonly DeviceVerdict[]> {
  const { db, store, keyring, meters } = ports
  const named = sightings.map((sighting) => ({ ...keySighting(keyring, sighting), appId: sighting.app.id }))
  const wanted = {
    devices: distinct(named, ({ device }) => device),
    users: distinct(named, ({ user }) => user),
  }
  const [activities, graph] = await Promise.all([
    loadActivities(ports, sightings.map(userOf), newestOf(sightings)),
    loadDeviceGraph(store, db, wanted),
  ])
  const keyed = sightings.map((given, index): KeyedSighting => {
    const sighting = locate(given, activities)
    const keys = named[index] ?? keySighting(keyring, given)
    const place = sighting === given ? keys : keyPlace(keyring, sighting)
    const { app, seenAtMs } = sighting
    const { device, user } = keys
    return { device, user, line: place.line, site: place.site, sighting, appId: app.id, seenAtMs }
  })
  const write = async (tx: Db): Promise<readonly NewAssessmentRow[]> => {
    const assessments = keyed.map((row) => assess(ports, { graph, activities }, row))
    const replaced = graph.listReplaced()
    if (replaced.length > 0) await store.devices.deleteLinks(tx, replaced)
    await store.assessments.writeAssessments(tx, { links: graph.listChanges(), assessments })
    return assessments
  }
  const assessments = await noteDevices(
    ports,
    { graph, devices: findDevicesToNote(keyring, graph, keyed) },
    write,
  )
  for (const _ of assessments) meters.count('fingerprints_total')
  return assessments.map(presentVerdict)
}

function distinct<Row>(rows: readonly Row[], keyOf: (row: Row) => string): Row[] {
  return [...new Map(rows.map((row) => [keyOf(row), row])).values()]
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
  const { graph } = known
  const around = graph.appear(row)
  const country = endUserAddress && ports.geo.countryOf(endUserAddress)
  const listed = judge(ports, sighting, country)
  const blocked = findBlockedKeys(ports, { appId, isTest }, seenAtMs)
  const evidence = readEvidence(sighting.data, {
    userAgent: sighting.endUserAgent,
    country,
    address: endUserAddress === undefined ? undefined : ports.addresses.describe(endUserAddress),
    isUnderReview: listed?.action === 'review',
    device: {
      ...describeDevice(around.links, row),
      blockedUsers: countOthers(around.links.keys(), { listed: blocked.users, own: user }),
    },
    user: {
      ...around.user,
      // A block of this very device decides by itself.
      blockedDevices: countOthers(graph.devicesOf(user), { listed: blocked.devices, own: device }),
    },
    activity: known.activities.describe(userOf(sighting), around.firstSeenAtMs),
    isBot: ports.isBot,
  })
  const weights = ports.riskWeights()
  const { probability, reasons, shares } = scoreEvidence(evidence, weights, app.fraudShare ?? undefined)
  graph.noteSigns(row, signsOf(shares))
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
    isMultiAccounting: isMultiAccounting(around.links, row, rule),
    reasons: [...listReasons(listed), ...reasons.map(shortened)],
    weightsVersion: weights.version,
  }
}

/** How many of them are listed, his own apart. */
function countOthers(
  keys: Iterable<string>,
  { listed, own }: { readonly listed: Pick<ReadonlySet<string>, 'has'>; readonly own: string },
): number {
  let found = 0
  for (const key of keys) if (key !== own && listed.has(key)) found += 1
  return found
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
  return [{ code: `${action}_list`, points: 0, detail: kind, ...(reason === '' ? {} : { note: reason }) }]
}

function presentVerdict(row: AssessmentRow): DeviceVerdict {
  const { isBlocked, scoreTenths, isMultiAccounting, reasons, weightsVersion } = row
  return { isBlocked, riskScore: scoreTenths / 10, isMultiAccounting, reasons, weightsVersion }
}
