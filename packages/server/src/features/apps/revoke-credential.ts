import { notFound } from '@quoin/core/errors.ts'
import type { Ports } from '../../ports/ports.ts'
import type { AppNeeds } from './create-app.ts'

/** Ends a key or secret at once, in every process. */
export async function revokeCredential(
  { db, store, clock, snapshots }: AppNeeds & Pick<Ports, 'clock'>,
  { kind, id }: { kind: 'key' | 'secret'; id: number },
): Promise<void> {
  const revoke = kind === 'key' ? store.credentials.revokeApiKey : store.credentials.revokeApiSecret
  await db.transaction(async (tx) => {
    if (!(await revoke(tx, id, clock.nowMs()))) throw notFound(`There is no ${kind} ${id}.`)
    await store.snapshotVersions.bumpSnapshot(tx, 'apps')
  })
  await snapshots.refresh('apps')
}
