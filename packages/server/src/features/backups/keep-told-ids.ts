import type { Backups } from '../../ports/backups.ts'
import type { Ports } from '../../ports/ports.ts'

interface Needs extends Pick<Ports, 'db' | 'store' | 'clock'> {
  readonly backups: Pick<Backups, 'keepToldIds'> | undefined
}

const changesAtOnce = 10_000

/**
 * Keeps the ids of new conversions and callbacks beside the backups: what happens again after a restore of before gets the
 * same ones. A page that is kept and not noted is kept once more. Before the first backup there is nothing to restore, and
 * they are passed over.
 */
export async function keepToldIds({ db, store, clock, backups }: Needs): Promise<void> {
  for (;;) {
    const untilMs = clock.nowMs()
    const { ids, from, until, isFull } = await store.toldIds.listUnkept(db, changesAtOnce)
    if (ids.length === 0 && !isFull) return
    if (ids.length > 0 && !(await backups?.keepToldIds({ ids, from, untilMs }))) {
      if ((await store.backupJobs.findLastGood(db, 'backups.take')) !== undefined)
        throw new Error('There is no backup in the place of the backups: is its disk away?')
    }
    await store.toldIds.noteKept(db, { from, until })
    if (!isFull) return
  }
}
