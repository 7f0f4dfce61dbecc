import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { shippedWeights } from '@quoin/core/risk/weights.ts'
import { assertError, assertSuccess } from '../../../../../../test/support/assert-answer.ts'
import { addLearned } from '../../../../../../test/support/learning-scene.ts'
import { createWorld, type World } from '../../../../../../test/support/world.ts'

const token = 'a-token-of-the-operator-0123456789abcdef'
const headers = { authorization: `Bearer ${token}` }
const path = '/operator/v1/risk'

let world: World
let version: string
before(async () => {
  world = await createWorld({ environment: { OPERATOR_TOKEN: token } })
})
after(() => world.close())

interface Mover {
  readonly user_id: string
  readonly before: number
  readonly after: number
  readonly because: string | null
  readonly held: string
}

interface Report {
  readonly mode: string
  readonly active: { version: string; by_old_rule: boolean; before: string | null }
  readonly learned: null | {
    readonly version: string
    readonly state: string
    readonly judgement: { passes: boolean; sentence: string; refused: { users: number } }
    readonly moves: {
      users: number
      rising: number
      falling: number
      bands: readonly { from: string; to: string; users: number }[]
      movers: readonly Mover[]
    }
  }
}

const read = async (): Promise<Report> =>
  assertSuccess<Report>(await world.get(`${path}/learning`, { headers }))

test('before anything was learned there is nothing to decide', async () => {
  const { mode, active, learned } = await read()
  assert.deepEqual([mode, active.version, learned], ['propose', shippedWeights.version, null])
})

test('it is told on whom new weights would tell, and the numbers add up', async () => {
  version = await addLearned(world)
  const { learned } = await read()
  assert.ok(learned)
  assert.deepEqual(
    [learned.state, learned.judgement.passes, learned.judgement.refused.users],
    ['candidate', true, 40],
  )
  const { moves } = learned
  assert.deepEqual([moves.users, moves.rising, moves.falling], [5, 2, 1])
  assert.equal(
    moves.bands.reduce((sum, { users }) => sum + users, 0),
    moves.users,
  )
  const [riser] = moves.movers
  assert.ok(riser && riser.after > riser.before)
  assert.deepEqual([riser.because, riser.held], ['headless_screen', '1'])
  for (const { from, to, users } of moves.bands.filter((one) => one.from !== one.to && one.users > 0)) {
    const found = await world.get(`${path}/weights/${version}/movers`, { headers, query: { from, to } })
    assert.equal(assertSuccess<Mover[]>(found).length, users, `${from} to ${to}`)
  }
})

test('one call takes them, and another takes them back', async () => {
  assertSuccess(await world.post(`${path}/weights/${version}/activate`, { headers, body: {} }))
  const taken = await read()
  assert.deepEqual(
    [taken.active.version, taken.active.before, taken.learned],
    [version, shippedWeights.version, null],
  )
  assertSuccess(await world.post(`${path}/weights/${taken.active.before}/activate`, { headers, body: {} }))
  assert.equal((await read()).active.version, shippedWeights.version)
})

test('weights that wait can be left, and only once', async () => {
  await world.ports.db.query("update risk_weights set state = 'candidate' where version = $1", [version])
  assertSuccess(await world.post(`${path}/weights/${version}/leave`, { headers, body: {} }))
  assert.equal((await read()).learned, null)
  const again = await world.post(`${path}/weights/${version}/leave`, { headers, body: {} })
  assertError(again, 400, 'INVALID_REQUEST')
  const unknown = await world.post(`${path}/weights/never-made/leave`, { headers, body: {} })
  assertError(unknown, 404, 'RESOURCE_NOT_FOUND')
})

test('weights of the old rule are named as such while they are in use', async () => {
  const { db, store, clock } = world.ports
  const old = { ...shippedWeights, version: 'learned-20260101T030000' }
  const row = { version: old.version, weights: old, figures: { learntFrom: 400 }, actor: 'quoin' }
  await store.riskWeights.insertWeights(db, { ...row, state: 'retired', createdAtMs: clock.nowMs() })
  assertSuccess(await world.post(`${path}/weights/${old.version}/activate`, { headers, body: {} }))
  assert.equal((await read()).active.by_old_rule, true)
  assertSuccess(await world.post(`${path}/weights/shipped/activate`, { headers, body: {} }))
  assert.equal((await read()).active.by_old_rule, false)
})
