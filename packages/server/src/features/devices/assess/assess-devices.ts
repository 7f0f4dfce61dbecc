import type { App } from '@quoin/core/apps/app.ts'
import type { Reason } from '@quoin/core/risk/score.ts'
import type { Ports } from '../../../ports/ports.ts'
import type { AssessmentRow, NewAssessmentRow } from '../../../store/devices/assessments.ts'
import { assessChanges, loadSurroundings, userPageOf } from './assess-changes.ts'
import type { AssessmentNeeds } from './assess-sighting.ts'
import { assessUnchanged } from './assess-unchanged.ts'
import { keySighting } from '../key-sighting.ts'
import type { KeyedAppearance } from '../load-device-graph.ts'
import { dataOf } from './what-is-new.ts'

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
  /** The same as JSON, where that was made already. */
  readonly dataJson?: string | undefined
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

/** A sighting under its keys, ready to be folded into the graph. */
export interface KeyedSighting extends KeyedAppearance {
  readonly sighting: Sighting
  /** The fingerprint_data; null where nothing was sent. */
  readonly dataJson: string | null
}

export type AssessDevicesNeeds = Pick<Ports, 'db' | 'store' | 'deviceMemory' | 'meters'> & AssessmentNeeds

/**
 * Links users to devices and assesses them, many at a time; verdict n belongs to sighting n. Who comes again and brings
 * nothing new is answered from memory, or from what is read where there is nothing in memory; the statement that writes
 * such an answer checks it. All others, newcomers among them, are decided under the locks of their devices.
 */
export async function assessDevices(
  ports: AssessDevicesNeeds,
  sightings: readonly Sighting[],
): Promise<readonly DeviceVerdict[]> {
  const { keyring, meters, deviceMemory } = ports
  const keyed = sightings.map((sighting): KeyedSighting => {
    const { device, user, line, site } = keySighting(keyring, sighting)
    const { app, seenAtMs } = sighting
    return { device, user, line, site, sighting, appId: app.id, seenAtMs, dataJson: dataOf(sighting) }
  })
  const remembered = await assessUnchanged(ports, deviceMemory, keyed)
  const others = keyed.filter((row) => !remembered.has(row))
  const anew = others.length === 0 ? remembered : await assessAnew(ports, others)
  return keyed.map((row) => {
    meters.count('fingerprints_total')
    return presentVerdict(remembered.get(row) ?? anew.get(row))
  })
}

type Answers = ReadonlyMap<KeyedSighting, NewAssessmentRow>

async function assessAnew(ports: AssessDevicesNeeds, keyed: readonly KeyedSighting[]): Promise<Answers> {
  const known = await loadSurroundings(ports, keyed)
  const users = new Map(keyed.map((row) => [row.user, row]))
  const unchanged = await assessUnchanged(
    ports,
    {
      findDevice: (device) => known.graph.pageOf(device),
      findUser(user) {
        const row = users.get(user)
        return row && userPageOf(known, row)
      },
    },
    keyed,
  )
  const changes = keyed.filter((row) => !unchanged.has(row))
  if (changes.length === 0) return unchanged
  return new Map([...unchanged, ...(await assessChanges(ports, known, changes))])
}

function presentVerdict(row: AssessmentRow | undefined): DeviceVerdict {
  if (row === undefined) throw new Error('a sighting was not assessed')
  const { isBlocked, scoreTenths, isMultiAccounting, reasons, weightsVersion } = row
  return { isBlocked, riskScore: scoreTenths / 10, isMultiAccounting, reasons, weightsVersion }
}
