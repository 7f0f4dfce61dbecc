import type { Mode } from '@quoin/core/apps/app.ts'
import { notFound } from '@quoin/core/errors.ts'
import type { Ports } from '../../ports/ports.ts'
import type { AppNeeds } from './create-app.ts'
import { type IssuedKey, type IssuedSecret, issueKey, issueSecret } from './issue-credentials.ts'

interface Rotation {
  readonly appId: number
  readonly mode: Mode
  /** How long the old ones go on working, never beyond an end they had already. */
  readonly overlapSec: number
}

type Needs = AppNeeds & Pick<Ports, 'clock'>

interface Rotated {
  /** How many old ones now run out, and when (Unix seconds). */
  readonly ending: number
  readonly endsAtSec: number
}

/** A new secret beside the old ones, which end after the overlap: callers change over without a gap. */
export async function rotateSecret(needs: Needs, rotation: Rotation): Promise<IssuedSecret & Rotated> {
  return await rotate(needs, rotation, async (tx, expiresAtMs) => {
    const issued = await issueSecret(needs, tx, rotation)
    const ending = await needs.store.credentials.expireApiSecrets(tx, {
      ...rotation,
      exceptId: issued.id,
      expiresAtMs,
    })
    return { ...issued, ending }
  })
}

/** The same for the public key. Old links carry the old key: give it a long overlap. */
export async function rotateKey(needs: Needs, rotation: Rotation): Promise<IssuedKey & Rotated> {
  return await rotate(needs, rotation, async (tx, expiresAtMs) => {
    const issued = await issueKey(needs, tx, rotation)
    const ending = await needs.store.credentials.expireApiKeys(tx, {
      ...rotation,
      exceptId: issued.id,
      expiresAtMs,
    })
    return { ...issued, ending }
  })
}

async function rotate<Issued>(
  { db, store, clock, snapshots }: Needs,
  { appId, overlapSec }: Rotation,
  issue: (tx: Parameters<Parameters<typeof db.transaction>[0]>[0], expiresAtMs: number) => Promise<Issued>,
): Promise<Issued & { endsAtSec: number }> {
  const expiresAtMs = clock.nowMs() + overlapSec * 1000
  const issued = await db.transaction(async (tx) => {
    if (!(await store.apps.findAppById(tx, appId))) throw notFound(`There is no app ${appId}.`)
    const result = await issue(tx, expiresAtMs)
    await store.snapshotVersions.bumpSnapshot(tx, 'apps')
    return result
  })
  await snapshots.refresh('apps')
  return { ...issued, endsAtSec: Math.floor(expiresAtMs / 1000) }
}
