import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { confirmClaim } from '../../packages/server/src/features/conversions/confirm-claim.ts'
import { releaseHolds } from '../../packages/server/src/features/conversions/release-holds.ts'
import { updateNetwork } from '../../packages/server/src/features/networks/update-network.ts'
import { replayPostbacks } from '../../packages/server/src/features/postbacks/replay-postbacks.ts'
import { importRates } from '../../packages/server/src/features/terms/import-rates.ts'
import { followOffer, tell } from '../support/conversions.ts'
import { createWorld, type World } from '../support/world.ts'

let world: World
before(async () => {
  world = await createWorld({ environment: { RATE_LIMIT_PER_MINUTE: '1000000' } })
})
after(() => world.close())

let users = 0
const newUser = (): string => {
  users += 1
  return `user-${users}`
}
const click = (offerId: number, userId = newUser()) => followOffer(world, { offerId, userId })
const report = async (click_id: string, said: Record<string, string>) => {
  const answer = await tell(world, { query: { click_id, payout: '1.5', status: 'approved', ...said } })
  const { data, error } = answer.json()
  return { http: answer.statusCode, ...data, error }
}
const statusOf = async (id: string) => {
  const row = await world.ports.store.conversions.findConversion(world.ports.db, id)
  return [row?.status, row?.reason]
}
async function paid(offerId: number): Promise<number> {
  const [row] = await world.ports.db.query<{ count: number }>(
    "select count(*)::integer as count from conversions where offer_id = $1 and status = 'approved'",
    [offerId],
  )
  return row?.count ?? 0
}
async function editOffer(external_id: string, row: Record<string, unknown>): Promise<number> {
  return await world.addOffer({ external_id, ...row })
}

test('a rejection that names no transaction is not lost in a conversion of its own', async () => {
  const offerId = await world.addOffer({ repeatable: 'true' })
  const clickId = await click(offerId)
  const first = await report(clickId, { txn_id: 'X' })
  const back = await report(clickId, { status: 'rejected' })
  assert.equal(back.http, 400, JSON.stringify(back))
  assert.deepEqual(await statusOf(first.conversion_id), ['approved', null])
})

test('a reversal that names no transaction takes back the only one there is, and asks for a name where there are several', async () => {
  const offerId = await world.addOffer({ repeatable: 'true' })
  const clickId = await click(offerId)
  const first = await report(clickId, { txn_id: 'X' })
  const back = await report(clickId, { status: 'reversed' })
  assert.deepEqual([back.http, back.conversion_id, back.status], [200, first.conversion_id, 'reversed'])
  const several = [await report(clickId, { txn_id: 'Y' }), await report(clickId, { txn_id: 'Z' })]
  for (const status of ['reversed', 'rejected']) {
    const unnamed = await report(clickId, { status })
    assert.deepEqual([unnamed.http, unnamed.error?.details[0].rule], [400, 'ambiguous'])
  }
  for (const { conversion_id } of several) assert.deepEqual(await statusOf(conversion_id), ['approved', null])
})

test('a claim that was confirmed before its offer became repeatable is taken over by the report, and paid once', async () => {
  const offerId = await editOffer('f-1', {})
  const userId = newUser()
  const clickId = await click(offerId, userId)
  const made = await world.post('/v1/conversions', { body: { userId, offerId }, headers: world.credentials })
  const id = made.json().data.conversion_id
  await confirmClaim(world.ports, { conversionId: id, actor: 'ops' })
  await editOffer('f-1', { repeatable: 'true' })
  const told = await report(clickId, { txn_id: 'X' })
  assert.equal(told.conversion_id, id)
  assert.equal(await paid(offerId), 1)
})

test('an approval that is replayed corrects no rejection that came after it', async () => {
  const offerId = await world.addOffer()
  const clickId = await click(offerId)
  await report(clickId, { status: 'pending' })
  const refused = await report(clickId, { currency: 'CZK' })
  assert.equal(refused.http, 400)
  world.clock.advance({ seconds: 60 })
  assert.equal((await report(clickId, { status: 'reversed' })).status, 'rejected')
  const day = new Date(world.clock.nowMs()).toISOString().slice(0, 10)
  async function* entries() {
    yield { line: 2, row: { day, currency: 'CZK', usd: '1' } }
  }
  await importRates(world.ports, { entries: entries(), actor: 'ops' })
  const sinceMs = world.clock.nowMs() - 3_600_000
  const question = { actor: 'ops', ids: [], networkSlug: 'demo', sinceMs, after: null, limit: 100 }
  const { replayed } = await replayPostbacks(world.ports, question)
  assert.ok(replayed.some(({ says }) => says === 'rejected: superseded'))
  assert.equal(await paid(offerId), 0)
})

