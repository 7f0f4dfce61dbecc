import { listOwnUser } from '../../../packages/server/src/features/lists/own-user-list.ts'
import { followOffer, tell } from '../conversions.ts'
import type { MakeSample } from '../operator/samples.ts'
import type { World } from '../world.ts'

let made = 0

/** A click that was paid. */
async function paidClick(world: World): Promise<{ readonly clickId: string; readonly userId: string }> {
  made += 1
  const userId = `looked-for-${made}`
  const clickId = await followOffer(world, { offerId: await world.addOffer(), userId })
  await tell(world, { query: { click_id: clickId, payout: '1', status: 'approved' } })
  return { clickId, userId }
}

const looksFor: MakeSample = async (world) => {
  const { userId } = await paidClick(world)
  return { path: { appId: String(world.app.appId) }, query: { userId, mode: 'live' } }
}

/** Samples of what happened: conversions, clicks and their stories. */
export const historySamples: Readonly<Record<string, MakeSample>> = {
  listMyConversions: looksFor,
  exportMyConversions: looksFor,
  listMyClicks: looksFor,
  exportMyClicks: looksFor,
  listMyOffers: ({ app }) => ({
    path: { appId: String(app.appId) },
    query: { country: 'DE', platform: 'ios' },
  }),
  explainMyOffer: async (world) => ({
    path: { appId: String(world.app.appId), offerId: String(await world.addOffer()) },
    query: { country: 'DE', platform: 'ios' },
  }),
  listMyCalls: ({ app }) => ({ path: { appId: String(app.appId) }, query: { outcome: 'failed' } }),
  callApiAsApp: ({ app }) => ({
    path: { appId: String(app.appId) },
    body: { mode: 'test', method: 'GET', path: '/api/v1/offers?userId=matrix&country=DE' },
  }),
  listMyUsers: ({ app }) => ({ path: { appId: String(app.appId) } }),
  getMyUser: looksFor,
  listMyUser: ({ app }) => ({
    path: { appId: String(app.appId) },
    body: { userId: 'matrix-of-publisher', action: 'block', reason: 'Of the matrix.' },
  }),
  async unlistMyUser({ ports, app: { appId, publisherId } }) {
    const listing = { appId, publisherId, userId: ports.newId(), action: 'block', reason: 'r' } as const
    const entry = await listOwnUser(ports, { ...listing, actor: 'test' })
    return { path: { appId: String(appId), entryId: String(entry.id) } }
  },
  eraseMyUser: ({ app }) => ({ path: { appId: String(app.appId) }, body: { userId: 'erased-of-matrix' } }),
  getMyClickStory: async (world) => ({ path: { clickId: (await paidClick(world)).clickId } }),
}
