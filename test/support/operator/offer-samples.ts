import type { MakeSample } from './samples.ts'
import { nothing } from './samples.ts'
import type { World } from '../world.ts'

const ofOffer: MakeSample = async (world) => ({ path: { offerId: String(await world.addOffer()) } })

async function margin(world: World): Promise<number> {
  const offerId = await world.addOffer()
  const rule = { offerId, appId: null, country: null, basisPoints: 1_000, nowMs: world.clock.nowMs() }
  return (await world.ports.store.marginRules.replaceMarginRule(world.ports.db, rule)).rule.id
}

const offerFile = {
  fileName: 'offers.csv',
  text: 'id,title,payout,revenue,url\nsample,Sample,1,2,https://x.example/?c={click_id}\n',
}

const newOffer = {
  name: 'Matrix',
  destinationUrl: 'https://x.example/?c={click_id}',
  payout: '1',
  revenue: '2',
}

async function demoNetwork({ ports: { db, store } }: World): Promise<number> {
  return (await store.networks.findNetworkBySlug(db, 'demo'))?.id ?? 0
}

async function editOf(world: World) {
  return { ids: [await world.addOffer()], changes: [{ field: 'holdDays', op: 'set', value: '9' }] }
}

async function editMade(world: World) {
  const rows = [{ offerId: await world.addOffer(), changes: [] }]
  const edit = { happenedAtMs: world.clock.nowMs(), actor: 'cli', changes: [], networkId: null }
  const counts = { changed: 1, same: 0, cannot: 0 }
  const id = await world.ports.store.offerEdits.insertEdit(world.ports.db, { ...edit, ...counts }, rows)
  return { path: { editId: String(id) } }
}

/** Offers, caps and margins. */
export const offerSamples: Readonly<Record<string, MakeSample>> = {
  listOffers: nothing,
  listOfferCategories: nothing,
  getOffer: ofOffer,
  showOfferPrices: ofOffer,
  createOffer: async (world) => ({
    body: { ...newOffer, externalId: world.ports.newId(), networkId: await demoNetwork(world) },
  }),
  updateOffer: async (world) => ({ ...(await ofOffer(world)), body: { name: 'Another name' } }),
  pauseOffer: ofOffer,
  tryOffer: ofOffer,
  resumeOffer: ofOffer,
  holdOffer: async (world) => ({ ...(await ofOffer(world)), body: { days: 3 } }),
  explainOffer: async (world) => ({
    ...(await ofOffer(world)),
    query: { appId: String(world.app.appId), country: 'DE', platform: 'ios', userId: 'u' },
  }),
  showOfferAudience: ofOffer,
  previewOfferImport: () => ({ body: offerFile }),
  tryOfferImport: async (world) => ({ body: { ...offerFile, networkId: await demoNetwork(world) } }),
  listRefusedRows: async (world) => ({ body: { ...offerFile, networkId: await demoNetwork(world) } }),
  startOfferImport: async (world) => ({ body: { ...offerFile, networkId: await demoNetwork(world) } }),
  previewOfferEdit: async (world) => ({ body: await editOf(world) }),
  editOffers: async (world) => ({ body: await editOf(world) }),
  getOfferEdit: editMade,
  undoOfferEdit: editMade,
  listCaps: nothing,
  setCap: async (world) => ({
    body: { offerId: await world.addOffer(), period: 'daily', count: 5 },
  }),
  async removeCap(world) {
    const cap = {
      networkId: null,
      appId: null,
      userId: null,
      isPerUser: true,
      period: 'total',
      measure: 'count',
    } as const
    const offerId = await world.addOffer()
    const set = await world.ports.store.caps.upsertCap(world.ports.db, { ...cap, offerId, limit: 5 })
    return { path: { capId: String(set.cap.id) } }
  },
  listMargins: nothing,
  setMargin: async (world) => ({ body: { offerId: await world.addOffer(), percent: '12.5' } }),
  removeMargin: async (world) => ({ path: { marginId: String(await margin(world)) } }),
}
