import { createHash } from 'node:crypto'
import type { Ports } from '../../../ports/ports.ts'
import { callbackSigningPurpose } from './build-native.ts'

/** Where the document stands, for receivers that check `v1a` signatures without a secret. */
export const publicKeysPath = '/.well-known/webhook-keys.json'

/** One key as a JWK (RFC 8037), and as Standard Webhooks writes it. */
interface PublicKey {
  readonly kty: 'OKP'
  readonly crv: 'Ed25519'
  readonly alg: 'EdDSA'
  readonly use: 'sig'
  readonly kid: string
  readonly x: string
  readonly whpk: string
}

/** The keys that sign native callbacks: the present one, and the previous one while QUOIN_SECRET rotates. */
export function listPublicKeys({ keyring }: Pick<Ports, 'keyring'>): { readonly keys: readonly PublicKey[] } {
  const keys = keyring.publicKeys(callbackSigningPurpose).map(
    (raw): PublicKey => ({
      kty: 'OKP',
      crv: 'Ed25519',
      alg: 'EdDSA',
      use: 'sig',
      kid: createHash('sha256').update(raw).digest('hex').slice(0, 16),
      x: raw.toString('base64url'),
      whpk: `whpk_${raw.toString('base64')}`,
    }),
  )
  return { keys }
}
