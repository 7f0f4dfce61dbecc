import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { addEndpoint } from '../../../../../../test/support/callback-endpoints.ts'
import { followOffer, tell } from '../../../../../../test/support/conversions.ts'
import { holdConversion } from '../../../../../../test/support/operator/review-samples.ts'
import { createWorld, type World } from '../../../../../../test/support/world.ts'

let world: World
before(async () => {
  world = await createWorld({
    people: {
      findSession: () => undefined,
      findToken: (token) => ({ id: token, name: token, role: 'reviewer' }),
    },
  })
  await addEndpoint(world.ports.db, { appId: world.app.appId, name: 'shop' })
  await world.ports.snapshots.refresh('apps')
})
after(() => world.close())

const as = (name: string) => ({ authorization: `Bearer ${name}` })

async function list(query: Record<string, string> = {}) {
  const answer = await world.get('/operator/v1/reviews', { query, headers: as('ada') })
  assert.equal(answer.statusCode, 200, answer.body)
  return answer.json()
}

async function post(path: string, body: object, name = 'ada') {
  const answer = await world.post(`/operator/v1/reviews/${path}`, { body, headers: as(name) })
  assert.equal(answer.statusCode, 200, answer.body)
  return answer.json().data
}

const decide = (decision: string, conversions: object[], more = {}, name = 'ada') =>
  post('decide', { decision, conversions, ...more }, name)

async function row(id: string) {
  const { ports } = world
  const [found] = await ports.db.query<Record<string, unknown>>(
    `select status, reason, version, (select count(*) from callbacks c where c.conversion_id = v.id) as callbacks,
       (select count(*) from ledger_entries l where l.source_id = v.id) as entries
     from conversions v where id = $1`,
    [id],
  )
  return found ?? {}
}

test('the queue goes by what is at stake, page by page, and none is shown twice', async () => {
  for (const payout of ['3.00', '1.00', '2.00']) {
    const offerId = await world.addOffer({ payout, revenue: '9.00' })
    await holdConversion(world, { offerId })
    world.clock.advance({ seconds: 1 })
  }
  const first = await list({ limit: '2' })
  const second = await list({ limit: '2', after: first.meta.next })
  const payouts = [...first.data, ...second.data].map(({ payout }: { payout: string }) => payout)
  assert.deepEqual(payouts, ['3', '2', '1'])
  assert.equal(second.meta.next, null)
  assert.equal((await list({ reason: 'claim' })).meta.total, 0)
  assert.equal((await list({ sort: 'time' })).data[0].payout, '3')
})

test('the sums are of all that wait, however few the page shows, and of those that match', async () => {
  const { data, meta } = await list({ limit: '1' })
  assert.equal(data.length, 1)
  assert.equal(meta.payout, '6')
  const all = (await list()).data as { stake: string; payout: string; score: number }[]
  for (const { stake, payout, score } of all)
    assert.equal(Number(stake), Math.round(Number(payout) * score * 10_000) / 1e6)
  const sum = all.reduce((micros, { stake }) => micros + Math.round(Number(stake) * 1e6), 0)
  assert.equal(Math.round(Number(meta.stake) * 1e6), sum)
  assert.deepEqual((await list({ reason: 'claim' })).meta.payout, '0')
})

test('a preview tells the amounts, the callbacks and the state, and changes nothing', async () => {
  const id = await holdConversion(world)
  const before = await row(id)
  const [preview] = await post('preview', { decision: 'confirm', conversionIds: [id] })
  assert.deepEqual([preview.from, preview.to, preview.payable], ['pending', 'approved', '1'])
  assert.equal(preview.callbacks[0].name, 'shop')
  assert.deepEqual(preview.objections, [])
  assert.deepEqual(await row(id), before)
  const [refusal] = await post('preview', { decision: 'refuse', conversionIds: [id] })
  assert.deepEqual([refusal.to, refusal.reason, refusal.payable], ['rejected', 'refused', '0'])
  assert.deepEqual(await row(id), before)
})

test('a confirmation books what its preview said', async () => {
  const id = await holdConversion(world)
  const [preview] = await post('preview', { decision: 'confirm', conversionIds: [id] })
  await decide('confirm', [{ id }])
  const entries = await world.ports.db.query<{ account: string; micros: number }>(
    'select account::text, amount_micros as micros from ledger_entries where source_id = $1',
    [id],
  )
  const booked = Object.fromEntries(entries.map(({ account, micros }) => [account, micros]))
  assert.equal(Number(preview.payable) * 1e6, -Number(booked['payable']))
  assert.equal(Number(preview.receivable) * 1e6, booked['receivable'])
})

