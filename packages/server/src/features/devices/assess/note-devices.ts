import type { AssessDevicesNeeds } from './assess-sighting.ts'
import type { Db } from '../../../store/pg/database.ts'
import type { KeyedSighting } from './keyed-sighting.ts'
import type { Ports } from '../../../ports/ports.ts'
import type { DeviceRow } from '../../../store/devices/devices.ts'
import { keptData } from './kept-data.ts'
import { keyData } from '../key-sighting.ts'
import type { DeviceGraph } from '../load-device-graph.ts'

/**
 * Writes the devices of a batch, each once, which locks them, and what follows in one transaction. The graph learns
 * first who has come to them in the meantime.
 */
export async function noteDevices<Result>(
  { db, store, keyring, newId }: Pick<AssessDevicesNeeds, 'db' | 'store' | 'keyring' | 'newId'>,
  { graph, keyed }: { readonly graph: DeviceGraph; readonly keyed: readonly KeyedSighting[] },
  then: (tx: Db) => Promise<Result>,
): Promise<Result> {
  const version = newId()
  const devices = [...Map.groupBy(keyed, ({ device }) => device).values()].flatMap((rows) =>
    deviceOf({ keyring, graph, version }, rows),
  )
  return await db.transaction(async (tx) => {
    const noted = await store.devices.lockDevices(tx, devices)
    graph.replaceDevices(noted, await store.devices.listLinks(tx, noted))
    return await then(tx)
  })
}

interface NoteNeeds {
  readonly keyring: Ports['keyring']
  readonly graph: DeviceGraph
  readonly version: string
}

/** One device, with the newest data where that is not what is kept. */
function deviceOf({ keyring, graph, version }: NoteNeeds, rows: readonly KeyedSighting[]): DeviceRow[] {
  const [first] = rows
  if (first === undefined) return []
  const { appId, device } = first
  const json = rows.findLast(({ dataJson }) => dataJson !== null)?.dataJson ?? null
  const dataDigest = json === null ? null : keyData(keyring, json)
  const isKept = dataDigest === graph.findDevice(device)?.dataDigest
  const seenAtMs = Math.max(...rows.map((row) => row.seenAtMs))
  const data =
    isKept || json === null
      ? null
      : keptData(
          json,
          rows.map(({ sighting }) => sighting),
        )
  return [{ appId, device, data, dataDigest, seenAtMs, version }]
}
