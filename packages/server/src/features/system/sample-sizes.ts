import type { Ports } from '../../ports/ports.ts'
import { fillingDisk } from './read-figures.ts'

/** Keeps the sizes of today, where nobody has yet: the growth of a week follows from them. */
export async function sampleSizes({ db, store, disk }: Pick<Ports, 'db' | 'store' | 'disk'>): Promise<void> {
  const freeBytes = fillingDisk(await disk.measure())?.freeBytes ?? null
  await store.sizeSamples.insertSizeSample(db, { place: disk.place, freeBytes })
}
