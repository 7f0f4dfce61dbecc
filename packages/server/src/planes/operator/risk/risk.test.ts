import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { shippedWeights } from '@quoin/core/risk/weights.ts'
import { assertError, assertSuccess } from '../../../../../../test/support/assert-answer.ts'
import { followOffer, tell } from '../../../../../../test/support/conversions.ts'
import { createWorld, type World } from '../../../../../../test/support/world.ts'

const token = 'a-token-of-the-operator-0123456789abcdef'
const headers = { authorization: `Bearer ${token}` }
const path = '/operator/v1/risk'

let world: World
before(async () => {
  world = await createWorld({ environment: { OPERATOR_TOKEN: token } })
})
after(() => world.close())

interface Report {
  readonly scores: readonly { from: number; assessments: number; blocked: number }[]
  readonly calibration: readonly {
    bin: number | null
    conversions: number
    said: number | null
    was: number
  }[]
  readonly learning: { active: string; candidate: string | null }
  readonly signals: readonly { name: string; points: number; share: number | null }[]
}

async function report(): Promise<Report> {
  return assertSuccess<Report>(await world.get(path, { headers }))
}

test('scores are counted by where they lie, and signals by how often they spoke', async () => {
  const { db, newId, clock } = world.ports
  for (const [tenths, isBlocked, shares] of [
    [120, false, { webdriver: 1 }],
    [149, false, { webdriver: 0.5, vpn_address: 0 }],
    [1000, true, {}],
  ] as const) {
    await db.query(
      `insert into risk_assessments (id, app_id, user_key, device_key, score_tenths, is_blocked, is_multi_accounting,
         reasons, weights_version, request_id, is_test, assessed_at, shares)
       values ($1, 1, '\\x01', '\\x01', $2, $3, false, '[]', '5', 'r', false, to_timestamp($4::bigint / 1000.0), $5::jsonb)`,
      [newId(), tenths, isBlocked, clock.nowMs(), JSON.stringify(shares)],
    )
  }
  const { scores, signals } = await report()
  assert.deepEqual(
    scores
      .filter(({ assessments }) => assessments > 0)
      .map(({ from, assessments, blocked }) => [from, assessments, blocked]),
    [
      [10, 2, 0],
      [95, 1, 1],
    ],
  )
  const shareOf = (name: string) => signals.find((signal) => signal.name === name)?.share
  assert.deepEqual([shareOf('webdriver'), shareOf('vpn_address')], [2 / 3, 0])
})

test('scores stand against outcomes: lost ones at once, kept ones after fourteen days', async () => {
  const convert = async (userId: string, tenths: number | null, isLost: boolean) => {
    const clickId = await followOffer(world, { offerId: await world.addOffer(), userId })
    await tell(world, { query: { click_id: clickId, payout: '1', status: 'approved' } })
    await world.ports.db.query(`update conversions set risk = $2::jsonb, status = $3 where click_id = $1`, [
      clickId,
      tenths === null ? null : JSON.stringify({ scoreTenths: tenths }),
      isLost ? 'reversed' : 'approved',
    ])
  }
  await convert('kept', 820, false)
  await convert('lost', 860, true)
  await convert('silent', null, false)
  assert.deepEqual(await calibrationNow(), [[8, 1, 0.86, 1]])
  world.clock.advance({ seconds: 15 * 86_400 })
  assert.deepEqual(await calibrationNow(), [
    [null, 1, null, 0],
    [8, 2, 0.84, 0.5],
  ])
})

async function calibrationNow() {
  return (await report()).calibration.map(({ bin, conversions, said, was }) => [bin, conversions, said, was])
}

test('weights are adopted, listed, shown, and left for the shipped ones again', async () => {
  const weights = { ...shippedWeights, version: 'mine' }
  const adopted = await world.post(`${path}/weights`, { headers, body: { text: JSON.stringify(weights) } })
  assert.deepEqual(assertSuccess(adopted), { version: 'mine' })
  assert.equal((await report()).learning.active, 'mine')
  const listed = assertSuccess<{ version: string; state: string }[]>(
    await world.get(`${path}/weights`, { headers }),
  )
  assert.deepEqual(
    listed.map(({ version, state }) => [version, state]),
    [['mine', 'active']],
  )
  const shown = assertSuccess<{ weights: object }>(await world.get(`${path}/weights/mine`, { headers }))
  assert.deepEqual(shown.weights, weights)
  assertSuccess(await world.post(`${path}/weights/shipped/activate`, { headers }))
  assert.equal((await report()).learning.active, shippedWeights.version)
})

test('a weights file with mistakes is refused with each of them named', async () => {
  for (const [text, message] of [
    ['{"', /must be JSON/],
    [JSON.stringify({ version: 'x', points: { no_such: 1 } }), /points\.no_such is no signal/],
  ] as const) {
    const answer = await world.post(`${path}/weights`, { headers, body: { text } })
    assertError(answer, 400, 'INVALID_REQUEST')
    assert.match(answer.body, message)
  }
})
