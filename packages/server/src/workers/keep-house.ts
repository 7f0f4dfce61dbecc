import { expireClaims } from '../features/conversions/expire-claims.ts'
import { finishErasures } from '../features/users/finish-erasures.ts'
import type { Ports } from '../ports.ts'
import { keepClickPartitions } from './keep-click-partitions.ts'

const hourMs = 3_600_000

type Needs = Pick<Ports, 'db' | 'store' | 'log' | 'clock' | 'settings' | 'newId' | 'keyring'>

/** Periodic work: once before the service answers, then every hour. */
export async function keepHouse(needs: Needs): Promise<{ stop(): Promise<void> }> {
  const round = async (): Promise<void> => {
    await keepClickPartitions(needs)
    const expired = await expireClaims(needs)
    const erased = await finishErasures(needs)
    if (erased > 0) needs.log.info({ users: erased }, 'erasures finished')
    if (expired > 0) needs.log.info({ claims: expired }, 'unattributed claims expired')
  }
  await round()
  let running: Promise<void> = Promise.resolve()
  const timer = setInterval(() => {
    running = round().catch((error: unknown) => needs.log.warn({ err: error }, 'periodic work failed'))
  }, hourMs)
  return {
    async stop() {
      clearInterval(timer)
      await running
    },
  }
}
