import { pauseUntil } from '../features/jobs/pause-until.ts'
import { OfferChangeFinder } from '../features/catalogue/changes/find-offer-changes.ts'
import { tellFollowers } from '../features/catalogue/changes/tell-followers.ts'
import type { Ports } from '../ports/ports.ts'

const everyMs = 1_000

/** Finds what has changed of offers, and puts it into callbacks, until it is stopped; of several processes one does. */
export function keepOfferChanges(ports: Ports): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const finder = new OfferChangeFinder(ports, ports.newId())
  let isInTrouble = false
  const look = async (): Promise<void> => {
    try {
      const offers = await finder.look()
      if (offers) ports.log.info({ offers }, 'changes of offers found')
      // The process that finds them also tells them; its callbacks are sent like all others.
      if (offers !== undefined) await tellFollowers(ports)
      isInTrouble = false
    } catch (error) {
      if (!isInTrouble) ports.log.warn({ err: error }, 'changes of offers could not be looked for')
      isInTrouble = true
    }
  }
  const work = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await look()
      await pauseUntil(everyMs, stopping.signal)
    }
    await finder.leave().catch(() => {})
  }
  const working = work()
  return {
    async stop() {
      stopping.abort()
      await working
    },
  }
}
