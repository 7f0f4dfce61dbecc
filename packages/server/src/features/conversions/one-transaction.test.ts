import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import type { PassableRule } from '@quoin/core/conversions/review-objections.ts'
import { DomainError } from '@quoin/core/errors.ts'
import { followOffer, tell } from '../../../../../test/support/conversions.ts'
import { rollUpAll } from '../../../../../test/support/roll-up-all.ts'
import { createWorld, type World } from '../../../../../test/support/world.ts'
import { createApp } from '../apps/create-app.ts'
import { checkLedger } from '../ledger/check-ledger.ts'
import { checkStats } from '../stats/check-stats.ts'
import { confirmClaim } from './confirm-claim.ts'
import { decideConversion } from './decide-conversion.ts'
import { releaseHolds } from './release-holds.ts'

let world: World
let beside: World
let repeatable: number
before(async () => {
  const environment = { RATE_LIMIT_PER_MINUTE: '1000000' }
  world = await createWorld({ environment })
  beside = await createWorld({ environment, beside: world })
  repeatable = await world.addOffer({ repeatable: 'true' })
})
after(async () => {
  await beside.close()
  await world.close()
})

const apiKey = () => world.app.live.apiKey
const click = (userId: string, offerId = repeatable) =>
  followOffer(world, { offerId, userId, apiKey: apiKey() })

async function report(clickId: string, txnId: string, status = 'approved', at = world) {
  const query = { click_id: clickId, payout: '1.5', status, ...(txnId === '' ? {} : { txn_id: txnId }) }
  const answer = await tell(at, { query })
  assert.equal(answer.statusCode, 200, answer.body)
  return answer.json().data
}

async function claim(userId: string, transactionId: string, offerId = repeatable) {
  const body = { userId, offerId, transactionId }
  const answer = await world.post('/v1/conversions', { body, headers: world.credentials })
  assert.ok(answer.statusCode < 300, answer.body)
  return { status: answer.statusCode, id: String(answer.json().data.conversion_id) }
}

const confirm = (conversionId: string, despite: readonly PassableRule[] = []) =>
  confirmClaim(world.ports, { conversionId, actor: 'ops', despite })

function standsAgainst(...rules: readonly string[]) {
  return (error: unknown): boolean =>
    error instanceof DomainError &&
    Array.isArray(error.details) &&
    JSON.stringify(error.details.map(({ rule }) => rule)) === JSON.stringify(rules)
}

async function paidTo(userId: string): Promise<number> {
  const [row] = await world.ports.db.query<{ count: number }>(
    "select count(*)::integer as count from conversions where user_id = $1 and status = 'approved'",
    [userId],
  )
  return row?.count ?? 0
}

test('a claim by a transaction that the network has reported is that conversion', async () => {
  const paid = await report(await click('a'), 'X1')
  const claimed = await claim('a', ' X1\u200b')
  assert.deepEqual([claimed.status, claimed.id], [200, paid.conversion_id])
  assert.equal(await paidTo('a'), 1)
})

test('a confirmed claim without a click is taken over by the postback of its transaction, and taken back by it', async () => {
  const { id } = await claim('b', 'pub-9')
  assert.equal((await confirm(id)).status, 'approved')
  const clickId = await click('b')
  const told = await report(clickId, 'pub-9')
  assert.deepEqual([told.conversion_id, told.status], [id, 'approved'])
  assert.equal((await report(clickId, 'pub-9')).duplicate, true)
  assert.equal(await paidTo('b'), 1)
  assert.equal((await report(clickId, 'pub-9', 'reversed')).status, 'reversed')
  assert.equal(await paidTo('b'), 0)
})

test('a claim at one click is taken over by a postback of its transaction about another', async () => {
  await click('b2')
  const { id } = await claim('b2', 'pub-10')
  const told = await report(await click('b2'), 'pub-10')
  assert.deepEqual([told.conversion_id, told.status], [id, 'approved'])
  await assert.rejects(confirm(id), /does not wait/)
  assert.equal(await paidTo('b2'), 1)
})

