import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { checkLedger } from '../../packages/server/src/features/ledger/check-ledger.ts'
import { checkStats } from '../../packages/server/src/features/stats/check-stats.ts'
import { rollUpStats } from '../../packages/server/src/features/stats/roll-up-stats.ts'
import { addEndpoint } from '../support/callback-endpoints.ts'
import { followOffer, tell } from '../support/conversions.ts'
import { createWorld, type World } from '../support/world.ts'

let world: World
before(async () => {
  const people = {
    findSession: () => undefined,
    findToken: (token: string) => ({
      id: token,
      name: token,
      role: token === 'ada' ? ('reviewer' as const) : ('analyst' as const),
    }),
  }
  world = await createWorld({ people })
  await addEndpoint(world.ports.db, { appId: world.app.appId, name: 'shop' })
  await world.ports.snapshots.refresh('apps')
})
after(async () => {
  await world.close()
})

const headers = { authorization: 'Bearer ada' }

async function post(path: string, body: object, name = 'ada') {
  const headers = { authorization: `Bearer ${name}` }
  return await world.post(`/operator/v1/reviews/${path}`, { body, headers })
}

async function decide(decision: string, id: string, more: object = {}) {
  const body = { decision, conversions: [{ id }], note: 'Same device as three others.', ...more }
  const answer = await post('decide', body)
  assert.equal(answer.statusCode, 200, answer.body)
  return answer.json().data[0]
}

let users = 0
async function approve(offer: Record<string, unknown> = {}) {
  const offerId = await world.addOffer({ payout: '7', revenue: '10', ...offer })
  users += 1
  const userId = `counter-${users}`
  const click_id = await followOffer(world, { offerId, userId })
  const report = (status: string, more: object = {}) =>
    tell(world, { query: { click_id, status, payout: '10', ...more } })
  const id: string = (await report('approved')).json().data.conversion_id
  return { id, offerId, userId, report }
}

async function owed(id: string): Promise<Record<string, number>> {
  const rows = await world.ports.db.query<{ account: string; sum: number }>(
    'select account, sum(amount_micros)::bigint as sum from ledger_entries where source_id = $1 group by 1',
    [id],
  )
  return Object.fromEntries(rows.flatMap(({ account, sum }) => (sum === 0 ? [] : [[account, sum / 1e6]])))
}

async function figures(offer: number, more: Record<string, string> = {}) {
  const day = new Date(world.clock.nowMs()).toISOString().slice(0, 10)
  const query = { from: day, to: day, interval: 'total', offerId: String(offer), ...more }
  const answer = await world.get('/operator/v1/stats', { query, headers })
  assert.equal(answer.statusCode, 200, answer.body)
  const [row] = answer.json().data
  const { approved, reversed, revenue, payout, margin } = row ?? {}
  return { approved, reversed, revenue, payout, margin }
}

async function callbacksOf(id: string): Promise<string[]> {
  const rows = await world.ports.db.query<{ event: string }>(
    'select event_type as event from callbacks where conversion_id = $1 order by version',
    [id],
  )
  return rows.map(({ event }) => event.replace('conversion.', ''))
}

async function assertSound(): Promise<void> {
  const { ports } = world
  const { rules } = await checkLedger(ports)
  assert.deepEqual(
    rules.filter(({ faults }) => faults > 0),
    [],
  )
  assert.deepEqual((await checkStats(ports, {})).differences, [])
  await rollUpStats(ports)
  assert.deepEqual((await checkStats(ports, {})).differences, [])
}

test('a reward taken back is owed to no publisher, and by its network until that takes it back as well', async () => {
  const { id, offerId, report } = await approve()
  await rollUpStats(world.ports)
  assert.deepEqual(await owed(id), { receivable: 10, payable: -7, margin: -3 })
  const taken = await decide('take_back', id)
  assert.deepEqual([taken.outcome, taken.status, taken.reason], ['done', 'reversed', 'withheld'])
  assert.deepEqual(await owed(id), { receivable: 10, margin: -10 })
  assert.deepEqual(await figures(offerId), {
    approved: 0,
    reversed: 1,
    revenue: '10',
    payout: '0',
    margin: '10',
  })
  assert.equal((await figures(offerId, { status: 'reversed' })).revenue, '10')
  await assertSound()
  const again = (await report('approved')).json().data
  assert.deepEqual([again.duplicate, again.status, again.reason], [true, 'reversed', 'refused'])
  assert.equal((await report('reversed')).statusCode, 200)
  assert.deepEqual(await owed(id), {})
  assert.deepEqual(await figures(offerId), {
    approved: 0,
    reversed: 1,
    revenue: '0',
    payout: '0',
    margin: '0',
  })
  await assertSound()
  const given = await decide('give_after_all', id)
  assert.equal(given.outcome, 'decided_before')
  assert.match(given.problem, /reversed, and not open to that/)
})

