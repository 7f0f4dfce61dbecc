import { firstIdAt } from '@quoin/core/tracking/click-id.ts'
import { dayMs } from '@quoin/core/time/durations.ts'
import type { Ports } from '../ports/ports.ts'

/** A statement stays short; what is left waits for the next. */
const rowsMax = 5_000
const statementsMax = 200

/** Drops what is known of devices when its time is over: raw data first, then links and assessments. */
export async function forgetDevices({
  db,
  store,
  clock,
  settings,
}: Pick<Ports, 'db' | 'store' | 'clock' | 'settings'>): Promise<number> {
  const linksBeforeMs = clock.nowMs() - settings.deviceLinkDays * dayMs
  const dataBeforeMs = clock.nowMs() - settings.deviceDataDays * dayMs
  let forgotten = 0
  for (let statement = 0; statement < statementsMax; statement += 1) {
    const devices = await store.devices.forgetDevices(db, { dataBeforeMs, linksBeforeMs, rowsMax })
    const assessments = await store.assessments.forgetAssessments(db, firstIdAt(linksBeforeMs), rowsMax)
    forgotten += devices + assessments
    if (devices + assessments === 0) break
  }
  return forgotten
}
