import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dayMs } from '@quoin/core/time/durations.ts'
import { followOffer, tell } from '../../../../../test/support/conversions.ts'
import { eventually } from '../../../../../test/support/eventually.ts'
import { createWorld } from '../../../../../test/support/world.ts'
import { checkLedger } from '../ledger/check-ledger.ts'
import { prunePostbacks } from './prune-postbacks.ts'

test('an old postback is shortened, one that changed nothing is deleted later, and the books stay whole', async (t) => {
  const world = await createWorld({
    environment: { POSTBACK_DATA_DAYS: '40', CLICK_RETENTION_DAYS: '60' },
  })
  t.after(() => world.close())
  const { ports, clock } = world
  const offerId = await world.addOffer()
  const clickId = await followOffer(world, { offerId })
  const query = { click_id: clickId, payout: '1', status: 'approved', note: 'something' }
  for (let copy = 0; copy < 2; copy += 1) assert.equal((await tell(world, { query })).statusCode, 200)
  const unknown = { ...query, click_id: 'never-made' }
  assert.equal((await tell(world, { query: unknown })).statusCode, 404)
  const rows = async () =>
    await ports.db.query<{ outcome: string; parameters: object; conversionId: string | null }>(
      `select outcome, parameters, conversion_id as "conversionId" from postback_requests order by outcome`,
    )
  // The log of refusals is written after the answer.
  await eventually(async () => (await rows()).length, 3)
  const before = await rows()
  assert.deepEqual(
    before.map(({ outcome, parameters }) => [outcome, Object.keys(parameters).length > 0]),
    [
      ['applied', true],
      ['duplicate', true],
      ['unmatched', true],
    ],
  )
  clock.advance({ days: 39 })
  assert.equal(await prunePostbacks(ports), 0)
  clock.advance({ days: 2 })
  assert.equal(await prunePostbacks(ports), 3)
  assert.equal(await prunePostbacks(ports), 0, 'each is looked at once')
  const shortened = await rows()
  assert.deepEqual(
    shortened.map(({ outcome, parameters, conversionId }) => [outcome, parameters, conversionId]),
    before.map(({ outcome, conversionId }) => [outcome, {}, conversionId]),
  )
  // Sixty days and the thirty in which clicks are set aside.
  clock.advance({ ms: 50 * dayMs })
  await prunePostbacks(ports)
  assert.deepEqual(
    (await rows()).map(({ outcome }) => outcome),
    ['applied'],
  )
  assert.deepEqual((await checkLedger(ports)).faults, [])
})
