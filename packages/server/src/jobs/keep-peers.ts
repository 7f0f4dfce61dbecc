import { type CompareNeeds, compareAccounts } from '../features/risk/compare-accounts.ts'
import type { Weights } from '@quoin/core/risk/weights.ts'
import type { Log } from '../ports/ports.ts'

const checkEveryMs = 60_000
const roundEveryMs = 10 * 60_000

type Needs = Omit<CompareNeeds, 'riskWeights' | 'riskFigures'> & {
  readonly log: Log
  /** Read anew for each round. */
  readonly riskFigures: CompareNeeds['riskFigures'] & { refresh(): Promise<void> }
  riskWeights(): Promise<Weights>
}

/** Compares the accounts of each app every few minutes, in one of all processes. */
export function keepPeers(needs: Needs & { readonly onSuccess: () => void }): { stop(): Promise<void> } {
  let running: Promise<void> | undefined
  const check = (): void => {
    running ??= compareInTurn(needs)
      .then((isDone) => {
        if (isDone) needs.onSuccess()
      })
      .catch((error: unknown) => needs.log.warn({ err: error }, 'accounts were not compared'))
      .finally(() => {
        running = undefined
      })
  }
  const timer = setInterval(check, checkEveryMs)
  return {
    async stop() {
      clearInterval(timer)
      await running
    },
  }
}

/** Does nothing where another process had the turn; returns whether it did. */
export async function compareInTurn(needs: Needs): Promise<boolean> {
  const { db, store, clock, log } = needs
  const nowMs = clock.nowMs()
  if (!(await store.riskPeers.takePeerRound(db, { nowMs, everyMs: roundEveryMs }))) return false
  await needs.riskFigures.refresh()
  const weights = await needs.riskWeights()
  const ports = { ...needs, riskWeights: () => weights }
  let accounts = 0
  for (const app of await store.apps.listApps(db)) {
    accounts += await compareAccounts(ports, app)
  }
  if (accounts > 0) log.info({ accounts }, 'accounts compared with their peers')
  return true
}
