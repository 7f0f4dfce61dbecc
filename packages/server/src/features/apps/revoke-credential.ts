import { notFound } from '@quoin/core/errors.ts'
import type { Ports } from '../../ports/ports.ts'
import { noteChange } from '../audit/note-change.ts'
import type { AppNeeds } from './create-app.ts'

/** Ends a key or secret at once, in every process. */
export async function revokeCredential(
  needs: AppNeeds & Pick<Ports, 'clock'>,
  { kind, id }: { kind: 'key' | 'secret'; id: number },
): Promise<void> {
  const { db, store, clock, snapshots } = needs
  const revoke = kind === 'key' ? store.credentials.revokeApiKey : store.credentials.revokeApiSecret
  await db.transaction(async (tx) => {
    if (!(await revoke(tx, id, clock.nowMs()))) throw notFound(`There is no ${kind} ${id}.`)
    await noteChange(needs, tx, { action: 'credential.revoked', object: `${kind}:${id}` })
    await store.snapshotVersions.bumpSnapshot(tx, 'apps')
  })
  await snapshots.refresh('apps')
}
