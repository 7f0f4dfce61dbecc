import { hourMs } from '@quoin/core/time/durations.ts'
import { sampleSizes } from '../features/system/sample-sizes.ts'
import type { Ports } from '../ports/ports.ts'

type Needs = Pick<Ports, 'db' | 'store' | 'disk' | 'log'> & { readonly onSuccess: () => void }

/** Takes a sample of the database's size and the free disk each day: looks once an hour whether it is there. */
export function keepSizes(needs: Needs): { stop(): Promise<void> } {
  let running: Promise<void> | undefined
  const check = (): void => {
    running ??= sampleSizes(needs)
      .then(needs.onSuccess)
      .catch((error: unknown) => needs.log.warn({ err: error }, 'sizes of database and disk were not kept'))
      .finally(() => {
        running = undefined
      })
  }
  check()
  const timer = setInterval(check, hourMs)
  return {
    async stop() {
      clearInterval(timer)
      await running
    },
  }
}
