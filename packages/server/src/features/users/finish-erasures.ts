import { keptDays } from '@quoin/core/retention/kept-days.ts'
import { dayMs } from '@quoin/core/time/durations.ts'
import type { Ports } from '../../ports/ports.ts'
import { eraseRows } from './erase-rows.ts'
import { sealPurpose } from './erase-user.ts'

/** Long enough for every write that was under way when the user was erased. */
const secondPassAfterMs = 300_000
const finishedPerRound = 100

/** Erases what came late, and what a crash or a bound left over; then forgets who it was. */
export async function finishErasures(
  ports: Pick<Ports, 'db' | 'store' | 'clock' | 'keyring' | 'log'>,
): Promise<number> {
  const { db, store, clock, keyring, log } = ports
  const nowMs = clock.nowMs()
  const due = { requestedBeforeMs: nowMs - secondPassAfterMs, limit: finishedPerRound }
  let finished = 0
  for (const erasure of await store.erasures.listUnfinishedErasures(db, due)) {
    const userId = erasure.userSealed ? keyring.open(sealPurpose, erasure.userSealed) : undefined
    if (userId === undefined)
      log.error({ erasureId: erasure.id }, 'erased user cannot be read: the secret changed')
    else if (!(await eraseRows(ports, erasure, userId)).isDone) continue
    await db.transaction((tx) => store.erasedMessages.eraseLateRecords(tx, erasure))
    await store.erasures.finishErasure(db, erasure.id, nowMs)
    finished += 1
  }
  await store.erasures.deleteErasuresBefore(db, nowMs - keptDays.erasures * dayMs)
  return finished
}