test('a person confirms one of a user’s two claims on an offer that is not repeatable, and is told of the other', async () => {
  const offerId = await world.addOffer()
  const [first, second] = [await claim('c', 'd1', offerId), await claim('c', 'd2', offerId)]
  assert.equal((await confirm(first.id)).status, 'approved')
  await assert.rejects(confirm(second.id), standsAgainst('repeat'))
  await assert.rejects(confirm(second.id), new RegExp(first.id))
  assert.equal(await paidTo('c'), 1)
  assert.equal((await confirm(second.id, ['repeat'])).status, 'approved')
})

test('a claim on a share of far more than is listed is confirmed by nobody unawares', async () => {
  const offerId = await world.addOffer({ repeatable: 'true', payout_share: '60', revenue: '2' })
  const body = { userId: 's', offerId, transactionId: 's1', amount: 900 }
  const answer = await world.post('/v1/conversions', { body, headers: world.credentials })
  const id = String(answer.json().data.conversion_id)
  await assert.rejects(confirm(id), standsAgainst('margin'))
  await assert.rejects(confirm(id), /listed are 2 USD/)
  assert.equal((await confirm(id, ['margin'])).payoutMicros, 540_000_000)
})

test('a claim whose transaction the network has rejected by another click is confirmed by nobody unawares', async () => {
  const { id } = await claim('m3', 'gone-1')
  const rejected = await report(await click('m3-other'), 'gone-1', 'rejected')
  assert.equal(rejected.status, 'rejected')
  await assert.rejects(confirm(id), standsAgainst('rejected'))
  await assert.rejects(confirm(id), new RegExp(rejected.conversion_id))
  assert.equal((await confirm(id, ['rejected'])).status, 'approved')
})

test('a claim of far more than a fixed payout lists is confirmed by nobody unawares', async () => {
  const offerId = await world.addOffer({ repeatable: 'true', payout: '0.6', revenue: '1' })
  const body = { userId: 'm7', offerId, transactionId: 'much-1', amount: 9_999 }
  const answer = await world.post('/v1/conversions', { body, headers: world.credentials })
  await assert.rejects(confirm(String(answer.json().data.conversion_id)), standsAgainst('margin'))
})

test('a transaction that a person took back is held for a person when it comes by another click', async () => {
  const first = await report(await click('m6'), 'back-1')
  const note = 'Same device as three others'
  const by = { conversionId: first.conversion_id, actor: 'ops', note }
  await decideConversion(world.ports, { ...by, decision: 'take_back' })
  const second = await report(await click('m6-other'), 'back-1')
  assert.deepEqual([second.status, second.reason], ['pending', 'transaction'])
  assert.equal((await confirm(second.conversion_id)).status, 'approved')
  const again = decideConversion(world.ports, { ...by, decision: 'give_after_all' })
  await assert.rejects(again, standsAgainst('transaction'))
})

test('a confirmation over a cap tells so, and goes past it only when a person insists', async () => {
  const offerId = await world.addOffer({ total_cap: '1', repeatable: 'true' })
  const [first, second] = [await claim('d', 'e1', offerId), await claim('d', 'e2', offerId)]
  await confirm(first.id)
  await assert.rejects(confirm(second.id), standsAgainst('cap'))
  assert.equal((await confirm(second.id, ['cap'])).status, 'approved')
})

test('a transaction that was paid for one click is held for another, and no person can pay it again', async () => {
  await report(await click('e'), 'X2')
  const again = await report(await click('e'), 'X2')
  assert.deepEqual([again.status, again.reason], ['pending', 'transaction'])
  const other = await report(await click('e-other'), 'X2')
  assert.deepEqual([other.status, other.reason], ['pending', 'transaction'])
  for (const { conversion_id } of [again, other]) {
    await assert.rejects(confirm(conversion_id, ['repeat', 'cap']), standsAgainst('transaction'))
  }
  const claimed = await claim('e-third', 'X2')
  await assert.rejects(confirm(claimed.id), standsAgainst('transaction'))
  // In another case it is another transaction.
  assert.equal((await report(await click('e'), 'x2')).status, 'approved')
})

