import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { DomainError } from '@quoin/core/errors.ts'
import { followOffer, tell } from '../../../../../test/support/conversions.ts'
import { createWorld, type World } from '../../../../../test/support/world.ts'
import { confirmClaim } from './confirm-claim.ts'

let world: World
let offerId: number
before(async () => {
  world = await createWorld({ environment: { RATE_LIMIT_PER_MINUTE: '1000000' } })
  offerId = await world.addOffer({ repeatable: 'true' })
})
after(() => world.close())

const click = (userId: string) => followOffer(world, { offerId, userId })
const confirm = (conversionId: string) => confirmClaim(world.ports, { conversionId, actor: 'ops' })

async function report(clickId: string, txnId: string) {
  const query = { click_id: clickId, payout: '1.5', status: 'approved', txn_id: txnId }
  const answer = await tell(world, { query })
  assert.equal(answer.statusCode, 200, answer.body)
  return answer.json().data
}

async function claim(userId: string, transactionId: string): Promise<string> {
  const body = { userId, offerId, transactionId }
  const answer = await world.post('/v1/conversions', { body, headers: world.credentials })
  assert.ok(answer.statusCode < 300, answer.body)
  return String(answer.json().data.conversion_id)
}

async function erase(userId: string): Promise<void> {
  const path = `/api/v1/users/${userId}`
  const answer = await world.call({ method: 'DELETE', path, headers: world.credentials })
  assert.equal(answer.statusCode, 200, answer.body)
}

function isObjection(rule: string, says: RegExp) {
  return (error: unknown): boolean =>
    error instanceof DomainError &&
    says.test(error.message) &&
    JSON.stringify(error.details).includes(`"rule":"${rule}"`)
}

test('a transaction that a claim was paid for is not paid again once its user is erased', async () => {
  const paid = await claim('ann', 'order-5512')
  assert.equal((await confirm(paid)).status, 'approved')
  await erase('ann')
  const told = await report(await click('ben'), 'order-5512')
  assert.deepEqual([told.status, told.reason], ['pending', 'transaction'])
  await assert.rejects(confirm(told.conversion_id), isObjection('transaction', new RegExp(paid)))
  // The same user may come back as a new one, and so may a claim.
  const again = await claim('ann', 'order-5512')
  assert.notEqual(again, paid)
  await assert.rejects(confirm(again), isObjection('transaction', new RegExp(paid)))
  assert.equal((await report(await click('ben'), 'order-5513')).status, 'approved')
})

test('an erased claim keeps a keyed digest of its transaction, and nothing that names it', async () => {
  const id = await claim('cleo', 'order-of-cleo')
  await erase('cleo')
  const [row] = await world.ports.db.query<{ row: string; digest: string }>(
    `select to_jsonb(c)::text as row, encode(c.claim_txn_digest, 'hex') as digest from conversions c where id = $1`,
    [id],
  )
  assert.doesNotMatch(row?.row ?? '', /order-of-cleo|cleo/)
  assert.match(row?.digest ?? '', /^[0-9a-f]{64}$/)
})

test('nobody can confirm a claim whose transaction was erased, since it may be paid elsewhere', async () => {
  const open = await claim('dan', 'order-7')
  await erase('dan')
  assert.equal((await report(await click('eve'), 'order-7')).status, 'approved')
  await assert.rejects(confirm(open), isObjection('transaction', /erased/))
  const nameless = await world.post('/v1/conversions', {
    body: { userId: 'fay', offerId },
    headers: world.credentials,
  })
  await erase('fay')
  assert.equal((await confirm(String(nameless.json().data.conversion_id))).status, 'approved')
})
