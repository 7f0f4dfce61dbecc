import type { Ports } from '../../ports.ts'
import type { Db } from '../../store/database.ts'
import type { DeviceRow } from '../../store/devices.ts'
import type { KeyedSighting } from './assess-devices.ts'
import { keptData } from './kept-data.ts'
import { keyData } from './key-sighting.ts'
import type { DeviceGraph } from './load-device-graph.ts'

/** When a device was last seen is kept to this, for its retention, which counts in days. */
const noteAgainMs = 60 * 60 * 1000

export interface DeviceToNote extends DeviceRow {
  /** Whether somebody was not on it when it was read. */
  readonly hasNewcomer: boolean
}

/**
 * The devices of a batch that must be written, each once, with the newest data: new ones, those with somebody new on
 * them, with other data than is kept, and those that were not noted for an hour.
 */
export function findDevicesToNote(
  keyring: Ports['keyring'],
  graph: DeviceGraph,
  keyed: readonly KeyedSighting[],
): readonly DeviceToNote[] {
  const groups = Map.groupBy(keyed, ({ device }) => device)
  return [...groups].flatMap(([device, rows]): DeviceToNote[] => {
    const known = graph.findDevice(device)
    const [first] = rows
    const json = newestData(rows)
    const dataDigest = json === null ? null : keyData(keyring, json)
    const hasNewData = dataDigest !== null && dataDigest !== known?.dataDigest
    const hasNewcomer = known === undefined || rows.some((row) => !graph.isLinked(row))
    const seenAtMs = Math.max(...rows.map((row) => row.seenAtMs))
    const isOld = known === undefined || seenAtMs - known.lastSeenAtMs > noteAgainMs
    if (first === undefined || !(hasNewcomer || hasNewData || isOld)) return []
    const { appId } = first
    const data = hasNewData
      ? keptData(
          json ?? '{}',
          rows.map(({ sighting }) => sighting),
        )
      : null
    return [{ appId, device, data, dataDigest, seenAtMs, hasNewcomer }]
  })
}

/** As JSON; null where nobody sent any. */
function newestData(rows: readonly KeyedSighting[]): string | null {
  const data = rows.findLast(({ sighting }) => sighting.data !== undefined)?.sighting.data
  const json = data === undefined ? '{}' : JSON.stringify(data)
  return json === '{}' ? null : json
}

interface Noted {
  readonly graph: DeviceGraph
  readonly devices: readonly DeviceToNote[]
}

/**
 * Writes the devices, which locks them, and what follows in one transaction. Where a newcomer is, the graph learns first
 * who has come to the device in the meantime.
 */
export async function noteDevices<Result>(
  { db, store }: Pick<Ports, 'db' | 'store'>,
  { graph, devices }: Noted,
  then: (tx: Db) => Promise<Result>,
): Promise<Result> {
  if (devices.length === 0) return await then(db)
  const shared = devices.filter(({ hasNewcomer }) => hasNewcomer)
  return await db.transaction(async (tx) => {
    await store.devices.lockDevices(tx, devices)
    if (shared.length > 0) graph.replaceLinks(shared, await store.devices.listLinks(tx, shared))
    return await then(tx)
  })
}
