import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { assertError, assertSuccess } from '../../../../../test/support/assert-answer.ts'
import { followOffer } from '../../../../../test/support/conversions.ts'
import { createWorld, type World } from '../../../../../test/support/world.ts'

let world: World
let offerId: number
before(async () => {
  world = await createWorld({ environment: { RATE_LIMIT_PER_MINUTE: '100000' } })
  offerId = await world.addOffer({ repeatable: 'yes' })
})
after(() => world.close())

function claim(key: string, body: Readonly<Record<string, unknown>> = {}, credentials = world.credentials) {
  const headers = { ...credentials, 'idempotency-key': key }
  return world.post('/v1/conversions', { headers, body: { userId: 'u', offerId, ...body } })
}

async function count(): Promise<number> {
  const [row] = await world.ports.db.query<{ n: number }>('select count(*) as n from conversions', [])
  return row?.n ?? 0
}

const otherBody = {
  field: 'Idempotency-Key',
  rule: 'other_body',
  message: 'came before with another body: a key stands for one claim',
}

test('an Idempotency-Key that comes again with another body is refused, and changes nothing', async () => {
  const another = await world.addOffer()
  const first = assertSuccess<{ conversion_id: string }>(await claim('k1', { amount: 1.5 }), 201)
  const claims = await count()
  for (const body of [
    {},
    { amount: 1.51 },
    { amount: 1.5, userId: 'v' },
    { amount: 1.5, offerId: another },
    { amount: 1.5, offerId: 987_654_321 },
    { amount: 1.5, transactionId: 't' },
    { amount: 1.5, goal: 'x' },
    { amount: 1.5, clickId: '0199f2c4-7a1e-7c3b-9d52-3f1e5a7b9c0d' },
  ])
    assert.deepEqual(assertError(await claim('k1', body), 400, 'INVALID_REQUEST'), [otherBody])
  assert.equal(await count(), claims)
  // The same, spelled otherwise, with what nobody reads and credentials elsewhere.
  const { 'x-api-secret': apiSecret, ...rest } = world.credentials
  for (const [body, headers] of [
    [{ amount: '1.500' }, world.credentials],
    [{ amount: 1.5, note: 'again', apiSecret }, rest],
  ] as const) {
    const again = assertSuccess<{ conversion_id: string }>(await claim('k1', body, headers), 200)
    assert.equal(again.conversion_id, first.conversion_id)
  }
  assertSuccess(await claim('K1', { amount: 2 }), 201)
  assertSuccess(await claim('k1', { amount: 2 }, world.testCredentials), 201)
})

test('a key whose claim was refused may be used for another body', async () => {
  assertError(await claim('typo', { offerId: 987_654_321 }), 404, 'RESOURCE_NOT_FOUND')
  assertError(await claim('typo', { goal: 'none' }), 400, 'INVALID_REQUEST')
  assertSuccess(await claim('typo'), 201)
  assertSuccess(await claim('typo'), 200)
})

test('bodies that come at once with one key make one claim, of the first of them; the others are refused', async () => {
  for (let round = 0; round < 5; round += 1) {
    const before = await count()
    const users = Array.from({ length: 30 }, (_, place) => `user-${place % 3}`)
    const answers = await Promise.all(users.map((userId) => claim(`at-once-${round}`, { userId })))
    const byStatus = Object.groupBy(answers, ({ statusCode }) => String(statusCode))
    assert.deepEqual([byStatus['201']?.length, byStatus['200']?.length, byStatus['400']?.length], [1, 9, 20])
    const ids = [...(byStatus['201'] ?? []), ...(byStatus['200'] ?? [])].map(
      (answer) => answer.json().data.conversion_id,
    )
    assert.equal(new Set(ids).size, 1)
    assert.equal(await count(), before + 1)
  }
})

test('a key goes on leading to its claim after another click and another claim', async () => {
  const single = await world.addOffer()
  await followOffer(world, { offerId: single, userId: 'w' })
  const body = { userId: 'w', offerId: single }
  const first = assertSuccess<{ conversion_id: string }>(await claim('w1', body), 201)
  // Another key for the same click is the same claim; it stays so when the user clicks again.
  assert.deepEqual(assertSuccess(await claim('w2', body), 200), first)
  world.clock.advance({ seconds: 10 })
  await followOffer(world, { offerId: single, userId: 'w' })
  assert.deepEqual(assertSuccess(await claim('w2', body), 200), first)
  assert.deepEqual(assertSuccess(await claim('w1', body), 200), first)
})

test('an erased user leaves no key and no digest behind', async () => {
  assertSuccess(await claim('leaving', { userId: 'leaver' }), 201)
  const path = '/api/v1/users/leaver'
  assertSuccess(await world.call({ method: 'DELETE', path, headers: world.credentials }))
  assert.deepEqual(await world.ports.db.query("select from claim_keys where key = 'leaving'", []), [])
})
