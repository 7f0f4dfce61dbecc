/** Callers share so many places in which their last writes are noted: a table that never grows, and names nobody. */
export const writeBuckets = 256

/** The place of a caller, by FNV-1a. The primary answers two who share one a little more often. */
export function writeBucketOf(actor: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < actor.length; index += 1)
    hash = Math.imul(hash ^ actor.charCodeAt(index), 0x01000193) >>> 0
  return hash % writeBuckets
}
