import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { DomainError } from '@quoin/core/errors.ts'
import { updateOffer } from '../../packages/server/src/features/catalogue/one-offer/update-offer.ts'
import { findFollowed, followSource } from '../../packages/server/src/features/sources/follow-source.ts'
import { addAppliedRun, addSource } from '../support/source-scene.ts'
import { createWorld, type World } from '../support/world.ts'

let world: World
before(async () => {
  world = await createWorld()
})
after(() => world.close())

/** An offer of a source; its source wrote the name `Farm 1`, a payout of 1 and a revenue of 2. */
async function offerOfSource() {
  const source = await addSource(world)
  await addAppliedRun(world, source.sourceId)
  const { db, store } = world.ports
  const [offer] = await store.knownOffers.listKnownOffers(db, source.networkId, ['1'])
  assert(offer)
  return { ...source, offerId: offer.id }
}

async function change(offerId: number, cells: object): Promise<void> {
  await updateOffer(world.ports, { offerId, cells, addClickId: false, actor: 'test' })
}

const ownOf = async (offerId: number) => (await findFollowed(world.ports, offerId))?.own

test('fields that a person has changed are told beside what the source wrote', async () => {
  const { offerId, sourceId } = await offerOfSource()
  assert.deepEqual(await ownOf(offerId), [], 'nobody has changed any')
  await change(offerId, { name: 'A name of ours', payout: '1.5' })
  const found = await findFollowed(world.ports, offerId)
  assert.equal(found?.sourceId, sourceId)
  assert.deepEqual(found.own, [
    { field: 'name', yours: 'A name of ours', theirs: 'Farm 1' },
    { field: 'payout', yours: '1.5', theirs: '1' },
  ])
})

test('a field given back is as the source wrote it and follows it again; the others stay a person’s', async () => {
  const { offerId, networkId } = await offerOfSource()
  await change(offerId, { name: 'A name of ours', payout: '1.5' })
  await followSource(world.ports, { offerId, fields: ['payout'], actor: 'ana' })
  assert.deepEqual(await ownOf(offerId), [{ field: 'name', yours: 'A name of ours', theirs: 'Farm 1' }])
  const { db, store } = world.ports
  const [offer] = await store.knownOffers.listKnownOffers(db, networkId, ['1'])
  assert.equal(offer?.payoutMicros, 1_000_000)
  assert.equal(offer?.name, 'A name of ours')
})

test('a field that nobody has changed, no field, and an offer without a source are refused, and nothing changes', async () => {
  const { offerId } = await offerOfSource()
  await change(offerId, { name: 'A name of ours' })
  const follow = (fields: readonly 'payout'[], id = offerId) =>
    followSource(world.ports, { offerId: id, fields, actor: 'ana' }).catch((error: unknown) => error)
  for (const fields of [['payout'], []] as const) {
    const error = await follow(fields)
    assert(error instanceof DomainError)
    assert.equal(error.code, 'INVALID_REQUEST')
  }
  const other = await world.addOffer()
  assert.equal(await findFollowed(world.ports, other), undefined)
  assert((await follow(['payout'], other)) instanceof DomainError)
  assert.deepEqual(await ownOf(offerId), [{ field: 'name', yours: 'A name of ours', theirs: 'Farm 1' }])
})
