import { unavailable } from '@quoin/core/errors.ts'
import type { Ports } from '../../ports/ports.ts'

/** Statistics that are being counted anew are no answer. */
export async function assertWhole({ db, store }: Pick<Ports, 'db' | 'store'>): Promise<void> {
  if (!(await store.stats.isRedoing(db))) return
  throw unavailable('The statistics are being counted anew. Please try again later.', { retryAfterSec: 30 })
}
