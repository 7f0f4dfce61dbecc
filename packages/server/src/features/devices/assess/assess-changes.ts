import type { Db } from '../../../store/pg/database.ts'
import type { KeyedSighting } from './keyed-sighting.ts'
import type { Sighting } from '../../../ports/writes.ts'
import type { UserSnapshot } from '../../../ports/devices.ts'
import { type AnsweredAssessment, assessSighting, type AssessDevicesNeeds } from './assess-sighting.ts'
import { type Activities, loadActivities, type UserInApp } from '../load-activities.ts'
import { type DeviceGraph, loadDeviceGraph } from '../load-device-graph.ts'
import { noteDevices } from './note-devices.ts'
import { describedAs, linesOf, locate } from './what-is-new.ts'

/** The surroundings of the sightings of a batch, as they were read. */
interface Surroundings {
  readonly graph: DeviceGraph
  readonly activities: Activities
}

/** Reads what surrounds the sightings, and keeps in memory what has room there. */
export async function loadSurroundings(
  ports: AssessDevicesNeeds,
  keyed: readonly KeyedSighting[],
): Promise<Surroundings> {
  const { db, store } = ports
  const users = keyed.map(({ sighting }) => userOf(sighting))
  const [activities, graph] = await Promise.all([
    loadActivities(ports, users, Math.max(...keyed.map(({ seenAtMs }) => seenAtMs))),
    loadDeviceGraph(store, db, {
      devices: distinct(keyed, ({ device }) => device),
      users: distinct(keyed, ({ user }) => user),
    }),
  ])
  remember(ports, { graph, activities }, keyed)
  return { graph, activities }
}

/**
 * Folds sightings that change something in the order of their arrival, so that the second user on a device sees the
 * first one of the same batch, and writes all in one transaction that holds the locks of their devices.
 */
export async function assessChanges(
  ports: AssessDevicesNeeds,
  known: Surroundings,
  given: readonly KeyedSighting[],
): Promise<ReadonlyMap<KeyedSighting, AnsweredAssessment>> {
  const { store, keyring } = ports
  const { graph, activities } = known
  const keyed = given.map((row) => {
    const located = locate(keyring, row, activities.tracesOf(userOf(row.sighting)))
    return { ...located, variant: describedAs(ports, row) }
  })
  const write = async (tx: Db): Promise<readonly AnsweredAssessment[]> => {
    const assessments = keyed.map((row) => appear(ports, known, row))
    const replaced = graph.listReplaced()
    if (replaced.length > 0) await store.devices.deleteLinks(tx, replaced)
    await store.assessments.writeAssessments(tx, { links: graph.listChanges(), assessments })
    return assessments
  }
  const assessments = await noteDevices(ports, { graph, keyed }, write)
  remember(ports, known, keyed)
  return new Map(assessments.map((assessment, index) => [given[index] as KeyedSighting, assessment])) // one of each
}

function distinct<Row>(rows: readonly Row[], keyOf: (row: Row) => string): Row[] {
  return [...new Map(rows.map((row) => [keyOf(row), row])).values()]
}

function userOf({ app, userId, isTest }: Sighting): UserInApp {
  return { appId: app.id, userId, isTest }
}

function appear(
  ports: AssessDevicesNeeds,
  { graph, activities }: Surroundings,
  row: KeyedSighting,
): AnsweredAssessment {
  const appeared = graph.appear(row)
  const { assessment, signs } = assessSighting(ports, row, {
    appeared,
    devicesOfUser: graph.devicesOf(row.user).keys(),
    activity: activities.describe(userOf(row.sighting), {
      firstSeenAtMs: appeared.firstSeenAtMs,
      seenOn: linesOf(appeared.links, row),
    }),
  })
  graph.noteSigns(row, signs)
  return assessment
}

export function userSnapshotOf(
  { graph, activities }: Surroundings,
  { user, sighting }: KeyedSighting,
): UserSnapshot {
  return {
    readAtMs: activities.readAtMs,
    devices: graph.devicesOf(user),
    ...activities.tracesOf(userOf(sighting)),
  }
}

/** Under the versions that it was read or written with. Copies: a batch that fails must leave no trace in them. */
function remember(
  { deviceMemory }: AssessDevicesNeeds,
  known: Surroundings,
  keyed: readonly KeyedSighting[],
): void {
  for (const row of keyed) {
    const page = known.graph.mapOf(row.device)
    if (page) deviceMemory.keepDevice(row.device, { ...page, links: new Map(page.links) })
    const user = userSnapshotOf(known, row)
    deviceMemory.keepUser(row.user, { ...user, devices: new Map(user.devices) })
  }
}
