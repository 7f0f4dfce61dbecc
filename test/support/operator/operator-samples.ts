import { followOffer } from '../conversions.ts'
import { networkSamples } from './network-samples.ts'
import { sourceSamples } from './source-samples.ts'
import { offerSamples } from './offer-samples.ts'
import { settle } from '../../../packages/server/src/features/ledger/settle.ts'
import { saveStatsView } from '../../../packages/server/src/features/stats/stats-views.ts'
import { addPromotion } from '../../../packages/server/src/features/terms/add-promotion.ts'
import type { World } from '../world.ts'
import { appSamples } from './app-samples.ts'
import { publisherSamples } from './publisher-samples.ts'
import { peopleSamples } from './people-samples.ts'
import { alertSamples } from './alert-samples.ts'
import { listSamples } from './list-samples.ts'
import { reviewSamples } from './review-samples.ts'
import { ticketSamples } from './ticket-samples.ts'
import { callbackSamples } from './callback-samples.ts'
import { type MakeSample, nothing } from './samples.ts'

/** By the id of each operation of the operator API: how it is called. The matrix fails for one that is missing here. */
export const operatorSamples: Readonly<Record<string, MakeSample>> = {
  followLive: () => ({ query: { forSec: '0' } }),
  getOverview: () => ({ query: { days: '7', timezone: 'Europe/Berlin' } }),
  getPulse: nothing,
  getFirstRun: nothing,
  getFirstLink: nothing,
  tryFirstRun: () => ({ body: { step: 'postback' } }),
  ...alertSamples,
  ...reviewSamples,
  ...listSamples,
  ...callbackSamples,
  getSession: nothing,
  getSystem: nothing,
  reportBackups: nothing,
  startBackup: nothing,
  startProof: nothing,
  listSettings: nothing,
  ...offerSamples,
  ...networkSamples,
  ...sourceSamples,
  listLive: nothing,
  ...peopleSamples,
  ...appSamples,
  ...publisherSamples,
  search: () => ({ query: { text: 'matrix' } }),
  async getUser(world) {
    await followOffer(world, { offerId: await world.addOffer(), userId: 'matrix' })
    return { path: { appId: String(world.app.appId) }, query: { userId: 'matrix' } }
  },
  listUser: ({ app }) => ({
    path: { appId: String(app.appId) },
    body: { userId: 'matrix', action: 'review', reason: 'A test.' },
  }),
  listClicks: nothing,
  listConversions: nothing,
  ...ticketSamples,
  listApps: nothing,
  listAudit: nothing,
  listAuditGroups: nothing,
  countAudit: nothing,
  exportAudit: nothing,
  listJobs: nothing,
  async getJob({ ports }) {
    const jobId = ports.newId()
    const job = { id: jobId, kind: 'stats.rebuild', actor: 'test', about: {}, payload: null, nowMs: 0 }
    await ports.store.jobs.insertJob(ports.db, job)
    return { path: { jobId } }
  },
  checkLedger: nothing,
  checkStats: nothing,
  repairLedger: nothing,
  listBalances: nothing,
  listHolds: nothing,
  listPublisherMoney: nothing,
  listPromotions: nothing,
  listRates: nothing,
  listSettlements: nothing,
  listEntries: () => ({ query: { account: 'payable' } }),
  listStatsViews: nothing,
  saveStatsView: ({ ports }) => ({ body: { name: ports.newId(), search: 'by=offer', isShared: true } }),
  async deleteStatsView({ ports }) {
    const maker = { actor: 'test', name: 'Test' }
    const view = { name: ports.newId(), search: '', isShared: true }
    return { path: { viewId: String(await saveStatsView(ports, view, maker)) } }
  },
  reportPairStats: () => ({ query: { from: '2026-11-01', to: '2026-11-21', pair: 'offer,subId' } }),
  reportStats: () => ({ query: { from: '2026-11-01', to: '2026-11-21' } }),
  settle: ({ app }) => ({ body: adjustment(app.appId) }),
  async showEntries({ ports, app }) {
    const request = {
      appId: app.appId,
      networkId: null,
      reason: 'Matrix',
      actor: 'test',
      mayGoNegative: true,
    }
    const { settlement } = await settle(ports, {
      ...request,
      kind: 'adjusted',
      amountMicros: 1_000_000,
      reference: ports.newId(),
    })
    return { path: { sourceId: settlement.id } }
  },
  async tryMargin(world) {
    return { query: { offerId: String(await world.addOffer()), appId: String(world.app.appId) } }
  },
  addPromotion({ app, ports }) {
    const from = Math.floor(freeMomentMs(ports) / 1000)
    return { body: { appId: app.appId, basisPoints: 20_000, from, to: from + 1 } }
  },
  async endPromotion({ ports, app }) {
    const fromMs = freeMomentMs(ports)
    const promotion = { appId: app.appId, name: '', basisPoints: 1, fromMs, toMs: fromMs + 1_000 }
    return { path: { promotionId: String((await addPromotion(ports, { ...promotion, actor: 'test' })).id) } }
  },
  importRates: () => ({ body: { rates: [{ currency: 'EUR', day: '2026-11-20', usd: '1.08' }] } }),
  tryRates: () => ({ body: { rates: [{ currency: 'EUR', day: '2026-11-20', usd: '1.09' }] } }),
  rebuildStats: () => ({ body: { from: 1_700_000_000 } }),
  async getClickStory(world) {
    const clickId = await followOffer(world, { offerId: await world.addOffer(), userId: 'matrix' })
    return { path: { clickId } }
  },
  async tellTimeline(world) {
    const clickId = await followOffer(world, { offerId: await world.addOffer(), userId: 'matrix' })
    return { path: { clickId } }
  },
}

function adjustment(appId: number): object {
  return { kind: 'adjusted', appId, amount: '1.5', reference: 'matrix', reason: 'Matrix' }
}

/** Promotions must not overlap: each has a time of its own, most probably. */
function freeMomentMs({ clock, random }: Pick<World['ports'], 'clock' | 'random'>): number {
  return clock.nowMs() + 600_000 + random(4).readUInt32BE() * 10_000
}
