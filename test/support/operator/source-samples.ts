import { createSource } from '../../../packages/server/src/features/sources/change-source.ts'
import { startEverflow } from '../feed-servers/everflow.ts'
import type { World } from '../world.ts'
import { addAppliedRun, addMappedSource, addSource, addWaitingRun, changeOwnOffer } from '../source-scene.ts'
import { startPlainFeed } from '../feed-servers/plain-feed.ts'
import { type MakeSample, nothing } from './samples.ts'

async function source(world: World): Promise<{ sourceId: string }> {
  return { sourceId: String((await addSource(world)).sourceId) }
}

async function run(world: World, add = addWaitingRun): Promise<{ runId: string }> {
  return { runId: String(await add(world, (await addSource(world)).sourceId)) }
}

/** An offer of a source whose name a person has changed. */
async function ownOffer(world: World): Promise<{ offerId: string }> {
  const { sourceId, networkId } = await addSource(world)
  await addAppliedRun(world, sourceId)
  return { offerId: String(await changeOwnOffer(world, networkId)) }
}

const ofSource: MakeSample = async (world) => ({ path: await source(world) })
const ofRun: MakeSample = async (world) => ({ path: await run(world) })

/** A source whose network answers, and lets postbacks be set up. */
const ofEverflow: MakeSample = async (world) => {
  const network = (await startEverflow()).unref()
  const slug = `net-${world.ports.newId().slice(-12)}`
  await world.addNetwork({ slug, preset: 'everflow' })
  const sourceId = await createSource(
    { ...world.ports, actor: 'test' },
    { networkSlug: slug, kind: 'everflow', key: network.key, settings: { api_host: network.origin } },
  )
  return { path: { sourceId: String(sourceId) }, body: {} }
}

/** Sources and their runs. */
export const sourceSamples: Readonly<Record<string, MakeSample>> = {
  listSourceKinds: nothing,
  listSources: nothing,
  createSource: async (world) => {
    const slug = `net-${world.ports.newId().slice(-12)}`
    await world.addNetwork({ slug, preset: 'everflow' })
    return { body: { network: slug, kind: 'everflow', key: 'a-key-of-tests', payoutPercent: 72.5 } }
  },
  getSource: ofSource,
  updateSource: async (world) => ({ path: await source(world), body: { everySec: 3_600, isPaused: true } }),
  listSourceMappings: async (world) => ({
    path: { sourceId: String((await addMappedSource(world)).sourceId) },
  }),
  sampleSource: async () => ({ body: { settings: { url: await startPlainFeed() } } }),
  deleteSource: ofSource,
  pullSource: ofSource,
  connectSourcePostback: ofEverflow,
  listSourceLinks: ofSource,
  lookAtSourceLink: async (world) => {
    const { sourceId } = await addSource(world)
    await addAppliedRun(world, sourceId)
    // A link that leads to where nobody may be asked says so at once.
    const update = `update offers set destination_url = 'http://10.0.0.1/?c={click_id}'
      where network_id = (select network_id from sources where id = $1) returning external_id as "externalId"`
    const [offer] = await world.ports.db.query<{ externalId: string }>(update, [sourceId])
    return { path: { sourceId: String(sourceId) }, body: { externalId: offer?.externalId ?? '' } }
  },
  listSourceRuns: ofSource,
  getSourceRun: ofRun,
  listSourceRunOffers: ofRun,
  applySourceRun: ofRun,
  discardSourceRun: ofRun,
  undoSourceRun: async (world) => ({ path: await run(world, addAppliedRun), body: { pause: false } }),
  getOfferSource: async (world) => ({ path: await ownOffer(world) }),
  followOfferSource: async (world) => ({ path: await ownOffer(world), body: { fields: ['name'] } }),
  answerSourceWords: async (world) => ({
    path: await source(world),
    body: { countryWords: { Mordor: 'NZ' }, platformWords: { 'every phone': 'android|ios' } },
  }),
  allowSourceOffer: async (world) => ({
    path: await source(world),
    body: { externalId: '1177', reason: 'Agreed by mail' },
  }),
}
