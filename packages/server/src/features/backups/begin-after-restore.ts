import { dayMs } from '@quoin/core/time/durations.ts'
import type { Ports } from '../../ports/ports.ts'
import type { UserToErase } from '../../ports/backups.ts'
import { startErasingAgain } from '../users/start-erasing-again.ts'

interface Restored {
  readonly erasures: readonly UserToErase[]
  /** The last change that is in it, ISO 8601. */
  readonly endsAt: string
}

/** Networks that have reported within so long may have reported since. */
const reportedWithinMs = 30 * dayMs
const networksMax = 1_000

/**
 * Begins what a restored database needs: users who were erased since are erased again, and whoever follows changes of
 * offers begins anew. Returns the networks whose reports since are missing.
 */
export async function beginAfterRestore(
  ports: Pick<Ports, 'db' | 'store' | 'clock' | 'newId'>,
  { erasures, endsAt }: Restored,
): Promise<string[]> {
  if (erasures.length > 0) await startErasingAgain(ports, erasures)
  await ports.store.offerStates.skipNumbers(ports.db, ports.clock.nowMs())
  const sinceMs = Date.parse(endsAt) - reportedWithinMs
  const wanted = { sinceMs, requestsMin: 1, limit: networksMax }
  const active = await ports.store.networkActivity.listActiveNetworks(ports.db, wanted)
  return active.map(({ slug }) => slug)
}
