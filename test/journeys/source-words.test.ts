import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { DomainError } from '@quoin/core/errors.ts'
import { leaseMs } from '@quoin/core/sources/source.ts'
import { answerWords } from '../../packages/server/src/features/sources/answer-words.ts'
import { createSource } from '../../packages/server/src/features/sources/change-source.ts'
import { applyWaiting } from '../../packages/server/src/features/sources/decide-run.ts'
import { runSource } from '../../packages/server/src/features/sources/run-source.ts'
import type { FeedServer } from '../support/feed-servers/feed-server.ts'
import { startLootably } from '../support/feed-servers/lootably.ts'
import type { NetworkOffer } from '../support/feed-servers/network-offer.ts'
import { createWorld, type World } from '../support/world.ts'

const offer: NetworkOffer = {
  ...{ id: '1', name: 'Quest', description: '', platforms: [], revenue: '2.00', goals: [] },
  ...{ status: 'active', isApproved: true, restrictions: '', link: 'https://trk.lumen.example/A/B/' },
  countries: ['Mordor'],
}

let world: World
let lumen: FeedServer
let sourceId = 0
before(async () => {
  world = await createWorld({ environment: { OUTGOING_ALLOW: '127.0.0.0/8' } })
  lumen = await startLootably({
    offers: [
      offer,
      { ...offer, id: '2', countries: ['MORDOR', 'DE'] },
      { ...offer, id: '3', countries: ['DE'] },
    ],
  })
  await world.addNetwork({ slug: 'lumen', preset: 'lootably' })
  const settings = { api_host: lumen.origin, placement_id: 'placement-1' }
  const given = { networkSlug: 'lumen', kind: 'lootably', key: lumen.key, settings }
  sourceId = await createSource({ ...world.ports, actor: 'test' }, given)
})
after(async () => {
  await lumen.close()
  await world.close()
})

async function run() {
  const { store, db, newId } = world.ports
  const lease = newId()
  const source = await store.sources.takeSource(db, { id: sourceId, lease, leaseMs })
  assert.ok(source)
  const stopping = new AbortController().signal
  const needs = { ...world.ports, log: world.log }
  const { runId, counts } = await runSource(needs, { source, lease, actor: 'test', stopping })
  const found = await store.sourceRuns.findRun(db, runId)
  return { runId, counts, words: found?.unknownWords }
}

const answer = (answers: Partial<Parameters<typeof answerWords>[1]>) =>
  answerWords({ ...world.ports, actor: 'ana' }, { sourceId, countries: {}, platforms: {}, ...answers })

test('a word that nobody knows holds its offers and is told once with their number; answered, they come with the next run', async () => {
  const first = await run()
  assert.deepEqual([first.counts.new, first.counts.held], [1, 2])
  assert.deepEqual(first.words, [{ field: 'countries', word: 'Mordor', offers: 2 }])
  await applyWaiting(world.ports, { runId: first.runId, actor: 'ana' })
  await answer({ countries: { mordor: ['NZ'] } })
  const source = await world.ports.store.sources.findSource(world.ports.db, sourceId)
  assert.equal(source?.nextRunAtMs, world.clock.nowMs(), 'the network is asked at once')
  const second = await run()
  assert.deepEqual([second.counts.new, second.counts.held, second.words], [2, 0, []])
  const rows = await world.ports.db.query<{ externalId: string; countries: readonly string[] }>(
    `select external_id as "externalId", countries from offers o join sources s on s.network_id = o.network_id
     where s.id = $1 order by 1`,
    [sourceId],
  )
  assert.deepEqual(
    rows.map(({ externalId, countries }) => [externalId, countries.join()]),
    [
      ['1', 'NZ'],
      ['2', 'NZ,DE'],
      ['3', 'DE'],
    ],
  )
})

test('answers are kept beside those that were there, for files of the network too', async () => {
  await answer({ platforms: { 'every phone': ['android', 'ios'] } })
  const { store, db } = world.ports
  const network = await store.networks.findNetworkBySlug(db, 'lumen')
  assert.ok(network)
  const kept = await store.importRepairs.findImportRepairs(db, network.id)
  assert.deepEqual(
    [kept?.countries, kept?.platforms],
    [{ mordor: ['NZ'] }, { 'every phone': ['android', 'ios'] }],
  )
})

test('no word, a word of signs alone, and an unknown source are refused', async () => {
  for (const wrong of [{}, { countries: { '???': ['DE'] } }, { sourceId: 9_999, countries: { x: ['DE'] } }]) {
    const error = await answer(wrong).catch((one: unknown) => one)
    assert(error instanceof DomainError, JSON.stringify(wrong))
  }
})
