import type { Ports } from '../../../ports/ports.ts'
import { startOf } from '../script/write-script.ts'

/** Notes that a demo has a month of traffic, which ends now and is to be written from a time on. */
export async function beginMonth(
  { db, store, clock }: Pick<Ports, 'db' | 'store' | 'clock'>,
  fromMs = startOf(clock.nowMs()),
): Promise<void> {
  await store.demoMonth.insertDemoMonth(db, { endsAtMs: clock.nowMs(), fromMs })
}
