import type { Disk } from '../../packages/server/src/ports/service-figures.ts'

/** A disk of a hundred bytes, unless said otherwise, that holds all there is. */
export function diskWith(freeBytes: number, { totalBytes = 100, place = 'here' } = {}): Disk {
  const uses = ['data', 'spool', 'database']
  return { place, measure: async () => [{ uses, freeBytes, totalBytes }] }
}
