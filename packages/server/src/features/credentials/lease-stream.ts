import { rateLimitExceeded } from '@quoin/core/errors.ts'
import type { Ports } from '../../ports/ports.ts'

/** Renewed three times before it ends: a process that has died holds its places for so long. */
const leaseSec = 15
export const renewEveryMs = 5_000
/** A place is free again as soon as another stream of theirs ends. */
const retryAfterSec = 10

/** Whose streams are counted together, and how many of them may be open at once in all processes. */
export interface StreamHolder {
  readonly holder: string
  readonly streamsMax: number
}

/** The place of one open stream. */
interface HeldStream {
  /** False once the place is lost. */
  renew(): Promise<boolean>
  /** Frees the place; one that cannot be freed now ends with its lease. */
  release(): Promise<void>
}

/** Takes a place for a stream; throws RATE_LIMIT_EXCEEDED where its holder has them all. */
export async function leaseStream(
  { db, store, newId, log }: Pick<Ports, 'db' | 'store' | 'newId' | 'log'>,
  { holder, streamsMax }: StreamHolder,
): Promise<HeldStream> {
  const id = newId()
  const isTaken = await db.transaction(async (tx) => {
    await store.openStreams.lockStreamsOf(tx, holder)
    return await store.openStreams.insertStream(tx, { id, holder, streamsMax, leaseSec })
  })
  if (!isTaken) {
    throw rateLimitExceeded(
      retryAfterSec,
      `You have ${streamsMax} live views open, which is the most. Close one.`,
    )
  }
  return {
    renew: () => store.openStreams.renewStream(db, id, leaseSec),
    async release() {
      await store.openStreams
        .deleteStream(db, id)
        .catch((error: unknown) =>
          log.warn({ err: error }, 'live stream not released; its lease ends by itself'),
        )
    },
  }
}
