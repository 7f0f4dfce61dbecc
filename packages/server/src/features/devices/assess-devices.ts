import type { App } from '@quoin/core/app.ts'
import { describeDevice } from '@quoin/core/risk/device-graph.ts'
import { readEvidence } from '@quoin/core/risk/evidence.ts'
import { isMultiAccounting } from '@quoin/core/risk/multi-account.ts'
import { type Reason, scoreEvidence } from '@quoin/core/risk/score.ts'
import { decideVerdict } from '@quoin/core/risk/verdict.ts'
import { shippedWeights } from '@quoin/core/risk/weights.ts'
import type { ListVerdict, Ports } from '../../ports.ts'
import type { AssessmentRow, DeviceRow } from '../../store/devices.ts'
import { keySighting } from './key-sighting.ts'
import { type DeviceGraph, type KeyedAppearance, loadDeviceGraph } from './load-device-graph.ts'

/** A user seen on a device (spec §2.4). */
export interface Sighting {
  readonly app: Pick<App, 'id' | 'multiAccountThreshold' | 'multiAccountWindowDays' | 'autoBlockScore'>
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
}

type Needs = Pick<Ports, 'db' | 'store' | 'keyring' | 'snapshots' | 'geo' | 'isBot' | 'newId' | 'meters'>

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
  const keyed = sightings.map((sighting): KeyedSighting => {
    return {
      ...keySighting(keyring, sighting),
      sighting,
      appId: sighting.app.id,
      seenAtMs: sighting.seenAtMs,
    }
  })
  const assessments = await db.transaction(async (tx) => {
    await store.devices.lockDevices(tx, listDevices(keyed))
    const graph = await loadDeviceGraph(store, tx, keyed)
    const rows = keyed.map((row) => assess(ports, graph, row))
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

function assess(ports: Needs, graph: DeviceGraph, row: KeyedSighting): AssessmentRow {
  const { appId, device, user, seenAtMs, sighting } = row
  const { app, isTest, requestId } = sighting
  const links = graph.appear(row)
  const country = sighting.endUserAddress && ports.geo.countryOf(sighting.endUserAddress)
  const listed = ports.snapshots.lists().judge(
    {
      appId,
      userId: sighting.userId,
      device: sighting.fingerprintHash,
      address: sighting.endUserAddress,
      country,
    },
    seenAtMs,
  )
  const evidence = readEvidence(sighting.data, {
    userAgent: sighting.endUserAgent,
    country,
    isUnderReview: listed?.action === 'review',
    device: describeDevice(links, row),
    isBot: ports.isBot,
  })
  const { probability, reasons } = scoreEvidence(evidence, shippedWeights)
  const rule = { threshold: app.multiAccountThreshold, windowMs: app.multiAccountWindowDays * dayMs }
  return {
    ...decideVerdict({ listed: listed?.action, probability, autoBlockScore: app.autoBlockScore }),
    ...{ id: ports.newId(), appId, device, user, isTest, requestId, assessedAtMs: seenAtMs },
    isMultiAccounting: isMultiAccounting(links, row, rule),
    reasons: [...listReasons(listed), ...reasons],
    weightsVersion: shippedWeights.version,
  }
}

const dayMs = 24 * 60 * 60 * 1000

/** A list decides without points: it stands first among the reasons. Review has points of its own. */
function listReasons(listed: ListVerdict | undefined): Reason[] {
  if (listed === undefined || listed.action === 'review') return []
  const { action, kind, reason } = listed
  return [{ code: `${action}_list`, points: 0, detail: reason === '' ? kind : `${kind}: ${reason}` }]
}

function presentVerdict({ isBlocked, scoreTenths, isMultiAccounting }: AssessmentRow): DeviceVerdict {
  return { isBlocked, riskScore: scoreTenths / 10, isMultiAccounting }
}