test('an objection is told before and after, and can be gone past', async () => {
  const offerId = await world.addOffer()
  const body = { userId: 'twice', offerId, transactionId: 'T-1' }
  const claim = await world.post('/v1/conversions', { body, headers: world.credentials })
  assert.ok(claim.statusCode < 300, claim.body)
  const clickId = await followOffer(world, { offerId, userId: 'twice' })
  await tell(world, { query: { click_id: clickId, payout: '1', status: 'approved' } })
  const [waiting] = (await list({ reason: 'claim' })).data
  const id = waiting.id
  const [preview] = await post('preview', { decision: 'confirm', conversionIds: [id] })
  assert.ok(preview.objections.length > 0, JSON.stringify(preview))
  const passable = preview.objections.every((one: { passable: boolean }) => one.passable)
  assert.ok(passable)
  const rules = preview.objections.map(({ rule }: { rule: string }) => rule)
  const [stopped] = await decide('confirm', [{ id }])
  assert.deepEqual([stopped.outcome, stopped.rules], ['objection', rules])
  assert.doesNotMatch(stopped.problem, /--despite/)
  const [passed] = await decide('confirm', [{ id }], { despite: rules })
  assert.deepEqual([passed.outcome, passed.status], ['done', 'approved'])
})

test('one of two who decide at once does, and the other is told who was faster', async () => {
  const id = await holdConversion(world)
  const [[a], [b]] = await Promise.all([
    decide('confirm', [{ id, version: 1 }], {}, 'ada'),
    decide('refuse', [{ id, version: 1 }], {}, 'bob'),
  ])
  const outcomes = [a, b].map(({ outcome }) => outcome).toSorted()
  assert.deepEqual(outcomes, ['decided_before', 'done'])
  const late = [a, b].find(({ outcome }) => outcome !== 'done')
  assert.match(late.problem, /^(ada|bob) has decided it already: it is (approved|rejected)\.$/)
  assert.equal(Number((await row(id))['version']), 2)
})

test('a conversion that has changed since somebody looked is not decided', async () => {
  const id = await holdConversion(world)
  const [changed] = await decide('confirm', [{ id, version: 7 }])
  assert.equal(changed.outcome, 'changed')
  assert.equal((await row(id))['status'], 'pending')
})

test('many are decided each by itself, and author and reason are kept', async () => {
  const [one, two] = [await holdConversion(world), await holdConversion(world)]
  const unknown = '0199f2c4-7a1e-7c3b-9d52-3f1e5a7b9c0d'
  const note = 'A script on a server.'
  const decided = await decide('refuse', [{ id: one }, { id: unknown }, { id: two }], { note })
  const outcomes = decided.map(({ outcome }: { outcome: string }) => outcome)
  assert.deepEqual(outcomes, ['done', 'unknown', 'done'])
  const [audit] = await world.ports.db.query<{ actor: string; details: Record<string, unknown> }>(
    'select actor, details from audit_log where object = $1',
    [`conversion:${one}`],
  )
  assert.equal(audit?.actor, 'token:ada')
  assert.equal(audit?.details['note'], note)
  await assert.rejects(
    decide(
      'refuse',
      Array.from({ length: 101 }, () => ({ id: one })),
    ),
  )
})

test('keeping on holding changes nothing but who looked', async () => {
  const id = await holdConversion(world)
  const before = await row(id)
  const [kept] = await decide('keep', [{ id }], { note: 'Ask the network.' })
  assert.equal(kept.outcome, 'done')
  assert.deepEqual(await row(id), before)
  const [audit] = await world.ports.db.query<{ action: string }>(
    'select action from audit_log where object = $1',
    [`conversion:${id}`],
  )
  assert.equal(audit?.action, 'conversion.kept_in_review')
})

test('the evidence names who shares a device and what became of them', async () => {
  for (const userId of ['ring-1', 'ring-2', 'ring-3']) {
    const body = { user_id: userId, fingerprint_hash: 'ring-device', fingerprint_data: {} }
    const answer = await world.post('/api/v1/fingerprint', { body, headers: world.credentials })
    assert.equal(answer.statusCode, 200, answer.body)
  }
  const lost = await holdConversion(world, { userId: 'ring-2' })
  await decide('refuse', [{ id: lost }])
  const id = await holdConversion(world, { userId: 'ring-1' })
  const answer = await world.get(`/operator/v1/reviews/${id}`, { headers: as('ada') })
  assert.equal(answer.statusCode, 200, answer.body)
  const { links, comparisons, device } = answer.json().data
  assert.equal(links.devices.length, 1)
  assert.equal(links.edges.length, 3)
  const names = links.users.map(({ user_id }: { user_id: string | null }) => user_id)
  names.sort((a: string | null) => (a === null ? -1 : 1))
  // ring-3 has no conversion: nobody can say who that is.
  assert.deepEqual(names, [null, 'ring-2'])
  const other = links.users.find(({ user_id }: { user_id: string }) => user_id === 'ring-2')
  assert.equal(other.outcomes.rejected, 1)
  assert.ok(device.score >= 0)
  const texts = comparisons.map(({ text }: { text: string }) => text).join(' ')
  assert.match(texts, /2 other users were seen on the user’s device\. 1 of them lost conversions\./)
})
