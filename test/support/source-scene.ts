import { assert } from '@quoin/core/errors.ts'
import { updateOffer } from '../../packages/server/src/features/catalogue/one-offer/update-offer.ts'
import { applyWaiting } from '../../packages/server/src/features/sources/decide-run.ts'
import { createSource } from '../../packages/server/src/features/sources/change-source.ts'
import { sealKey } from '../../packages/server/src/features/sources/source-key.ts'
import { addRun } from './source-run-scene.ts'
import { sampleAccount } from './feed-samples.ts'
import type { World } from './world.ts'

/** A source of a network of its own, which nobody asks by itself. */
export async function addSource(world: World, name = `source-${world.ports.newId().slice(-12)}`) {
  const { ports } = world
  const { networkId } = await world.addNetwork({ slug: name, name })
  const nowMs = ports.clock.nowMs()
  const sourceId = await ports.store.sources.insertSource(ports.db, {
    ...{ networkId, name, kind: 'everflow', settings: {}, payoutBasisPoints: 7_000, everySec: 1_800, nowMs },
    keySealed: sealKey(ports, 'a-key-of-tests'),
  })
  return { sourceId, networkId, name }
}

/** A source of a feed of any shape, which nobody asks by itself. */
export async function addMappedSource(world: World, url = 'https://feed.example/offers') {
  const { ports } = world
  const name = `mapped-${ports.newId().slice(-12)}`
  await world.addNetwork({ slug: name, name })
  const mapping = sampleAccount.mapping
  const given = { networkSlug: name, kind: 'mapped', settings: { url }, mapping }
  return { sourceId: await createSource({ ...ports, actor: 'test' }, given), name, mapping }
}

/** A run that waits, with one offer. */
export async function addWaitingRun(world: World, sourceId: number): Promise<number> {
  return await addRun(world, sourceId, { cause: 'first', offers: [{ externalId: '1', verdict: 'new' }] })
}

/** A run that counts. */
export async function addAppliedRun(world: World, sourceId: number): Promise<number> {
  const runId = await addWaitingRun(world, sourceId)
  await applyWaiting(world.ports, { runId, actor: 'test' })
  return runId
}

/** A person changes the name of its offer. */
export async function changeOwnOffer({ ports }: World, networkId: number): Promise<number> {
  const [offer] = await ports.store.knownOffers.listKnownOffers(ports.db, networkId, ['1'])
  assert(offer, 'the run has written it')
  const cells = { name: 'A name of ours' }
  await updateOffer(ports, { offerId: offer.id, cells, addClickId: false, actor: 'test' })
  return offer.id
}
