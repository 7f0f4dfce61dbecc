import { openKeyring } from '../adapters/crypto/keyring.ts'
import { secretPrintsOf } from '../features/credentials/accept-secret.ts'
import type { Log } from '../ports/ports.ts'
import type { Settings } from '../settings/config.ts'
import { findKept } from '../snapshots/kept/kept-catalogue.ts'
import type { Kept } from '../snapshots/kept/kept-file.ts'

interface KeptNeeds {
  readonly settings: Pick<Settings, 'dataDir' | 'previousSecret'>
  /** Undefined before the first start of all has made one: then nothing was kept either. */
  readonly secret: string | undefined
  readonly log: Pick<Log, 'warn'>
}

/** The last good catalogue of this folder, where it was kept under the secret that this process has. */
export async function findKeptCatalogue({ settings, secret, log }: KeptNeeds): Promise<Kept | undefined> {
  if (secret === undefined) return undefined
  const keyring = openKeyring({ current: secret, previous: settings.previousSecret })
  return await findKept(settings.dataDir, { log, secret: secretPrintsOf(keyring) })
}