test('an id that a publisher claims for two users of one offer is one transaction, and for another offer another', async () => {
  const [first, second] = [await claim('i1', 'order-1'), await claim('i2', 'order-1')]
  assert.notEqual(first.id, second.id)
  assert.equal((await confirm(first.id)).status, 'approved')
  await assert.rejects(confirm(second.id, ['repeat', 'cap']), standsAgainst('transaction'))
  await assert.rejects(confirm(second.id), new RegExp(`paid by conversion ${first.id}`))
  const elsewhere = await claim('i2', 'order-1', await world.addOffer({ repeatable: 'true' }))
  assert.equal((await confirm(elsewhere.id)).status, 'approved')
  const { live } = await createApp(world.ports, { name: 'Beside', publisher: 'Publisher' })
  const answer = await world.post('/v1/conversions', {
    body: { userId: 'i3', offerId: repeatable, transactionId: 'order-1' },
    headers: { 'x-api-key': live.apiKey, 'x-api-secret': live.apiSecret },
  })
  assert.equal((await confirm(String(answer.json().data.conversion_id))).status, 'approved')
})

test('a transaction that was reversed is never paid for another click', async () => {
  const offerId = await world.addOffer()
  const clickId = await click('f', offerId)
  await report(clickId, 'X3')
  await report(clickId, 'X3-back', 'reversed')
  for (const txnId of ['X3', 'X3-back']) {
    const again = await report(await click(`f-${txnId}`, offerId), txnId)
    assert.deepEqual([again.status, again.reason], ['pending', 'transaction'], txnId)
    await assert.rejects(confirm(again.conversion_id), standsAgainst('transaction'))
  }
})

test('a rejected transaction may be paid for another click, and its correction is held then', async () => {
  const clickId = await click('g')
  await report(clickId, 'X4', 'rejected')
  assert.equal((await report(await click('g'), 'X4')).status, 'approved')
  const corrected = await report(clickId, 'X4')
  assert.deepEqual([corrected.status, corrected.reason], ['pending', 'transaction'])
})

test('a hold is not released once its transaction was taken back elsewhere', async () => {
  const offerId = await world.addOffer({ repeatable: 'true', hold_days: '1' })
  const held = await report(await click('h', offerId), 'X5')
  assert.equal(held.reason, 'hold')
  const elsewhere = await click('h', offerId)
  await report(elsewhere, 'X5')
  await report(elsewhere, 'X5', 'reversed')
  world.clock.advance({ seconds: 2 * 86_400 })
  await releaseHolds(world.ports)
  const row = await world.ports.store.conversions.findConversion(world.ports.db, held.conversion_id)
  assert.deepEqual([row?.status, row?.reason], ['pending', 'transaction'])
  assert.equal(await paidTo('h'), 0)
})

test('one transaction for many clicks at once, in two processes, is paid once', async () => {
  for (let round = 0; round < 5; round += 1) {
    const users = Array.from({ length: 12 }, (_, at) => `race-${round}-${at % 4}`)
    const clicks = await Promise.all(users.map((userId) => click(userId)))
    const claims = await Promise.all([
      claim(`race-${round}-0`, `R${round}`),
      claim(`race-${round}-9`, `R${round}`),
    ])
    await Promise.all([
      ...clicks.map((clickId, at) => report(clickId, `R${round}`, 'approved', at % 2 === 0 ? world : beside)),
      ...claims.map(({ id }) =>
        confirm(id).catch((error: unknown) => assert.ok(error instanceof DomainError)),
      ),
    ])
    const [row] = await world.ports.db.query<{ paid: number }>(
      `select count(*)::integer as paid from conversions
       where (txn_id = $1 or claim_txn_id = $1) and status = 'approved'`,
      [`R${round}`],
    )
    assert.equal(row?.paid, 1)
  }
})

async function stateOf(id: string) {
  const [row] = await world.ports.db.query<{ status: string; txnId: string | null; version: number }>(
    'select status, txn_id as "txnId", version from conversions where id = $1',
    [id],
  )
  return row
}

const heldClick = (userId: string, offerId = repeatable) =>
  followOffer(world, { offerId, userId, apiKey: apiKey(), userAgent: 'curl/8.5.0' })

