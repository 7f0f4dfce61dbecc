import type { FloorWorld } from '@quoin/core/risk/learning/judge-by-worlds.ts'
import { labelOf } from '@quoin/core/risk/learning/label-outcome.ts'
import { learnWeights } from '@quoin/core/risk/learning/learn-weights.ts'
import { sharesNamed } from '@quoin/core/risk/shares-by-name.ts'
import { shippedWeights, type Weights } from '@quoin/core/risk/weights.ts'
import { keyUser } from '../../packages/server/src/features/devices/key-sighting.ts'
import { followOffer, tell } from './conversions.ts'
import type { World } from './world.ts'

/** Users with a score of late: what spoke against each. */
const scored: readonly (readonly [user: string, shares: Readonly<Record<string, number>>])[] = [
  ['riser-1', { headless_screen: 1, universal_time: 1, webdriver: 0.3 }],
  ['riser-2', { headless_screen: 1, universal_time: 1, software_gpu: 1 }],
  ['faller-1', { platform_mismatch: 1, vpn_address: 1, timezone_mismatch: 1 }],
  ['stays-1', {}],
  ['stays-2', {}],
]

const learned: Weights = {
  ...shippedWeights,
  version: 'learned-20261122T030000',
  points: {
    ...shippedWeights.points,
    headless_screen: 4.2,
    universal_time: 2.5,
    platform_mismatch: 0.2,
    timezone_mismatch: 0.1,
  },
}

const worlds: readonly FloorWorld[] = ['simulation', 'world B', 'world C', 'world D'].map((name) => ({
  name,
  users: Array.from({ length: 200 }, (_, index) => ({
    isFraud: index % 8 === 0,
    shares: sharesNamed(index % 8 === 0 ? { webdriver: 1 } : {}),
  })),
}))

/** Users who earned, and weights that were learned from the decisions of people and wait, or were refused. */
export async function addLearned(world: World, { isRefused = false } = {}): Promise<string> {
  const { ports, app } = world
  const { db, newId, clock, keyring, store } = ports
  const offerId = await world.addOffer()
  for (const [userId, shares] of scored) {
    const clickId = await followOffer(world, { offerId, userId })
    await tell(world, { query: { click_id: clickId, payout: '1.5', status: 'pending' } })
    const key = keyUser(keyring, { appId: app.appId, isTest: false, userId })
    await db.query(
      `insert into risk_assessments (id, app_id, user_key, device_key, score_tenths, is_blocked, is_multi_accounting,
         reasons, weights_version, request_id, is_test, assessed_at, shares)
       values ($1, $2, decode($3, 'hex'), '\\x01', 100, false, false, '[]', '5', 'r', false,
         to_timestamp($4::bigint / 1000.0), $5::jsonb)`,
      [newId(), app.appId, key, clock.nowMs(), JSON.stringify(shares)],
    )
  }
  const outcomes = Array.from({ length: 80 }, (_, index) => ({
    ...labelOf(index % 2 === 0 ? 'refused' : 'confirmed'),
    shares: sharesNamed(index % 2 === 0 ? { headless_screen: 1 } : { platform_mismatch: 1 }),
    part: (index >> 1) % 5,
  }))
  const { version } = learned
  const { labels, judgement } = learnWeights({
    outcomes: isRefused ? outcomes.slice(0, 20) : outcomes,
    version,
    current: shippedWeights,
    candidate: learned,
    worlds,
  })
  await store.riskWeights.insertWeights(db, {
    version,
    weights: learned,
    actor: 'quoin',
    createdAtMs: clock.nowMs(),
    state: judgement.passes ? 'candidate' : 'rejected',
    figures: { beganWith: shippedWeights.version, labels, untold: 12, judgement },
  })
  return version
}
