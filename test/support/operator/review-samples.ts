import assert from 'node:assert/strict'
import { followOffer, tell } from '../conversions.ts'
import type { World } from '../world.ts'
import { type MakeSample, nothing } from './samples.ts'

let made = 0

/** A conversion that waits for a person: its click came from a tool. */
export async function holdConversion(
  world: World,
  { userId, offerId }: { readonly userId?: string; readonly offerId?: number } = {},
): Promise<string> {
  made += 1
  const clickId = await followOffer(world, {
    offerId: offerId ?? (await world.addOffer()),
    userId: userId ?? `held-${made}`,
    userAgent: 'curl/8.5.0',
  })
  const query = { click_id: clickId, payout: '1', status: 'approved' }
  assert.equal((await tell(world, { query })).statusCode, 200)
  const [row] = await world.ports.db.query<{ id: string; reason: string }>(
    'select id, reason from conversions where click_id = $1',
    [clickId],
  )
  assert.equal(row?.reason, 'bot')
  return row.id
}

export const reviewSamples: Readonly<Record<string, MakeSample>> = {
  listReviews: nothing,
  getReview: async (world) => ({ path: { conversionId: await holdConversion(world) } }),
  previewReviews: async (world) => ({
    body: { decision: 'confirm', conversionIds: [await holdConversion(world)] },
  }),
  decideReviews: async (world) => ({
    body: { decision: 'refuse', conversions: [{ id: await holdConversion(world) }], note: 'A tool.' },
  }),
}
