import { join, resolve } from 'node:path'
import { restoredName } from '../backup/restored-facts.ts'
import type { GivenSettings } from '../settings/config.ts'
import { replacePrivateFile } from './process/private-file.ts'
import { StartError } from './process/start-error.ts'
import { findRestored } from './tell-restored.ts'

/**
 * Refuses the first start of what was restored where another server has added to the backups since: two would go on from one
 * state, and pay both, and what that one has taken is not here. Backups that cannot be read tell of nobody.
 */
export async function assertAlone(settings: GivenSettings): Promise<void> {
  const { dataDir } = settings
  const facts = await findRestored(dataDir).catch(() => undefined)
  // It adds to them itself from then on.
  if (facts === undefined || facts.isBegun) return
  const { findSignOfLife } = await import('../backup/sign-of-life.ts')
  const seenMs = await findSignOfLife(facts, settings).catch(() => undefined)
  if (seenMs === undefined) return
  throw new StartError(
    `${resolve(dataDir)} was restored at ${facts.restoredAt}, and the server that it is a copy of has added to ${facts.repository} ` +
      `since, at ${new Date(seenMs).toISOString()}: stop that one and restore again, since what it has taken is not here. ` +
      'Where it was another one, or you want to leave that behind, start with --accept (npm start -- --accept)',
  )
}

/** Notes that the first start was let through. */
export async function noteBegun(dataDir: string): Promise<void> {
  const facts = await findRestored(dataDir).catch(() => undefined)
  if (facts === undefined || facts.isBegun) return
  await replacePrivateFile(join(dataDir, restoredName), JSON.stringify({ ...facts, isBegun: true }))
}
