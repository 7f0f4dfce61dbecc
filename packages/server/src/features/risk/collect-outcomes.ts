import { labelOutcome, reversedLoss } from '@quoin/core/risk/learning/label-outcome.ts'
import { type Outcome, partCount } from '@quoin/core/risk/learning/outcome.ts'
import { sharesNamed } from '@quoin/core/risk/shares-by-name.ts'
import { dayMs } from '@quoin/core/time/durations.ts'
import type { Ports } from '../../ports/ports.ts'
import { keyUser } from '../devices/key-sighting.ts'

/** Reversals come within weeks: what stands for so long is believed. */
const matureMs = 30 * dayMs
/** Assessments are kept for half a year, and fraud changes. */
const windowMs = 180 * dayMs
/** The number of users of each kind that a fit takes seconds for. */
const usersMax = 10_000
/** Whoever owns one app or one network teaches at most half. */
const perSourceMax = usersMax / 2
/** An offer with fewer conversions than this says less than its network and all offers. */
const usualBefore = 20
const batchUsers = 1_000

export interface Collected {
  readonly outcomes: readonly Outcome[]
  /** Users of whom nothing can be told yet: too young, or between bad luck and fraud. */
  readonly untold: number
}

/** How users ended, with what was known of them before: the labels and the signs of a refit. */
export async function collectOutcomes({
  db,
  store,
  clock,
  keyring,
}: Pick<Ports, 'db' | 'store' | 'clock' | 'keyring'>): Promise<Collected> {
  const nowMs = clock.nowMs()
  const endings = await store.userOutcomes.listEndings(db, {
    sinceMs: nowMs - windowMs,
    matureMs: nowMs - matureMs,
    nowMs,
    reversedLoss,
    usualBefore,
    limit: usersMax,
    perSourceMax,
  })
  const told = endings.flatMap((ending) => {
    const label = labelOutcome(ending)
    if (label === undefined) return []
    const { appId, userId, knownAtMs } = ending
    return [{ appId, user: keyUser(keyring, { appId, isTest: false, userId }), beforeMs: knownAtMs, label }]
  })
  const labels = new Map(told.map((one) => [idOf(one), one.label]))
  const outcomes: Outcome[] = []
  for (let from = 0; from < told.length; from += batchUsers) {
    const found = await store.userOutcomes.listSharesBefore(db, told.slice(from, from + batchUsers))
    for (const row of found) {
      const label = labels.get(idOf(row))
      if (label === undefined) continue
      const part = Number.parseInt(row.user.slice(0, 8), 16) % partCount
      outcomes.push({ ...label, shares: sharesNamed(row.shares), part })
    }
  }
  return { outcomes, untold: endings.length - told.length }
}

function idOf({ appId, user }: { readonly appId: number; readonly user: string }): string {
  return `${appId}:${user}`
}