test('a rejection that names another click finds the held conversion of its transaction', async () => {
  for (const other of ['n', 'n2']) {
    const held = await report(await heldClick('n'), `N-${other}`, 'pending')
    assert.deepEqual([held.status, held.reason], ['pending', 'bot'])
    const clickId = await click(other)
    const said = await report(clickId, `N-${other}`, 'rejected')
    assert.deepEqual(
      [said.conversion_id, said.click_id, said.status],
      [held.conversion_id, clickId, 'rejected'],
    )
    assert.equal((await stateOf(held.conversion_id))?.status, 'rejected')
    await assert.rejects(confirm(held.conversion_id), /does not wait/)
    const again = await report(clickId, `N-${other}`, 'rejected')
    assert.deepEqual([again.conversion_id, again.duplicate], [held.conversion_id, true])
  }
})

test('a rejection that comes with the report that it means, or after a person confirmed it, is refused and may be sent again', async () => {
  const [first, second] = [await heldClick('o'), await click('o2')]
  const say = (clickId: string, status: string) =>
    tell(world, { query: { click_id: clickId, payout: '1.5', txn_id: 'O-1', status } })
  const [made, early] = await Promise.all([say(first, 'pending'), say(second, 'rejected')])
  assert.equal(made.statusCode, 200)
  const id = made.json().data.conversion_id
  assert.ok(early.statusCode === 200 || /of another click/.test(early.body), early.body)
  // Where the rejection came first there was nothing that it could mean.
  if (early.statusCode === 200)
    assert.notEqual((await stateOf(early.json().data.conversion_id))?.status, 'pending')
  else assert.equal((await say(second, 'rejected')).json().data.conversion_id, id)
  const paid = await report(await heldClick('o3'), 'O-3')
  await confirm(paid.conversion_id)
  const late = await tell(world, {
    query: { click_id: await click('o4'), payout: '1.5', txn_id: 'O-3', status: 'rejected' },
  })
  assert.equal(late.statusCode, 400)
  assert.equal((await stateOf(paid.conversion_id))?.status, 'approved')
})

test('a repeat adds the transaction that the first report left out, and neither status nor money', async () => {
  const offerId = await world.addOffer()
  const clickId = await click('p', offerId)
  const first = await report(clickId, '')
  const again = await report(clickId, 'P-1')
  assert.deepEqual(
    [again.conversion_id, again.duplicate, again.status, again.reason],
    [first.conversion_id, true, 'approved', 'transaction_added'],
  )
  assert.deepEqual(await stateOf(first.conversion_id), { status: 'approved', txnId: 'P-1', version: 1 })
  assert.equal((await report(clickId, 'P-2')).duplicate, true)
  assert.equal((await stateOf(first.conversion_id))?.txnId, 'P-1', 'a name that is there stays')
  // By it no other click is paid.
  const other = await report(await click('p2', offerId), 'P-1')
  assert.deepEqual([other.status, other.reason], ['pending', 'transaction'])
})

test('a repeat takes no transaction that another conversion is known by', async () => {
  const offerId = await world.addOffer()
  await report(await click('q', offerId), 'Q-1')
  const clickId = await click('q2', offerId)
  const plain = await report(clickId, '')
  const again = await report(clickId, 'Q-1')
  assert.deepEqual([again.duplicate, again.status, again.reason], [true, 'approved', 'transaction'])
  assert.equal((await stateOf(plain.conversion_id))?.txnId, null)
})

test('a held conversion takes the transaction of another one by a repeat, so that nobody confirms it unawares', async () => {
  const offerId = await world.addOffer()
  const paid = await report(await click('q3', offerId), 'Q-3')
  const clickId = await heldClick('q4', offerId)
  const held = await report(clickId, '')
  assert.equal((await report(clickId, 'Q-3')).duplicate, true)
  assert.equal((await stateOf(held.conversion_id))?.txnId, 'Q-3')
  await assert.rejects(confirm(held.conversion_id), standsAgainst('transaction'))
  await assert.rejects(confirm(held.conversion_id), new RegExp(paid.conversion_id))
})

test('a transaction of another goal, or in test mode, is another one', async () => {
  const test = await followOffer(world, { offerId: repeatable, userId: 't', apiKey: world.app.test.apiKey })
  assert.equal((await report(test, 'X2')).status, 'approved')
})

test('after all of it the ledger and the statistics are exact', async () => {
  assert.deepEqual((await checkLedger(world.ports)).faults, [])
  await rollUpAll(world.ports)
  assert.deepEqual((await checkStats(world.ports, {})).differences, [])
})
