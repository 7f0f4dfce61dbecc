import { resolve } from 'node:path'
import type { GivenSettings } from '../settings/config.ts'
import { StartError } from './process/start-error.ts'
import { findRestored } from './tell-restored.ts'

/**
 * Refuses the first start of what was restored while another server still adds to the backups that it came from: two would
 * go on from one state, and pay both. Backups that cannot be read tell of nobody.
 */
export async function assertAlone(settings: GivenSettings): Promise<void> {
  const { dataDir } = settings
  const facts = await findRestored(dataDir).catch(() => undefined)
  if (facts === undefined) return
  const { findSignOfLife } = await import('../backup/sign-of-life.ts')
  const seenMs = await findSignOfLife(facts, settings).catch(() => undefined)
  if (seenMs === undefined) return
  throw new StartError(
    `${resolve(dataDir)} was restored at ${facts.restoredAt}, and the server that it is a copy of has added to ${facts.repository} ` +
      `since, at ${new Date(seenMs).toISOString()}: stop that one, or it and this one both pay for what comes. ` +
      'Where it is stopped, or was another one, start with --accept (npm start -- --accept)',
  )
}
