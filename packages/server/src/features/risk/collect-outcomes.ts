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
/** Whoever owns one app or one network teaches at most half. */
const perSourceMax = usersMax / 2
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
    perSourceMax,
  })
  const users = rows.map(({ appId, userId, networkId, lostAtMs }) => ({
    appId,
    networkId,
    user: keyUser(keyring, { appId, isTest: false, userId }),
    beforeMs: lostAtMs,
  }))
  const endedBy = new Map(users.map((user) => [idOf(user), user]))
  const outcomes: Outcome[] = []
  for (let from = 0; from < users.length; from += batchUsers) {
    const found = await store.riskWeights.listSharesBefore(db, users.slice(from, from + batchUsers))
    for (const row of found) {
      const isHeldOut = Number.parseInt(row.user.slice(0, 8), 16) % heldOutEvery === 0
      const { networkId, beforeMs } = endedBy.get(idOf(row)) ?? { networkId: 0, beforeMs: null }
      const sources = [`app ${row.appId}`, `network ${networkId}`]
      outcomes.push({ shares: sharesNamed(row.shares), isFraud: beforeMs !== null, isHeldOut, sources })
    }
  }
  return outcomes
}

function idOf({ appId, user }: { readonly appId: number; readonly user: string }): string {
  return `${appId}:${user}`
}
