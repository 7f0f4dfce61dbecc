import { invalidApiKey } from '@quoin/core/errors.ts'
import type { Ports } from '../../ports/ports.ts'
import type { Transaction } from '../../store/pg/db.ts'

/** Whoever makes a token or a link, as they were proved when their request came. */
export interface Maker {
  readonly actor: string
  readonly sessionId: string | null
  /** Null for a person, and for the token of the environment. */
  readonly tokenId: string | null
}

/**
 * Throws INVALID_API_KEY where whoever makes something has lost their access since they were proved; whatever takes it now
 * waits, and ends what was made. Returns when the maker ends by themselves, in Unix milliseconds: what they make must not
 * last longer. Call it under the lock of the organization, which removals take first.
 */
export async function holdMaker(
  { store, clock }: Pick<Ports, 'store' | 'clock'>,
  tx: Transaction,
  maker: Maker | undefined,
): Promise<number | null> {
  const nowMs = clock.nowMs()
  if (typeof maker?.sessionId === 'string') {
    const email = maker.actor.replace('person:', '')
    if (await store.makers.holdSession(tx, { id: maker.sessionId, email, nowMs })) return null
  } else if (typeof maker?.tokenId === 'string') {
    const { holdToken, holdPublisherToken } = store.makers
    const hold = maker.actor.startsWith('publisher-token:') ? holdPublisherToken : holdToken
    const held = await hold(tx, maker.tokenId, nowMs)
    if (held !== undefined) return held.expiresAtMs
  } else return null
  throw invalidApiKey('Your access has ended.')
}

/** The earlier of two ends, of which null is none. */
export function earlierEnd(first: number | null, second: number | null): number | null {
  if (first === null || second === null) return first ?? second
  return Math.min(first, second)
}
