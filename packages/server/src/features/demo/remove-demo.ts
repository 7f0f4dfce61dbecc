import type { Ports, Snapshots } from '../../ports/ports.ts'

type Needs = Pick<Ports, 'db' | 'store' | 'clock'> & { readonly snapshots: Pick<Snapshots, 'refresh'> }

/** The data of a process that the demo was in. */
const changed = ['apps', 'networks', 'catalogue', 'lists', 'caps', 'terms'] as const

/**
 * Removes everything that the demo made, and what was done with it; the platform is as if it had never been there.
 * A server that writes the demo's month stops at its next step, and no later start makes another demo.
 */
export async function removeDemo({ db, store, clock, snapshots }: Needs): Promise<void> {
  await store.demoMonth.noteDemoRemoved(db, clock.nowMs())
  await db.transaction(
    async (tx) => {
      await store.demoMonth.waitForDemo(tx)
      await store.stats.waitForStatsProgress(tx)
      await store.demoRemoval.deleteDemo(tx)
      for (const name of changed) await store.snapshotVersions.bumpSnapshot(tx, name)
    },
    { timeoutMs: 0 },
  )
  for (const name of changed) await snapshots.refresh(name)
}
