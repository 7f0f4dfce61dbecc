import type { Ports } from '../../ports/ports.ts'

/** An import writes its next 500 offers well within this, or its process is gone. One that is not announces anew. */
const silentMs = 60_000

/**
 * Lets every process see what an import wrote whose own process ended before it could say so. Returns how many there
 * were.
 */
export async function endAbandonedImports({ db, store }: Pick<Ports, 'db' | 'store'>): Promise<number> {
  return await store.snapshotVersions.endAbandonedChanges(db, silentMs)
}
