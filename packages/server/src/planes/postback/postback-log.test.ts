import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { followOffer, tell } from '../../../../../test/support/conversions.ts'
import { until } from '../../../../../test/support/eventually.ts'
import { createWorld, type World } from '../../../../../test/support/world.ts'
import { matchKeptPostbacks } from '../../features/postbacks/match-kept-postbacks.ts'

let world: World
let offerId: number
before(async () => {
  world = await createWorld()
  offerId = await world.addOffer()
})
after(() => world.close())

const click = (options = {}) => followOffer(world, { offerId, ...options })

test('the log has every accepted request with what was sent, without its secrets', async () => {
  const clickId = await click({ userId: 'logged' })
  const query = { click_id: clickId, payout: '1.00', status: 'Sale', token: 'hidden', extra: 'seen' }
  await tell(world, { query, address: '198.51.100.9' })
  await tell(world, { query, address: '198.51.100.9' })
  const rows = await world.ports.store.postbackRequests.listRequestsOfClick(world.ports.db, clickId, 10)
  assert.deepEqual(rows.map(({ outcome, httpStatus, method }) => [outcome, httpStatus, method]).sort(), [
    ['applied', 200, 'GET'],
    ['duplicate', 200, 'GET'],
  ])
  assert.equal(rows[0]?.address, '198.51.100.9')
  assert.deepEqual(rows[0]?.parameters, { ...query, token: '***' })
  assert.ok(!world.log.lines.join('\n').includes('hidden'))
})

test('a refused postback is logged with its reason; a dry run is not', async () => {
  const clickId = await click({ userId: 'refused' })
  const query = { click_id: clickId, payout: '1', status: 'approved' }
  for (const changes of [
    { payout: '{payout}' },
    { status: 'what' },
    { status: 'reversed' },
    { payout: 'x' },
  ]) {
    const address = '192.0.2.10'
    assert.equal((await tell(world, { address, query: { ...query, ...changes } })).statusCode, 400)
    assert.equal((await tell(world, { address, query: { ...query, ...changes, test: '1' } })).statusCode, 400)
  }
  const logged = async () =>
    (await world.ports.store.postbackRequests.listRequestsOfClick(world.ports.db, clickId, 20)).map((row) => [
      row.outcome,
      row.httpStatus,
      row.reason,
    ])
  // Rows written apart from the answer are there soon after it.
  await until(async () => (await logged()).length === 4, 'all four are in the log')
  assert.deepEqual((await logged()).sort(), [
    ['refused', 400, 'invalid'],
    ['refused', 400, 'invalid'],
    ['refused', 400, 'literal_macro'],
    ['refused', 400, 'transition'],
  ])
})

test('a postback whose click comes out of the spool while it is looked for is applied, not refused', async () => {
  const { ports } = world
  const clickId = await click({ userId: 'just-replayed' })
  const { applyPostback } = ports.writers
  let asked = 0
  // As it is when the clicks are written, and the outage is closed, right after the click was looked for.
  ports.writers.applyPostback = async (report) => {
    asked += 1
    return asked === 1 ? { kind: 'unknown_click' } : await applyPostback(report)
  }
  try {
    const response = await tell(world, { query: { click_id: clickId, payout: '2', status: 'approved' } })
    assert.equal(response.statusCode, 200, response.body)
  } finally {
    ports.writers.applyPostback = applyPostback
  }
})

test('an unknown click that may still be spooled is 503, and is kept to be matched', async () => {
  const { ports, clock } = world
  const nowMs = clock.nowMs()
  const clickId = ports.newId()
  const address = '192.0.2.11'
  const query = { click_id: clickId, payout: '2', status: 'approved' }
  const outage = { id: ports.newId(), spoolId: ports.newId(), fromMs: nowMs - 1_000, toMs: nowMs + 1_000 }
  await ports.store.clickOutages.upsertClickOutage(ports.db, outage, { timeoutMs: 1_000 })
  const response = await tell(world, { address, query })
  assert.equal(response.statusCode, 503)
  assert.equal(response.json().error.code, 'SERVER_ERROR')
  assert.ok(Number(response.headers['retry-after']) > 0)
  await ports.store.clickOutages.deleteClickOutages(ports.db, [outage.id])
  assert.equal((await tell(world, { address, query })).statusCode, 404)
  const kept = () =>
    ports.store.unmatchedPostbacks.listKeptReports(ports.db, { clickIds: [clickId], limit: 9 })
  await until(async () => (await kept()).length === 2, 'both reports are kept')
  const seen = await click({ userId: 'spooled' })
  await ports.db.query('update clicks set id = $1 where id = $2', [clickId, seen])
  const applyPostback = ports.writers.applyPostback
  const matched = await matchKeptPostbacks(ports, { clickIds: [clickId], applyPostback })
  assert.equal(matched, 2)
  const [row] = await ports.db.query<{ status: string; reported_micros: number }>(
    'select status, reported_micros from conversions where click_id = $1',
    [clickId],
  )
  assert.deepEqual(row, { status: 'approved', reported_micros: 2_000_000 })
})
