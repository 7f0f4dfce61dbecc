import { hourMs } from '@quoin/core/time/durations.ts'
import { type LearningNeeds, refitWeights } from '../features/risk/refit-weights.ts'
import type { Log } from '../ports/ports.ts'

const checkEveryMs = 10 * 60_000
/** A little less than a day, so that the hour of the night does not wander. */
const nightMs = 23 * hourMs
/** A fit takes seconds: who has not come to an end by then never will. */
const againMs = 30 * 60_000

/** Learns from outcomes once a night, in one of all processes. */
export function keepLearning(needs: LearningNeeds & { readonly log: Log; readonly onSuccess: () => void }): {
  stop(): Promise<void>
} {
  let running: Promise<void> | undefined
  const check = (): void => {
    running ??= learnTonight(needs)
      .then((hasLearnt) => {
        if (hasLearnt) needs.onSuccess()
      })
      .catch((error: unknown) => needs.log.warn({ err: error }, 'risk weight refit failed'))
      .finally(() => {
        running = undefined
      })
  }
  check()
  const timer = setInterval(check, checkEveryMs)
  return {
    async stop() {
      clearInterval(timer)
      await running
    },
  }
}

/**
 * Does nothing where another process had tonight's turn, or where the operator's own file or word decides; returns whether
 * it did.
 */
export async function learnTonight(needs: LearningNeeds & { readonly log: Log }): Promise<boolean> {
  const { db, store, clock, settings, log } = needs
  if (settings.riskLearning === 'off' || settings.riskWeights !== null) return false
  const turns = { nowMs: clock.nowMs(), everyMs: nightMs, againMs }
  if (!(await store.riskWeights.takeLearningTurn(db, turns))) return false
  const mayActivate = settings.riskLearning === 'auto'
  try {
    const report = await refitWeights(needs, { actor: 'quoin', mayActivate })
    await store.riskWeights.noteLearning(db, report)
    log.info(report, 'risk weight maintenance finished')
    return true
  } catch (error) {
    await store.riskWeights.noteLearning(db, { outcome: 'failed' })
    throw error
  }
}
