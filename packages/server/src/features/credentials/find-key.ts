import { isValidAt, type Mode } from '@quoin/core/apps/app.ts'
import type { Ports } from '../../ports/ports.ts'

/** The newest key of an app in a mode that works. */
export async function findKey(
  { db, store, clock }: Pick<Ports, 'db' | 'store' | 'clock'>,
  appId: number,
  mode: Mode,
): Promise<string | undefined> {
  const keys = await store.credentials.listShownKeys(db, appId)
  const nowMs = clock.nowMs()
  return keys.findLast((key) => key.mode === mode && isValidAt(key, nowMs))?.shown
}
