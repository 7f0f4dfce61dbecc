import { sessionLifeSec } from '@quoin/core/people/session-life.ts'
import type { Keyring } from '../../ports/ports.ts'
import type { VersionedSecret } from './open-auth.ts'
import type { CookieRules } from './session-cookie.ts'

/**
 * The secrets that sign and encrypt people's cookies and second factors, from the present master secret and the
 * previous.
 */
export function peopleSecrets(keyring: Keyring, baseUrl: string) {
  const values = keyring.acceptedDigests('people', 'sign-in').map((digest) => digest.toString('base64url'))
  const versions = keyring
    .acceptedDigests('people', 'version')
    .map((digest) => digest.readUInt32BE() % 2 ** 31)
  const [first = '', ...others] = values
  const isSecure = baseUrl.startsWith('https:')
  const cookies: CookieRules = {
    prefix: isSecure ? '__Host-quoin' : 'quoin',
    isSecure,
    secrets: [first, ...others],
    lifeSec: sessionLifeSec,
  }
  const secrets: VersionedSecret[] = values.map((value, index) => ({ version: versions[index] ?? 0, value }))
  return { cookies, secrets }
}
