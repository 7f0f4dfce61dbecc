import { followOffer, tell } from '../conversions.ts'
import type { MakeSample } from '../operator/samples.ts'
import type { World } from '../world.ts'

let made = 0

/** A user of the app with a click. */
async function clicked(world: World) {
  made += 1
  const [userId, offerId] = [`seen-${made}`, await world.addOffer()]
  return { userId, offerId, clickId: await followOffer(world, { offerId, userId }) }
}

async function report(world: World) {
  const { clickId } = await clicked(world)
  return { click_id: clickId, payout: '1.5', status: 'approved' }
}

/** A click of an offer of the network whose token stands in the path. */
async function reportByToken(world: World) {
  made += 1
  const slug = `told-${world.ports.newId().slice(-12)}`
  const { postbackUrl } = await world.addNetwork({ slug })
  const offerId = await world.addOffer({}, slug)
  const clickId = await followOffer(world, { offerId, userId: `seen-${made}` })
  const path = { token: postbackUrl.split('/').at(-1) ?? '' }
  return { path, values: { click_id: clickId, payout: '1.5', status: 'approved' } }
}

const claim: MakeSample = async (world) => {
  const { userId, offerId } = await clicked(world)
  return { body: { userId, offerId } }
}

const ofOffer: MakeSample = async (world) => {
  const { userId, offerId } = await clicked(world)
  return { path: { offerId: String(offerId) }, query: { userId } }
}

const ofUserInPath: MakeSample = async (world) => ({ path: { userId: (await clicked(world)).userId } })
const ofUserInQuery: MakeSample = async (world) => ({ query: { userId: (await clicked(world)).userId } })

/** By the id of each operation of the public document: how it is called. Those without parameters need no row. */
export const publicSamples: Readonly<Record<string, MakeSample>> = {
  listOffers: () => ({ query: { userId: 'session-user' } }),
  async followLink(world) {
    const offerId = String(await world.addOffer())
    return { query: { offerId, apiKey: world.app.live.apiKey, userId: 'matrix' } }
  },
  receivePostback: async (world) => ({ query: await report(world) }),
  receivePostbackBody: async (world) => ({ body: await report(world) }),
  async receiveTokenPostback(world) {
    const { path, values } = await reportByToken(world)
    return { path, query: values }
  },
  async receiveTokenPostbackBody(world) {
    const { path, values } = await reportByToken(world)
    return { path, body: values }
  },
  createConversion: claim,
  createConversionAlias: claim,
  submitFingerprint: ({ ports }) => ({ body: { fingerprint_hash: ports.newId(), user_id: 'session-user' } }),
  createSession: () => ({ body: { userId: 'session-user' } }),
  getOffer: ofOffer,
  explainEligibility: ofOffer,
  async getConversion(world) {
    const { clickId } = await clicked(world)
    const answer = await tell(world, { query: { click_id: clickId, payout: '1.5', status: 'approved' } })
    return { path: { conversionId: answer.json().data.conversion_id } }
  },
  listActivity: ofUserInPath,
  listActivityOfUser: ofUserInQuery,
  eraseUser: ofUserInPath,
  eraseUserByQuery: ofUserInQuery,
  getStats: () => ({ query: { from: '2026-11-01', to: '2026-11-21' } }),
}
