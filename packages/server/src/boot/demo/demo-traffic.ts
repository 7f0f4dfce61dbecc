import { setTimeout as delay } from 'node:timers/promises'
import { readOfferFile } from '../../adapters/offer-files/offer-files.ts'
import { fillMonth } from '../../features/demo/month/fill-month.ts'
import { goOn } from '../../features/demo/month/go-on.ts'
import type { Ports } from '../../ports/ports.ts'
import { networkOffers } from './demo-file.ts'

/** The first answers are for whoever has just started it. */
const settleMs = 400
/** Between two steps a request gets its turn. */
const breathMs = 2

/** Writes the demo's month in the background, then goes on with a visit now and then. */
export function startDemoTraffic(ports: Ports): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const { signal } = stopping
  const wait = (ms: number): Promise<void> => delay(ms, undefined, { signal, ref: false }).catch(() => {})
  const run = async (): Promise<void> => {
    await wait(settleMs)
    const startedMs = ports.clock.monotonicMs()
    const readCatalogue = () => readOfferFile(networkOffers)
    if (!(await fillMonth(ports, { readCatalogue, signal, pause: () => wait(breathMs) }))) return
    const seconds = Math.round((ports.clock.monotonicMs() - startedMs) / 100) / 10
    if (seconds > 1) ports.log.info({ seconds }, 'demo month written')
    await goOn(ports, { signal, wait })
  }
  const running = run().catch((error: unknown) => ports.log.warn({ err: error }, 'demo traffic stopped'))
  return {
    async stop() {
      stopping.abort()
      await running
    },
  }
}
