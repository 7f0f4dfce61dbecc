import type { Backups } from '../../ports/backups.ts'
import type { Ports } from '../../ports/ports.ts'

interface Needs extends Pick<Ports, 'db' | 'store' | 'clock'> {
  readonly backups: Pick<Backups, 'keepToldIds'> | undefined
}

const changesAtOnce = 10_000

/**
 * Keeps the ids of new conversions and callbacks beside the backups: what happens again after a restore of before gets the
 * same ones. A page that is kept and not noted is kept once more.
 */
export async function keepToldIds({ db, store, clock, backups }: Needs): Promise<void> {
  for (;;) {
    const untilMs = clock.nowMs()
    const { ids, from, until, isFull } = await store.toldIds.listUnkept(db, changesAtOnce)
    if (ids.length === 0 && !isFull) return
    if (ids.length > 0) await backups?.keepToldIds({ ids, from, untilMs })
    await store.toldIds.noteKept(db, { from, until })
    if (!isFull) return
  }
}
