import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createWorld, type World } from '../../../../../test/support/world.ts'
import { createApp } from '../apps/create-app.ts'
import { searchEverything } from './search-everything.ts'

let world: World
let appId = 0
let publisherId = 0
let apiKey = ''
before(async () => {
  world = await createWorld()
  const made = await createApp(world.ports, { name: 'Gemhaven 100%', publisher: 'Nova_Games' })
  publisherId = made.publisherId
  appId = made.appId
  apiKey = made.live.apiKey
})
after(() => world.close())

async function find(text: string, kind: string) {
  const found = await searchEverything(world.ports, text)
  return found.filter((one) => one.kind === kind).map(({ title, link }) => [title, link])
}

test('a publisher is found by a part of its name and by its id', async () => {
  const nova = [['Nova_Games', `/ops/publishers/${publisherId}`]]
  assert.deepEqual(await find('nova', 'publisher'), nova)
  assert.deepEqual(await find(` ${publisherId} `, 'publisher'), nova)
})

test('an app is found by a part of its name, by its id and by its public key, and signs of patterns are text', async () => {
  const app = [['Gemhaven 100%', `/ops/apps/${appId}`]]
  for (const text of ['gemhaven', String(appId), apiKey, '100%'])
    assert.deepEqual(await find(text, 'app'), app, text)
  assert.deepEqual(await find('%haven', 'app'), [])
  assert.deepEqual(await find('nova?', 'publisher'), [])
})

test('an offer is found by the id that its network gave it, and a network by its id', async () => {
  const offerId = await world.addOffer({ external_id: 'BB-77', name: 'Raid Heroes' })
  assert.deepEqual(await find('BB-77', 'offer'), [['Raid Heroes', `/ops/offers/${offerId}`]])
  const network = await world.ports.store.networks.findNetworkBySlug(world.ports.db, 'demo')
  assert.deepEqual(await find(String(network?.id), 'network'), [
    [network?.name, `/ops/networks/${network?.id}`],
  ])
})
