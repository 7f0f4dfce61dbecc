// Two processes decide on the same weights at once. The order is made by hand: where one of them has read, the other acts.
import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { shippedWeights } from '@quoin/core/risk/weights.ts'
import { createWorld } from '../../../../../test/support/world.ts'
import type { LearnFromOutcomes, Ports } from '../../ports/ports.ts'
import { activateWeights } from './activate-weights.ts'
import { adoptWeights } from './adopt-weights.ts'
import { leaveWeights } from './leave-weights.ts'
import { refitWeights } from './refit-weights.ts'

const world = await createWorld()
const other = await createWorld({ beside: world })
after(async () => {
  await other.close()
  await world.close()
})
const { clock } = world
/** Without a label there would be nothing to learn from. */
const settings = { ...world.ports.settings, riskLabelsMin: 0 }
const ports = { ...world.ports, settings }
const elsewhere = { ...other.ports, settings }
const { db, store } = ports
const actor = 'dana'

beforeEach(async () => {
  await db.query('delete from risk_weights')
  await ports.snapshots.refresh('weights')
})

const addWeights = async (version: string, state: 'candidate' | 'retired' = 'candidate') =>
  await store.riskWeights.insertWeights(db, {
    version,
    state,
    weights: { ...shippedWeights, version },
    figures: {},
    actor: 'quoin',
    createdAtMs: clock.nowMs(),
  })

const statesOf = async () =>
  Object.fromEntries((await store.riskWeights.listWeights(db, 10)).map((row) => [row.version, row.state]))

/** The ports of a process that another is quicker than, whenever it has looked at a version. */
function slower(meanwhile: () => Promise<unknown>): Ports {
  const findWeights: typeof store.riskWeights.findWeights = async (tx, version) => {
    const row = await store.riskWeights.findWeights(tx, version)
    // Behind the lock of the slower one it waits for it, as it must.
    await Promise.race([meanwhile().catch(() => undefined), new Promise((done) => setTimeout(done, 500))])
    return row
  }
  return { ...elsewhere, store: { ...store, riskWeights: { ...store.riskWeights, findWeights } } }
}

test('weights that one person takes while another leaves them are not in use and left at once', async () => {
  await addWeights('learned-1')
  const taking: Promise<void>[] = []
  const take = async () => {
    taking.push(activateWeights(ports, { version: 'learned-1', actor }))
    await taking[0]
  }
  await Promise.allSettled([leaveWeights(slower(take), { version: 'learned-1', actor })])
  await Promise.allSettled(taking)
  const left = await db.query("select 1 from audit_log where action = 'risk_weights.left'")
  const states = await statesOf()
  assert.equal(states['learned-1'], 'active', 'the last word was to take them')
  assert.equal(left.length, 1)
})

test('the last of the versions taken at once is in use, and nobody is answered with an error', async () => {
  await addWeights('own-0', 'retired')
  await activateWeights(ports, { version: 'own-0', actor })
  for (const version of ['own-1', 'own-2', 'own-3', 'own-4']) await addWeights(version, 'retired')
  await Promise.all(
    ['own-1', 'own-2', 'own-3', 'own-4'].map(async (version, index) =>
      activateWeights(index % 2 ? ports : elsewhere, { version, actor }),
    ),
  )
  const states = Object.values(await statesOf())
  assert.equal(states.filter((state) => state === 'active').length, 1)
})

const nobody = { users: 0, current: 0, candidate: 0 }
const decisions = { refused: nobody, confirmed: nobody, auc: null, isNoWorse: true }
/** Learns nothing, and takes the time in which somebody else acts. */
const learning =
  (meanwhile: () => Promise<unknown>, { passes = true } = {}): LearnFromOutcomes =>
  async ({ version, current }) => {
    await meanwhile()
    const judgement = { decisions, worlds: [], passes, sentence: 'As it was told to.' }
    return { weights: { ...current, version }, labels: [], judgement }
  }

test('a candidate that a person leaves while it is judged again does not come into use', async () => {
  await addWeights('learned-2')
  clock.advance({ seconds: 48 * 3_600 })
  const learn = learning(async () => await leaveWeights(ports, { version: 'learned-2', actor }))
  const { outcome } = await refitWeights({ ...elsewhere, learn }, { actor: 'quoin', mayActivate: true })
  assert.deepEqual([outcome, await statesOf()], ['rejected', { 'learned-2': 'rejected' }])
})

test('a candidate that a person takes while it is judged again stays in use, whatever the judgement', async () => {
  await addWeights('learned-3')
  clock.advance({ seconds: 48 * 3_600 })
  const take = async () => await activateWeights(ports, { version: 'learned-3', actor })
  const learn = learning(take, { passes: false })
  await refitWeights({ ...elsewhere, learn }, { actor: 'quoin', mayActivate: true })
  assert.deepEqual(await statesOf(), { 'learned-3': 'active' })
})

test('one of two that learn at once makes the candidate, and the other tells of it', async () => {
  const request = { actor, mayActivate: false }
  const first = { version: '' }
  const learn = learning(async () => {
    const made = await refitWeights({ ...ports, learn: learning(async () => {}) }, request)
    first.version = made.version ?? ''
    clock.advance({ seconds: 5 })
  })
  const { outcome, version } = await refitWeights({ ...elsewhere, learn }, request)
  assert.deepEqual([outcome, version], ['proposed', first.version])
  assert.deepEqual(await statesOf(), { [first.version]: 'candidate' })
})

test('weights learned from ones that are not in use any more are not proposed', async () => {
  const own = { ...shippedWeights, version: 'own-9' }
  const learn = learning(async () => await adoptWeights(ports, { weights: own, actor }))
  const { outcome, version = '' } = await refitWeights({ ...elsewhere, learn }, { actor, mayActivate: false })
  assert.equal(outcome, 'rejected')
  assert.deepEqual(await statesOf(), { [version]: 'rejected', 'own-9': 'active' })
})
