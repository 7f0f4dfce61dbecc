import type { FeedFault } from './feed-kind.ts'

/** Whether something that was read is a fault instead. */
export function isFault(read: object): read is FeedFault {
  return 'cause' in read
}
