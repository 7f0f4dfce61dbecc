import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { followOffer, tell } from '../../../../../test/support/conversions.ts'
import { until } from '../../../../../test/support/eventually.ts'
import { createWorld, type World } from '../../../../../test/support/world.ts'
import { updateNetwork } from '../networks/update-network.ts'
import { buildTimeline } from '../timeline/build-timeline.ts'
import { replayPostbacks } from './replay-postbacks.ts'

let world: World
before(async () => {
  world = await createWorld()
})
after(() => world.close())

const replay = async (question: object) => {
  const all = { actor: 'dana', ids: [], networkSlug: null, sinceMs: 0, after: null, limit: 100 }
  return await replayPostbacks(world.ports, { ...all, ...question })
}

const logOf = (clickId: string) =>
  world.ports.store.postbackRequests.listRequestsOfClick(world.ports.db, clickId, 20)

async function refusedReport(slug: string, userId: string, changes: object = {}) {
  const { postbackUrl } = await world.addNetwork({ slug })
  const offerId = await world.addOffer({ payout: '1', revenue: '2' }, slug)
  const clickId = await followOffer(world, { offerId, userId })
  const path = new URL(postbackUrl).pathname
  const query = { click_id: clickId, payout: '2', status: 'sold', ...changes }
  assert.equal((await world.get(path, { query })).statusCode, 400)
  await until(async () => (await logOf(clickId)).length === 1, 'the refusal is logged')
  return { clickId, path, query, row: (await logOf(clickId))[0] }
}

test('the log and the timeline keep the sentence that the network was told', async () => {
  const { row, clickId } = await refusedReport('sentences', 'u1')
  assert.match(
    row?.message ?? '',
    /^The postback has invalid parameters: status\. status must be one of .*\.$/,
  )
  const { entries } = await buildTimeline(world.ports, clickId)
  assert.ok(
    entries.some(({ text }) => text.includes('It was told: The postback has invalid parameters: status.')),
  )
})

test('once the word is known the refused postback is applied again, and only once', async () => {
  const { row, clickId, path, query } = await refusedReport('mended', 'u2')
  const still = await replay({ ids: [row?.id] })
  assert.deepEqual([still.replayed[0]?.outcome, still.replayed[0]?.says], ['kept', row?.message])
  await updateNetwork(world.ports, 'mended', { statusWords: { sold: 'approved' } })
  const { replayed } = await replay({ ids: [row?.id] })
  assert.deepEqual([replayed[0]?.outcome, replayed[0]?.says], ['applied', 'approved'])
  assert.equal((await replay({ ids: [row?.id] })).replayed[0]?.outcome, 'none')
  assert.equal((await replay({ networkSlug: 'mended' })).replayed.length, 0)
  assert.equal((await world.get(path, { query })).json().data.duplicate, true)
  const [count] = await world.ports.db.query<{ n: number }>(
    'select count(*)::int as n from conversions where click_id = $1',
    [clickId],
  )
  assert.equal(count?.n, 1)
})

test('all of a network since a time are replayed page by page; what is of another network stays', async () => {
  const other = await refusedReport('others', 'u3')
  const { path } = await refusedReport('paged', 'u4')
  for (const userId of ['u5', 'u6']) {
    const offerId = await world.addOffer({ payout: '1', revenue: '2' }, 'paged')
    const clickId = await followOffer(world, { offerId, userId })
    await world.get(path, { query: { click_id: clickId, payout: '2', status: 'sold' } })
    await until(async () => (await logOf(clickId)).length === 1, 'the refusal is logged')
  }
  await updateNetwork(world.ports, 'paged', { statusWords: { sold: 'approved' } })
  await updateNetwork(world.ports, 'others', { statusWords: { sold: 'approved' } })
  const first = await replay({ networkSlug: 'paged', limit: 2 })
  assert.equal(first.replayed.length, 2)
  const second = await replay({ networkSlug: 'paged', limit: 2, after: first.next })
  assert.deepEqual([second.replayed.map(({ outcome }) => outcome), second.next], [['applied'], null])
  assert.equal((await logOf(other.clickId)).length, 1)
})

test('a postback whose proof failed is never replayed', async () => {
  const { postbackUrl } = await world.addNetwork({ slug: 'proven', allowedAddresses: ['203.0.113.7'] })
  const offerId = await world.addOffer({ payout: '1', revenue: '2' }, 'proven')
  const clickId = await followOffer(world, { offerId, userId: 'u7' })
  const query = { click_id: clickId, payout: '2', status: 'approved' }
  const path = new URL(postbackUrl).pathname
  assert.equal((await world.get(path, { query, address: '198.51.100.1' })).statusCode, 401)
  assert.equal((await tell(world, { query })).statusCode, 401)
  await until(async () => (await logOf(clickId)).length === 2, 'both are logged')
  const ids = (await logOf(clickId)).map(({ id }) => id)
  const { replayed } = await replay({ ids })
  assert.deepEqual(new Set(replayed.map(({ outcome }) => outcome)), new Set(['none']))
  assert.equal((await replay({ networkSlug: 'proven' })).replayed.length, 0)
})

test('a replay is in the audit log with its actor', async () => {
  await replay({ networkSlug: 'demo', actor: 'eli' })
  const [row] = await world.ports.store.audit.listAudit(world.ports.db, { actor: 'eli', limit: 1 })
  assert.deepEqual([row?.action, row?.object], ['postbacks.replayed', 'network:demo'])
})
