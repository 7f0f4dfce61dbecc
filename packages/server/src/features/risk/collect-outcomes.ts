import { type Outcome, sharesNamed } from '@quoin/core/risk/learn-weights.ts'
import { dayMs } from '@quoin/core/time/durations.ts'
import type { Ports } from '../../ports/ports.ts'
import { keyUser } from '../devices/key-sighting.ts'

/** Reversals come within weeks: what stands for so long is believed. */
const matureMs = 30 * dayMs
/** Assessments are kept for half a year, and fraud changes. */
const windowMs = 180 * dayMs
/** The number of frauds and of honest users that a fit takes seconds for. */
const usersMax = 10_000
const batchUsers = 1_000
/** One in five users is never learned from: weights are judged by them. */
const heldOutEvery = 5

/** How users ended, with what was known of them before: the labels and the signs of a refit. */
export async function collectOutcomes({
  db,
  store,
  clock,
  keyring,
}: Pick<Ports, 'db' | 'store' | 'clock' | 'keyring'>): Promise<readonly Outcome[]> {
  const nowMs = clock.nowMs()
  const rows = await store.riskWeights.listOutcomes(db, {
    sinceMs: nowMs - windowMs,
    matureMs: nowMs - matureMs,
    limit: usersMax,
  })
  const users = rows.map(({ appId, userId, lostAtMs }) => ({
    appId,
    user: keyUser(keyring, { appId, isTest: false, userId }),
    beforeMs: lostAtMs,
  }))
  const frauds = new Set(users.filter(({ beforeMs }) => beforeMs !== null).map(idOf))
  const outcomes: Outcome[] = []
  for (let from = 0; from < users.length; from += batchUsers) {
    const found = await store.riskWeights.listSharesBefore(db, users.slice(from, from + batchUsers))
    for (const row of found) {
      const isHeldOut = Number.parseInt(row.user.slice(0, 8), 16) % heldOutEvery === 0
      outcomes.push({ shares: sharesNamed(row.shares), isFraud: frauds.has(idOf(row)), isHeldOut })
    }
  }
  return outcomes
}

function idOf({ appId, user }: { readonly appId: number; readonly user: string }): string {
  return `${appId}:${user}`
}
