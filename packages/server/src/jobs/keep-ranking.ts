import { minuteMs } from '@quoin/core/time/durations.ts'
import { makeRanking } from '../features/ranking/make-ranking.ts'
import type { Ports } from '../ports/ports.ts'

/** Looks every minute whether the next round of the ranking is due, in one of all processes. */
export function keepRanking(
  needs: Pick<Ports, 'db' | 'store' | 'log' | 'clock'> & { readonly onSuccess: () => void },
): { stop(): Promise<void> } {
  let running: Promise<void> | undefined
  const check = (): void => {
    running ??= makeRanking(needs)
      .then((id) => {
        if (id === undefined) return
        needs.log.debug({ id }, 'ranking evidence gathered')
        needs.onSuccess()
      })
      .catch((error: unknown) => needs.log.warn({ err: error }, 'ranking evidence could not be gathered'))
      .finally(() => {
        running = undefined
      })
  }
  check()
  const timer = setInterval(check, minuteMs)
  return {
    async stop() {
      clearInterval(timer)
      await running
    },
  }
}
