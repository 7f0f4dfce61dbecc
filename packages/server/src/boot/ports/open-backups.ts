import type { Backups } from '../../ports/backups.ts'
import type { Ports } from '../../ports/ports.ts'
import type { Settings } from '../../settings/config.ts'
import type { Variables } from '../shared-settings.ts'

/** Loaded where they are asked for alone. */
export async function openBackups(
  settings: Settings,
  needs: Pick<Ports, 'keyring' | 'clock' | 'log'> & { readonly environment: Variables },
): Promise<Backups | undefined> {
  const { openScheduledBackups } = await import('../../backup/scheduled-backups.ts')
  return await openScheduledBackups(settings, needs)
}
