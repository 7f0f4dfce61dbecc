import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { assertError, assertSuccess } from '../../../../../../test/support/assert-answer.ts'
import { followOffer, tell } from '../../../../../../test/support/conversions.ts'
import { createWorld, type World } from '../../../../../../test/support/world.ts'
import { createApp } from '../../../features/apps/create-app.ts'

let world: World
before(async () => {
  world = await createWorld({
    environment: { RATE_LIMIT_PER_MINUTE: '1000000' },
    app: { currencyName: 'Coins', currencyRate: 100_000_000, currencyDecimals: 0 },
  })
})
after(() => world.close())

interface Detail {
  readonly conversion_id: string
  readonly status: string
  readonly history: readonly Readonly<Record<string, unknown>>[]
  readonly postbacks: readonly Readonly<Record<string, unknown>>[]
  readonly callbacks: readonly unknown[]
}

async function report(clickId: string, status: string): Promise<string> {
  world.clock.advance({ seconds: 1 })
  const told = await tell(world, { query: { click_id: clickId, payout: '1.5', status } })
  return assertSuccess<{ conversion_id: string }>(told).conversion_id
}

test('a conversion has every change and every report, oldest first', async () => {
  const offerId = await world.addOffer({ payout: '1.25' })
  const clickId = await followOffer(world, { offerId, userId: 'reader' })
  const id = await report(clickId, 'pending')
  for (const status of ['approved', 'approved', 'chargeback']) await report(clickId, status)
  const detail = assertSuccess<Detail>(
    await world.get(`/api/v1/conversions/${id.toUpperCase()}`, { headers: world.credentials }),
  )
  const { history, postbacks, callbacks, ...conversion } = detail
  assert.deepEqual(callbacks, [])
  const now = Math.floor(world.clock.nowMs() / 1000)
  assert.deepEqual(conversion, {
    conversion_id: id,
    offer_id: offerId,
    user_id: 'reader',
    click_id: clickId,
    sub_id: null,
    goal: null,
    transaction_id: null,
    claim_transaction_id: null,
    currency: 'Coins',
    is_test: false,
    created_at: now - 3,
    version: 3,
    status: 'reversed',
    reason: null,
    payout: 1.25,
    payout_local: 125,
    live_reason: null,
    updated_at: now,
  })
  assert.deepEqual(
    history.map(({ version, previous_status, status, source, payout_local }) => [
      version,
      previous_status,
      status,
      source,
      payout_local,
    ]),
    [
      [1, null, 'pending', 'postback', 125],
      [2, 'pending', 'approved', 'postback', 125],
      [3, 'approved', 'reversed', 'postback', 125],
    ],
  )
  const outcomes = postbacks.map(({ outcome }) => outcome)
  assert.deepEqual(outcomes, ['applied', 'applied', 'duplicate', 'applied'])
  assert.equal(history[1]?.['postback_id'], postbacks[1]?.['postback_id'])
})

test('a claim without a click has no reports', async () => {
  const offerId = await world.addOffer()
  const body = { userId: 'claimer', offerId, transactionId: 'T-1' }
  const claimed = await world.post('/v1/conversions', { body, headers: world.credentials })
  const { conversion_id: id } = assertSuccess<{ conversion_id: string }>(claimed, 201)
  const response = await world.get(`/api/v1/conversions/${id}`, { headers: world.credentials })
  const detail = assertSuccess<Detail & { claim_transaction_id: string; reason: string }>(response)
  assert.deepEqual([detail.claim_transaction_id, detail.reason, detail.postbacks], ['T-1', 'claim', []])
})

test('unknown, of another app, of the other mode: not found', async () => {
  const offerId = await world.addOffer()
  const id = await report(await followOffer(world, { offerId, userId: 'mine' }), 'approved')
  const other = await createApp(world.ports, { name: 'Other', publisher: 'Other' })
  const strangers = { 'x-api-key': other.live.apiKey, 'x-api-secret': other.live.apiSecret }
  const unknown = '0199f2c4-7a1e-7c3b-9d52-3f1e5a7b9c0d'
  for (const [path, headers] of [
    [id, strangers],
    [id, world.testCredentials],
    [unknown, world.credentials],
  ] as const) {
    assertError(await world.get(`/api/v1/conversions/${path}`, { headers }), 404, 'RESOURCE_NOT_FOUND')
  }
})

test('an id that is none of ours is refused', async () => {
  for (const id of ['x', '1', '%00', '0199f2c4-7a1e-4c3b-9d52-3f1e5a7b9c0d', 'a'.repeat(300)]) {
    const response = await world.get(`/api/v1/conversions/${id}`, { headers: world.credentials })
    assertError(response, 400, 'INVALID_REQUEST')
  }
})

test('the id that a receiver has credited by finds the conversion, however it was written', async () => {
  const offerId = await world.addOffer({ payout: '1.25' })
  const id = await report(await followOffer(world, { offerId, userId: 'by-transaction' }), 'approved')
  const hex = id.replaceAll('-', '')
  for (const written of [
    hex,
    hex.toUpperCase(),
    `r-${hex}`,
    `${id}-2`,
    `${hex.slice(0, 12)}9${hex.slice(13)}`,
  ]) {
    const found = await world.get(`/api/v1/conversions/${written}`, { headers: world.credentials })
    assert.equal(assertSuccess<Detail>(found).conversion_id, id, written)
  }
})
