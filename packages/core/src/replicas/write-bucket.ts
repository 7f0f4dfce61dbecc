/** Callers share so many places in which their last writes are noted: a table that never grows, and names nobody. */
export const writeBuckets = 256

/** The place of a caller, by FNV-1a. Two who share one are read to from the primary a little more often. */
export function writeBucketOf(actor: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < actor.length; index += 1)
    hash = Math.imul(hash ^ actor.charCodeAt(index), 0x01000193) >>> 0
  return hash % writeBuckets
}
