import { hash, timingSafeEqual } from 'node:crypto'

import { type ApiKey, type ApiSecret, type App, isValidAt, type Mode } from '@quoin/core/app.ts'
import { readCredential } from '@quoin/core/credential.ts'
import { invalidApiKey, invalidApiSecret } from '@quoin/core/errors.ts'
import type { Ports } from '../../ports.ts'

export interface KnownKey {
  readonly app: App
  readonly key: ApiKey
}

type Needs = Pick<Ports, 'snapshots' | 'clock' | 'usage'>

/** Finds the app of a public key. Missing, unknown, expired, revoked, of a suspended app: all INVALID_API_KEY. */
export function authenticateKey({ snapshots, clock, usage }: Needs, apiKey: string | undefined): KnownKey {
  const key = apiKey === undefined ? undefined : snapshots.apps().findKey(apiKey)
  const app = key && snapshots.apps().findApp(key.appId)
  if (!key || !app || app.status !== 'active' || !isValidAt(key, clock.nowMs())) throw invalidApiKey()
  usage.keyUsed(key.id)
  return { app, key }
}

/** Proves a server beyond its key; returns which secret it has. Missing or wrong, also by mode: INVALID_API_SECRET. */
export function authenticateSecret(
  needs: Needs,
  { app, key }: KnownKey,
  apiSecret: string | undefined,
): number {
  const secret = findSecret(needs, { appId: app.id, mode: key.mode, apiSecret })
  if (!secret) throw invalidApiSecret()
  needs.usage.secretUsed(secret.id)
  return secret.id
}

/** Digests of equal length are compared in constant time; each secret of the app is compared, hit or not. */
function findSecret(
  { snapshots, clock }: Needs,
  { appId, mode, apiSecret }: { appId: number; mode: Mode; apiSecret: string | undefined },
): ApiSecret | undefined {
  if (apiSecret === undefined || readCredential(apiSecret)?.kind !== 'sk') return undefined
  const digest = hash('sha256', apiSecret, 'buffer')
  let found: ApiSecret | undefined
  for (const secret of snapshots.apps().listSecrets(appId)) {
    if (timingSafeEqual(secret.digest, digest)) found = secret
  }
  return found && found.mode === mode && isValidAt(found, clock.nowMs()) ? found : undefined
}
