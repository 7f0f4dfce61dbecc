import { hash } from 'node:crypto'

import type { Mode } from '@quoin/core/apps/app.ts'
import { formatCredential, maskCredential } from '@quoin/core/credentials/credential.ts'
import type { Ports } from '../../ports/ports.ts'
import type { Db } from '../../store/pg/database.ts'

/**
 * A public key only has to be unguessable enough not to be mistaken. The cell takes the place of some of the bits
 * (core/credentials/credential.ts).
 */
const keyBytes = 16
const secretBytes = 32

export interface IssuedKey {
  readonly id: number
  readonly apiKey: string
}

export interface IssuedSecret {
  readonly id: number
  /** Shown once: only its digest is stored. */
  readonly apiSecret: string
}

type Needs = Pick<Ports, 'store' | 'random' | 'settings'>

export async function issueKey(
  { store, random, settings }: Needs,
  tx: Db,
  { appId, mode, label = '' }: { appId: number; mode: Mode; label?: string },
): Promise<IssuedKey> {
  const apiKey = formatCredential({ kind: 'pk', mode, cell: settings.cell }, random(keyBytes))
  return { id: await store.credentials.insertApiKey(tx, { appId, key: apiKey, mode, label }), apiKey }
}

export async function issueSecret(
  { store, random, settings }: Needs,
  tx: Db,
  { appId, mode }: { appId: number; mode: Mode },
): Promise<IssuedSecret> {
  const apiSecret = formatCredential({ kind: 'sk', mode, cell: settings.cell }, random(secretBytes))
  const digest = hash('sha256', apiSecret, 'buffer')
  const masked = maskCredential(apiSecret)
  return { id: await store.credentials.insertApiSecret(tx, { appId, digest, masked, mode }), apiSecret }
}
