import type { Mode } from '@quoin/core/apps/app.ts'
import { notFound } from '@quoin/core/errors.ts'
import { secondsOf } from '@quoin/core/time/seconds-of.ts'
import type { Ports } from '../../ports/ports.ts'
import type { Db } from '../../store/pg/database.ts'
import { noteChange } from '../audit/note-change.ts'
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
  return await rotate(needs, { ...rotation, kind: 'secret' }, async (tx, expiresAtMs) => {
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
  return await rotate(needs, { ...rotation, kind: 'key' }, async (tx, expiresAtMs) => {
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
  needs: Needs,
  { kind, appId, mode, overlapSec }: Rotation & { readonly kind: 'key' | 'secret' },
  issue: (tx: Db, expiresAtMs: number) => Promise<Issued>,
): Promise<Issued & { endsAtSec: number }> {
  const { db, store, clock, snapshots } = needs
  const expiresAtMs = clock.nowMs() + overlapSec * 1000
  const issued = await db.transaction(async (tx) => {
    if (!(await store.apps.findAppById(tx, appId))) throw notFound(`There is no app ${appId}.`)
    const result = await issue(tx, expiresAtMs)
    const details = { mode, overlapSec }
    await noteChange(needs, tx, { action: `${kind}.rotated`, object: `app:${appId}`, details })
    await store.snapshotVersions.bumpSnapshot(tx, 'apps')
    return result
  })
  await snapshots.refresh('apps')
  return { ...issued, endsAtSec: secondsOf(expiresAtMs) }
}
