import { notFound } from '@quoin/core/errors.ts'
import type { Ports } from '../../ports/ports.ts'
import { noteChange } from '../audit/note-change.ts'
import type { AppNeeds } from './create-app.ts'

interface Revocation {
  readonly kind: 'key' | 'secret'
  readonly id: number
  /** Only one of this app; any unless given. */
  readonly appId?: number
}

/** Ends a key or secret at once, in every process. Throws RESOURCE_NOT_FOUND. */
export async function revokeCredential(
  needs: AppNeeds & Pick<Ports, 'clock'>,
  { kind, id, appId }: Revocation,
): Promise<void> {
  const { db, store, clock, snapshots } = needs
  const revoke = kind === 'key' ? store.credentials.revokeApiKey : store.credentials.revokeApiSecret
  await db.transaction(async (tx) => {
    const revoked = await revoke(tx, id, clock.nowMs())
    if (revoked === undefined || (appId !== undefined && revoked.appId !== appId)) {
      throw notFound(`There is no ${kind} ${id}.`)
    }
    await noteChange(needs, tx, {
      action: 'credential.revoked',
      object: `app:${revoked.appId}`,
      details: { credential: `${kind}:${id}` },
    })
    await store.snapshotVersions.bumpSnapshot(tx, 'apps')
  })
  await snapshots.refresh('apps')
}
