import { assessChanges, loadSurroundings, userSnapshotOf } from './assess-changes.ts'
import type { AnsweredAssessment, AssessDevicesNeeds } from './assess-sighting.ts'
import { assessUnchanged } from './assess-unchanged.ts'
import { keySighting } from '../key-sighting.ts'
import { dataOf } from './what-is-new.ts'
import type { KeyedSighting } from './keyed-sighting.ts'
import type { Sighting, DeviceVerdict } from '../../../ports/writes.ts'

/**
 * Links users to devices and assesses them, many at a time; verdict n belongs to sighting n. A user who comes again and
 * brings nothing new is answered from memory, or from what is read where there is nothing in memory; the statement that
 * writes such an answer checks it. All others, newcomers among them, are decided under the locks of their devices.
 */
export async function assessDevices(
  ports: AssessDevicesNeeds,
  sightings: readonly Sighting[],
): Promise<readonly DeviceVerdict[]> {
  const { keyring, meters, deviceMemory } = ports
  const keyed = sightings.map((sighting): KeyedSighting => {
    const { device, user, subnet, prefix } = keySighting(keyring, sighting)
    const { app, seenAtMs } = sighting
    return { device, user, subnet, prefix, sighting, appId: app.id, seenAtMs, dataJson: dataOf(sighting) }
  })
  const remembered = await assessUnchanged(ports, deviceMemory, keyed)
  const others = keyed.filter((row) => !remembered.has(row))
  const anew = others.length === 0 ? remembered : await assessAnew(ports, others)
  return keyed.map((row) => {
    meters.count('fingerprints_total')
    return presentVerdict(remembered.get(row) ?? anew.get(row))
  })
}

type Answers = ReadonlyMap<KeyedSighting, AnsweredAssessment>

async function assessAnew(ports: AssessDevicesNeeds, keyed: readonly KeyedSighting[]): Promise<Answers> {
  const known = await loadSurroundings(ports, keyed)
  const users = new Map(keyed.map((row) => [row.user, row]))
  const unchanged = await assessUnchanged(
    ports,
    {
      findDevice: (device) => known.graph.mapOf(device),
      findUser(user) {
        const row = users.get(user)
        return row && userSnapshotOf(known, row)
      },
    },
    keyed,
  )
  const changes = keyed.filter((row) => !unchanged.has(row))
  if (changes.length === 0) return unchanged
  return new Map([...unchanged, ...(await assessChanges(ports, known, changes))])
}

function presentVerdict(row: AnsweredAssessment | undefined): DeviceVerdict {
  if (row === undefined) throw new Error('a sighting was not assessed')
  const { isBlocked, scoreTenths, isMultiAccounting, reasons, weightsVersion, confidence } = row
  return { isBlocked, riskScore: scoreTenths / 10, isMultiAccounting, reasons, weightsVersion, confidence }
}
