import { hash, timingSafeEqual } from 'node:crypto'

import {
  type ApiKey,
  type ApiSecret,
  type App,
  isAppOpen,
  isValidAt,
  type Mode,
} from '@quoin/core/apps/app.ts'
import { readCredential } from '@quoin/core/credentials/credential.ts'
import { invalidApiKey, invalidApiSecret } from '@quoin/core/errors.ts'
import type { AppDirectory } from '../../ports/directories.ts'
import type { Ports } from '../../ports/ports.ts'

export interface KnownKey {
  readonly app: App
  readonly key: ApiKey
}

type Needs = Pick<Ports, 'snapshots' | 'clock' | 'usage'>

/** Finds the app of a public key. Missing, unknown, expired, revoked, of a suspended app or publisher: all INVALID_API_KEY. */
export function authenticateKey({ snapshots, clock, usage }: Needs, apiKey = ''): KnownKey {
  const key = snapshots.apps().findKey(apiKey)
  const app = key && snapshots.apps().findApp(key.appId)
  if (!key || !app || !isAppOpen(app, key.mode) || !isValidAt(key, clock.nowMs())) throw invalidApiKey()
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

interface GivenSecret {
  readonly appId: number
  readonly mode: Mode
  readonly apiSecret: string | undefined
}

function findSecret({ snapshots, clock }: Needs, given: GivenSecret): ApiSecret | undefined {
  const found = recall(snapshots.apps(), given)
  return found && found.mode === given.mode && isValidAt(found, clock.nowMs()) ? found : undefined
}

/** Secrets that were right, in the memory of this process only, so that a busy caller is not hashed each time. */
const proven = new WeakMap<AppDirectory, Map<string, ApiSecret>>()

const provenMax = 10_000

/** Proven secrets are kept per directory: a change of apps or credentials makes a new one, which forgets them. */
function recall(apps: AppDirectory, { appId, apiSecret = '' }: GivenSecret): ApiSecret | undefined {
  const known = proven.get(apps) ?? new Map<string, ApiSecret>()
  proven.set(apps, known)
  const recalled = known.get(apiSecret)
  if (recalled?.appId === appId) return recalled
  const found = compare(apps, appId, apiSecret)
  if (found && known.size < provenMax) known.set(apiSecret, found)
  return found
}

/** Digests of equal length are compared in constant time; each secret of the app is compared, hit or not. */
function compare(apps: AppDirectory, appId: number, apiSecret: string): ApiSecret | undefined {
  if (readCredential(apiSecret)?.kind !== 'sk') return undefined
  const digest = hash('sha256', apiSecret, 'buffer')
  let found: ApiSecret | undefined
  for (const secret of apps.listSecrets(appId)) {
    if (timingSafeEqual(secret.digest, digest)) found = secret
  }
  return found
}
