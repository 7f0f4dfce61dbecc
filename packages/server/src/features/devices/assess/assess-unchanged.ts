import { firstIdAt } from '@quoin/core/tracking/click-id.ts'
import { minuteMs } from '@quoin/core/time/durations.ts'
import { activityWindowMs, conversionWindowMs, describeActivity } from '@quoin/core/risk/activity.ts'
import { describeAppearance } from '@quoin/core/devices/link-graph.ts'
import type { DeviceMemory, DeviceSnapshot, UserSnapshot } from '../../../ports/devices.ts'
import type { UnchangedAssessmentRow } from '../../../store/devices/unchanged-assessments.ts'
import { type AnsweredAssessment, assessSighting, type AssessDevicesNeeds } from './assess-sighting.ts'
import { bringsOtherData, bringsOtherLink, bringsOtherVariant, linesOf, locate } from './what-is-new.ts'
import type { KeyedSighting } from './keyed-sighting.ts'

interface Unchanged {
  readonly row: KeyedSighting
  readonly written: UnchangedAssessmentRow & AnsweredAssessment
}

/** Where a page is looked for: in memory, or in what was just read. */
type DeviceSnapshots = Pick<DeviceMemory, 'findDevice' | 'findUser'>

/**
 * Answers those who come again on a device that is known and bring nothing new, in one statement for all of them: it
 * writes each answer only where what the answer was made of is what is committed, whoever has changed it. Returns the
 * answers that were written; who is not among them is asked about anew.
 */
export async function assessUnchanged(
  ports: AssessDevicesNeeds,
  pages: DeviceSnapshots,
  keyed: readonly KeyedSighting[],
): Promise<ReadonlyMap<KeyedSighting, AnsweredAssessment>> {
  const { db, store, deviceMemory } = ports
  const found = findUnchanged(ports, pages, keyed)
  if (found.length === 0) return new Map()
  const newestMs = Math.max(...found.map(({ row }) => row.seenAtMs))
  const refused = await store.unchangedAssessments.writeUnchangedAssessments(
    db,
    found.map(({ written }) => written),
    { conversionsSinceMs: newestMs - conversionWindowMs },
  )
  const answers = new Map<KeyedSighting, AnsweredAssessment>()
  for (const { row, written } of found) {
    if (refused.has(written.id)) {
      deviceMemory.forgetDevice(row.device)
      deviceMemory.forgetUser(row.user)
    } else answers.set(row, written)
  }
  return answers
}

/** Later rows of one batch see what earlier ones change, so that those that share a device or user with them wait. */
function findUnchanged(
  ports: AssessDevicesNeeds,
  pages: DeviceSnapshots,
  keyed: readonly KeyedSighting[],
): Unchanged[] {
  const changing = new Set<string>()
  const found: Unchanged[] = []
  for (const row of keyed) {
    const isFree = !changing.has(row.device) && !changing.has(row.user)
    const one = isFree ? assessKnown(ports, pages, row) : undefined
    if (one) found.push(one)
    else changing.add(row.device).add(row.user)
  }
  return found
}

function assessKnown(
  ports: AssessDevicesNeeds,
  pages: DeviceSnapshots,
  given: KeyedSighting,
): Unchanged | undefined {
  const device = pages.findDevice(given.device)
  const user = pages.findUser(given.user)
  if (device === undefined || user === undefined || !user.devices.has(given.device)) return undefined
  // The database is not asked whether a click has become too old to count.
  if (user.clicks.some(({ clickedAtMs }) => clickedAtMs < given.seenAtMs - activityWindowMs)) return undefined
  const row = locate(ports.keyring, given, user)
  const isNew =
    bringsOtherLink(device.links.get(row.user), row) ||
    bringsOtherData(ports.keyring, device, row) ||
    bringsOtherVariant(ports, device, row)
  if (isNew) return undefined
  const appeared = describeAppearance(device.links, user.devices, row.seenAtMs)
  const activity = describeActivity(
    {
      ...user,
      firstSeenAtMs: appeared.firstSeenAtMs,
      seenOn: linesOf(device.links, row),
      conversionsSinceMs: row.seenAtMs - conversionWindowMs,
    },
    ports.riskFigures.norms(),
  )
  const surrounding = { appeared, devicesOfUser: user.devices.keys(), activity }
  const { assessment, signs } = assessSighting(ports, row, surrounding, device.score)
  const { userId } = row.sighting
  return { row: given, written: { ...assessment, signs, userId, ...rememberedOf(device, user) } }
}

/**
 * A click that was under way when the facts were read is not older than this. One that an outage wrote late may be: it counts
 * when the facts are read anew.
 */
const underWayMs = 10 * minuteMs

function rememberedOf({ version }: DeviceSnapshot, { devices, readAtMs, clicks, conversions }: UserSnapshot) {
  const newClicksSinceMs = readAtMs - underWayMs
  const recent = clicks.filter(({ clickedAtMs }) => clickedAtMs >= newClicksSinceMs)
  return {
    deviceVersion: version,
    devices: devices.size,
    newestDeviceMs: Math.max(...devices.values()),
    clicksSince: firstIdAt(newClicksSinceMs),
    clicks: recent.length,
    newestClickMs: Math.max(0, ...recent.map(({ clickedAtMs }) => clickedAtMs)),
    conversions: conversions.length,
    conversionVersions: conversions.reduce((sum, { version: one }) => sum + one, 0),
  }
}
