import { setFlagsFromString } from 'node:v8'

/**
 * Lets whatever is made begin young. Where the engine sees that what a line of code makes often outlives a
 * collection, it makes it old from then on, and does not change its mind. One moment in which requests wait for the
 * database is enough: afterwards a part of every request is old from its beginning, keeps the rest of it alive when
 * it is done, and all of it waits for a major collection (docs/performance-notes.md).
 */
export function allocateYoung(): void {
  setFlagsFromString('--no-allocation-site-pretenuring')
}