test('a reward that is given again is credited by another transaction, and told once each time', async () => {
  const { id, offerId } = await approve()
  assert.equal((await decide('take_back', id)).outcome, 'done')
  assert.equal((await decide('give_after_all', id)).status, 'approved')
  assert.deepEqual(await owed(id), { receivable: 10, payable: -7, margin: -3 })
  assert.deepEqual(await figures(offerId), {
    approved: 1,
    reversed: 0,
    revenue: '10',
    payout: '7',
    margin: '3',
  })
  assert.deepEqual(await callbacksOf(id), ['approved', 'reversed', 'approved'])
  const rows = await world.ports.db.query<{ id: string; endpointId: number }>(
    'select id, endpoint_id as "endpointId" from callbacks where conversion_id = $1',
    [id],
  )
  const facts = await world.ports.store.callbackFacts.listFacts(world.ports.db, rows)
  const told = facts.toSorted((a, b) => a.version - b.version).map((one) => [one.reason, one.timesReversed])
  assert.deepEqual(told, [
    [null, 0],
    ['refused', 0],
    [null, 1],
  ])
  await assertSound()
})

test('a publisher is not told that the network stands by it', async () => {
  const { id } = await approve()
  await decide('take_back', id)
  const answer = await world.get(`/api/v1/conversions/${id}`, { headers: world.credentials })
  assert.equal(answer.statusCode, 200, answer.body)
  assert.equal(answer.json().data.reason, 'refused')
  assert.doesNotMatch(answer.body, /withheld/)
})

test('a decision is not taken back without a word, nor unseen, nor by an analyst; and nothing changes', async () => {
  const { id } = await approve()
  const silent = await post('decide', { decision: 'take_back', conversions: [{ id }], note: ' ' })
  assert.equal(silent.statusCode, 400)
  assert.equal(silent.json().error.details[0].field, 'note')
  assert.equal((await decide('take_back', id, { conversions: [{ id, version: 7 }] })).outcome, 'changed')
  const analyst = await post('decide', { decision: 'take_back', conversions: [{ id }], note: 'x' }, 'ben')
  assert.match(analyst.json().error.message, /reviewer/)
  for (const decision of ['confirm', 'refuse', 'keep', 'give_after_all'])
    assert.equal((await decide(decision, id)).outcome, 'decided_before', decision)
  assert.deepEqual(await owed(id), { receivable: 10, payable: -7, margin: -3 })
})

test('a preview of what is taken back tells the amounts, the callback and the cap, and changes nothing', async () => {
  const { id } = await approve({ total_cap: 5 })
  const answer = await post('preview', { decision: 'take_back', conversionIds: [id] })
  const [preview] = answer.json().data
  assert.deepEqual([preview.from, preview.to, preview.reason], ['approved', 'reversed', 'withheld'])
  assert.deepEqual([preview.payable, preview.receivable, preview.margin], ['-7', '0', '7'])
  assert.deepEqual(preview.caps[0].used, 0)
  assert.equal(preview.callbacks[0].event, 'conversion.reversed')
  assert.deepEqual(await owed(id), { receivable: 10, payable: -7, margin: -3 })
})

test('a reward that its user has earned again meanwhile is given only by whoever knows it', async () => {
  const { id, offerId, userId } = await approve()
  await decide('take_back', id)
  const click_id = await followOffer(world, { offerId, userId })
  const rival = (await tell(world, { query: { click_id, status: 'approved', payout: '10' } })).json().data
  assert.equal(rival.status, 'approved')
  const barred = await decide('give_after_all', id)
  assert.deepEqual([barred.outcome, barred.rules], ['objection', ['repeat']])
  assert.doesNotMatch(barred.problem, /despite/)
  assert.equal((await decide('give_after_all', id, { despite: ['repeat'] })).status, 'approved')
})

test('each of several decisions at one moment is made once, and the ledger ends with the last', async () => {
  const { id } = await approve()
  const rounds = await Promise.all(
    Array.from(
      { length: 12 },
      async (_, at) => await decide(at % 2 === 0 ? 'take_back' : 'give_after_all', id),
    ),
  )
  const done = rounds.filter(({ outcome }) => outcome === 'done').length
  const [row] = await world.ports.db.query<{ version: number; status: string }>(
    'select version, status from conversions where id = $1',
    [id],
  )
  assert.equal(row?.version, 1 + done)
  assert.equal((await owed(id))['payable'] ?? 0, row?.status === 'approved' ? -7 : 0)
  assert.equal((await callbacksOf(id)).length, 1 + done)
  await assertSound()
})

test('the audit tells who took what back, and why', async () => {
  const { id } = await approve()
  await decide('take_back', id)
  await decide('give_after_all', id, { note: 'It was a family.' })
  const answer = await world.get('/operator/v1/audit', { query: { text: id }, headers })
  const text = JSON.stringify(answer.json())
  assert.match(text, /took back a conversion/)
  assert.match(text, /gave after all a conversion/)
  assert.match(text, /It was a family\./)
})
