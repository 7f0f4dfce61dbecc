import { setTimeout as delay } from 'node:timers/promises'

import { takeOwnership, type ServerAddress, type Ownership } from './ownership.ts'
import { findPostmaster, type Launch, launchPostmaster, stopPostmaster } from './postmaster.ts'

const backoffMinMs = 100
const backoffMaxMs = 2_000
/** It may be a command that was begun in that moment, and ends soon. */
const taken = 'another Quoin has taken it over, and this one waits until that one lets it go'

/** How the watch ended: with the lock in hand, with the server away, or with another Quoin in possession. */
export type WatchEnd = Ownership | 'away' | 'taken'

/**
 * Brings the database back on the same port whenever it goes: after an out-of-memory kill, or after a full
 * disk, on which PostgreSQL stops rather than lose what it acknowledged. The pool then simply connects again.
 * Returns the function that ends the watch.
 */
export function keepRunning(
  launch: Launch,
  address: ServerAddress,
  first: Ownership,
  log: (sentence: string) => void,
): () => Promise<WatchEnd> {
  const stopping = new AbortController()
  const watch = watchOver(first)

  async function watchOver(held: Ownership): Promise<WatchEnd> {
    await Promise.race([held.lost, aborted(stopping.signal)])
    if (stopping.signal.aborted) return held
    log('The connection to the database was lost; bringing it back')
    const next = await bringBack()
    if (next === 'away' || next === 'taken') return next
    log('The database is back')
    return watchOver(next)
  }

  async function bringBack(): Promise<WatchEnd> {
    let said = ''
    let isTaken = false
    for (let waitMs = backoffMinMs; !stopping.signal.aborted; waitMs = Math.min(waitMs * 2, backoffMaxMs)) {
      const outcome = await tryOnce().catch((error: unknown) => ({ why: `${error}` }))
      if (!('why' in outcome)) return outcome
      isTaken = outcome.why === taken
      if (outcome.why !== said) log(`The database is not back yet: ${outcome.why}`)
      said = outcome.why
      await delay(waitMs, undefined, { signal: stopping.signal }).catch(() => {})
    }
    return isTaken ? 'taken' : 'away'
  }

  async function tryOnce(): Promise<Ownership | { why: string }> {
    const running =
      (await findPostmaster(launch.cluster)) ??
      (await launchPostmaster(launch, address.port, stopping.signal))
    if (typeof running === 'string') return { why: running }
    const claim = await takeOwnership({ ...address, port: running.port })
    if ('ownership' in claim) {
      if (running.port === address.port) return claim.ownership
      // It was left over by one that was killed, on a port that nobody here knows.
      await stopPostmaster(launch.cluster, launch.binaries)
      await claim.ownership.release()
      return { why: 'it runs on another port, and is started again' }
    }
    return { why: 'owner' in claim ? taken : claim.why.message }
  }

  return () => {
    stopping.abort()
    return watch
  }
}

async function aborted(signal: AbortSignal): Promise<void> {
  // The event is not told again to those who come late.
  if (signal.aborted) return
  await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
}