test('a hold from before its offer had goals is not released once its transaction was taken back by the name of a goal', async () => {
  const offerId = await editOffer('s-1', { hold_days: '3' })
  const held = await report(await click(offerId), { txn_id: 'X' })
  assert.equal(held.reason, 'hold')
  world.clock.advance({ seconds: 60 })
  await editOffer('s-1', {
    hold_days: '3',
    goals: JSON.stringify([{ goal: 'install', name: 'Install', payout: '1', revenue: '1.5', default: true }]),
  })
  const other = await click(offerId)
  assert.equal((await report(other, { txn_id: 'X' })).reason, 'transaction')
  assert.equal((await report(other, { txn_id: 'X', status: 'reversed' })).status, 'rejected')
  world.clock.advance({ seconds: 4 * 86_400 })
  await releaseHolds(world.ports)
  assert.deepEqual(await statusOf(held.conversion_id), ['pending', 'transaction'])
})

test('a rejection of a transaction that is paid for another click is refused, and says where it belongs', async () => {
  const offerId = await world.addOffer({ repeatable: 'true' })
  const paidClick = await click(offerId)
  const first = await report(paidClick, { txn_id: 'X' })
  const elsewhere = await report(await click(offerId), { txn_id: 'X', status: 'rejected' })
  assert.deepEqual([elsewhere.http, elsewhere.error?.details[0].rule], [400, 'transaction'])
  assert.equal(
    (await report(paidClick, { txn_id: 'X', status: 'reversed' })).conversion_id,
    first.conversion_id,
  )
  assert.equal(await paid(offerId), 0)
})

test('a reversal is heard whatever the ceiling is by now', async () => {
  const offerId = await world.addOffer()
  const clickId = await click(offerId)
  const first = await report(clickId, { payout: '100' })
  await updateNetwork(world.ports, 'demo', { payoutMax: 50_000_000 })
  const back = await report(clickId, { status: 'reversed', payout: '-100' })
  await updateNetwork(world.ports, 'demo', { payoutMax: 10_000_000_000 })
  assert.equal(back.http, 200, JSON.stringify(back))
  assert.equal((await statusOf(first.conversion_id))[0], 'reversed')
})

test('one id in two normal forms of Unicode is one transaction', async () => {
  const offerId = await world.addOffer({ repeatable: 'true' })
  await report(await click(offerId), { txn_id: 'caf\u00e9' })
  await report(await click(offerId), { txn_id: 'cafe\u0301' })
  assert.equal(await paid(offerId), 1)
})

test('a number that JSON cannot keep exactly is refused as a transaction', async () => {
  const offerId = await world.addOffer({ repeatable: 'true' })
  const click_id = await click(offerId)
  const body = `{"click_id":"${click_id}","payout":1.5,"status":"approved","txn_id":12345678901234567890}`
  const answer = await tell(world, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  assert.equal(answer.statusCode, 400, answer.body)
})

test('a claim takes its offer off the list once it is confirmed, also without a click', async () => {
  const offerId = await world.addOffer({ hold_days: '1' })
  const userId = newUser()
  const isListed = async () => {
    const query = { userId, offerIds: String(offerId), country: 'DE', platform: 'android' }
    const answer = await world.get('/api/v1/offers', { query, headers: world.credentials })
    return answer.json().data.length === 1
  }
  const body = { userId, offerId, transactionId: 'C1' }
  const made = await world.post('/v1/conversions', { body, headers: world.credentials })
  assert.equal(await isListed(), true)
  const conversionId = made.json().data.conversion_id
  await confirmClaim(world.ports, { conversionId, actor: 'ops' })
  world.clock.advance({ seconds: 2 })
  assert.deepEqual([await statusOf(conversionId), await isListed()], [['pending', 'hold'], false])
  world.clock.advance({ days: 2 })
  await releaseHolds(world.ports)
  assert.deepEqual([await statusOf(conversionId), await isListed()], [['approved', null], false])
})
