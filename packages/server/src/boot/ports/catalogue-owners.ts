import { splitHosts } from '@quoin/core/split-hosts.ts'
import { openKeyring } from '../../adapters/crypto/keyring.ts'
import type { Settings } from '../../settings/config.ts'

/**
 * Prints of the secret and the name of the database: a catalogue that was kept under another is not ours. The first is
 * the present one's; a previous secret has one as well.
 */
export function catalogueOwners(
  secret: string,
  { databaseUrl, previousSecret }: Pick<Settings, 'databaseUrl' | 'previousSecret'>,
): readonly string[] {
  // Hosts come and go, and the embedded database has another port each time.
  const name = databaseUrl === null ? '' : new URL(splitHosts(databaseUrl)[0] ?? '').pathname
  const keyring = openKeyring({ current: secret, previous: previousSecret })
  return keyring.acceptedDigests('kept catalogue', name).map((print) => print.toString('hex'))
}
