import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { learnWeights } from '@quoin/core/risk/learning/learn-weights.ts'
import { shippedWeights } from '@quoin/core/risk/weights.ts'
import { eventually } from '../../../../../test/support/eventually.ts'
import { createWorld } from '../../../../../test/support/world.ts'
import { learnInThread } from '../../adapters/risk-weights/learn-in-thread.ts'
import { learnTonight } from '../../jobs/keep-learning.ts'
import { addListEntry } from '../lists/add-list-entry.ts'
import { activateWeights } from './activate-weights.ts'
import { adoptWeights } from './adopt-weights.ts'
import { collectOutcomes } from './collect-outcomes.ts'
import type { LearnFromOutcomes } from '../../ports/ports.ts'
import { refitWeights } from './refit-weights.ts'

const environment = { RISK_LABELS_MIN: '40', RISK_LEARNING: 'auto' }
const world = await createWorld({ environment, app: { rateLimitPerMinute: 100_000, holdScore: 0 } })
const other = await createWorld({ beside: world, follows: true, environment })
after(async () => {
  await other.close()
  await world.close()
})
const { ports, clock } = world
const offerIds = await world.addOffers([{}, {}, {}, {}])
const request = { actor: 'tester', mayActivate: true }
const needs = { ...ports, learn: learnInThread }
/** Without the built-in worlds, which the thread reads. */
const learnHere: LearnFromOutcomes = async (order) => learnWeights({ ...order, worlds: [] })

async function submit(userId: string, resolution: string): Promise<void> {
  const body = { user_id: userId, fingerprint_hash: `hash of ${userId}`, fingerprint_data: { resolution } }
  const response = await world.post('/api/v1/fingerprint', { body, headers: world.credentials })
  assert.equal(response.statusCode, 200, response.body)
}

/** A user who submits, clicks, earns on each offer, and ends well or not. */
async function live(
  userId: string,
  { isFraud, losses = 4 }: { isFraud: boolean; losses?: number },
): Promise<void> {
  // The shipped weights think little of a small screen; here it is what all frauds have.
  await submit(userId, isFraud ? '800x600' : '1920x1080')
  for (const offerId of isFraud ? offerIds.slice(0, losses) : offerIds) {
    const query = { offerId: String(offerId), apiKey: world.app.live.apiKey, userId }
    const { headers } = await world.get('/track', {
      query,
      headers: { 'user-agent': 'Mozilla/5.0 (X11) Firefox/140.0' },
    })
    const clickId = new URL(String(headers['location'])).searchParams.get('click_id') ?? ''
    clock.advance({ seconds: 60 })
    for (const status of isFraud ? ['approved', 'reversed'] : ['approved']) {
      const response = await world.get('/postback', { query: { click_id: clickId, payout: '1', status } })
      assert.equal(response.statusCode, 200, response.body)
    }
  }
}

/** People decide about some of them. */
async function decide(userId: string, action: 'block' | 'allow'): Promise<void> {
  await addListEntry(ports, {
    appId: world.app.appId,
    kind: 'user',
    value: userId,
    action,
    reason: '',
    actor: 'dana',
  })
}

test('with too few labels nothing is learned', async () => {
  await live('first', { isFraud: true })
  const { outcome, frauds } = await refitWeights(needs, request)
  assert.deepEqual(
    [outcome, frauds],
    ['too_few_labels', 0],
    'where nobody else was paid all losses are usual',
  )
})

test('outcomes become labels, and signs are those from before it was known', async () => {
  for (let made = 0; made < 60; made += 1) {
    await live(`honest-${made}`, { isFraud: false })
    await live(`fraud-${made}`, { isFraud: true })
  }
  await live('unlucky', { isFraud: true, losses: 1 })
  // A later submission is no evidence of before.
  await submit('fraud-1', '1920x1080')
  // A recent approval may yet be reversed.
  assert.equal((await collectOutcomes(ports)).outcomes.filter(({ isFraud }) => !isFraud).length, 0)
  clock.advance({ seconds: 31 * 86_400 })
  const { outcomes, untold } = await collectOutcomes(ports)
  assert.equal(untold, 1, 'one loss is bad luck')
  assert.deepEqual(
    [
      outcomes.filter(({ kind }) => kind === 'taken_back').length,
      outcomes.filter(({ kind }) => kind === 'kept').length,
    ],
    [61, 60],
  )
  for (const { shares, isFraud } of outcomes)
    assert.equal(
      shares.some((share) => share > 0.9),
      isFraud,
    )
  assert.deepEqual([...new Set(outcomes.map(({ part }) => part))].sort(), [0, 1, 2, 3, 4])
})

test('without decisions of people the gate refuses what was learned, and it is shown and not used', async () => {
  const { outcome, version, sentence } = await refitWeights(needs, request)
  assert.equal(outcome, 'rejected')
  assert.match(sentence ?? '', /too few decisions of people/)
  const row = await ports.store.riskWeights.findWeights(ports.db, version ?? '')
  assert.equal(row?.state, 'rejected')
  assert.equal(ports.shadowWeights(), undefined)
  clock.advance({ seconds: 1 })
})

test('people’s words label users, whatever their conversions did, and publishers’ own words do not', async () => {
  for (let made = 0; made < 20; made += 1) {
    await decide(`fraud-${made}`, 'block')
    await decide(`honest-${made}`, 'allow')
  }
  const { outcomes } = await collectOutcomes(ports)
  const countOf = (kind: string) => outcomes.filter((one) => one.kind === kind).length
  assert.deepEqual(
    ['blocked', 'allowed', 'taken_back', 'kept'].map((kind) => countOf(kind)),
    [20, 20, 41, 40],
  )
  const own = {
    appId: world.app.appId,
    kind: 'user',
    value: 'fraud-30',
    action: 'allow',
    reason: '',
  } as const
  await addListEntry(ports, { ...own, actor: 'publisher:somebody' })
  assert.equal((await collectOutcomes(ports)).outcomes.filter(({ kind }) => kind === 'allowed').length, 20)
})

test('a candidate scores in the shadow, is judged again, and is used by every process', async () => {
  const made = await refitWeights(needs, request)
  assert.equal(made.outcome, 'candidate')
  assert.equal(ports.riskWeights().version, shippedWeights.version)
  assert.equal(ports.shadowWeights()?.version, made.version)
  await submit('shadowed', '800x600')
  const shadow = await ports.store.riskWeights.measureShadow(
    ports.db,
    made.version ?? '',
    '00000000-0000-7000-8000-000000000000',
  )
  assert.equal(shadow?.assessments, 1)
  assert.ok((shadow?.meanShadow ?? 0) > (shadow?.meanAnswered ?? 100))
  assert.equal((await refitWeights(needs, request)).outcome, 'in_shadow')
  clock.advance({ seconds: 25 * 3_600 })
  assert.equal((await refitWeights(needs, { ...request, mayActivate: false })).outcome, 'proposed')
  assert.equal((await refitWeights(needs, request)).outcome, 'activated')
  assert.equal(ports.riskWeights().version, made.version)
  await eventually(async () => other.ports.riskWeights().version, made.version)
  const [state] = await ports.store.riskWeights.listWeights(ports.db, 1)
  assert.deepEqual(
    [state?.state, Object.keys(state?.figures as object).sort()],
    ['active', ['afterShadow', 'beganWith', 'judgement', 'labels', 'untold']],
  )
})

test('an operator goes back to the shipped weights, and to a learned version', async () => {
  const before = ports.riskWeights().version
  await activateWeights(ports, { version: 'shipped', actor: 'tester' })
  assert.equal(ports.riskWeights().version, shippedWeights.version)
  await activateWeights(ports, { version: before, actor: 'tester' })
  assert.equal(ports.riskWeights().version, before)
  await assert.rejects(activateWeights(ports, { version: 'none', actor: 'tester' }), /no weights "none"/)
  const audited = await ports.db.query("select 1 from audit_log where action = 'risk_weights.activated'")
  assert.equal(audited.length, 3)
})

test("an operator's own weights are used by every process, and learning goes on from them", async () => {
  const own = { ...shippedWeights, version: 'own-1', base: 0.04 }
  await adoptWeights(ports, { weights: own, actor: 'tester' })
  assert.deepEqual(ports.riskWeights(), own)
  await eventually(async () => other.ports.riskWeights().version, 'own-1')
  await assert.rejects(adoptWeights(ports, { weights: own, actor: 'tester' }), /another version/)
  const begun: string[] = []
  const learn: LearnFromOutcomes = async (order) => {
    begun.push(order.current.version)
    return await learnHere(order)
  }
  await refitWeights({ ...ports, learn }, request)
  assert.deepEqual(begun, ['own-1'])
  await ports.db.query("delete from risk_weights where state = 'candidate'")
})

test('while a file names the weights nothing is learned or activated that nobody would use', async () => {
  const settings = { ...ports.settings, riskWeights: 'own.json' }
  const before = await ports.store.riskWeights.listWeights(ports.db, 100)
  await assert.rejects(refitWeights({ ...needs, settings }, request), /RISK_WEIGHTS/)
  await assert.rejects(
    activateWeights({ ...ports, settings }, { version: 'shipped', actor: 'tester' }),
    /RISK_WEIGHTS/,
  )
  const own = { weights: { ...shippedWeights, version: 'own-2' }, actor: 'tester' }
  await assert.rejects(adoptWeights({ ...ports, settings }, own), /RISK_WEIGHTS/)
  await learnTonight({ ...needs, settings })
  assert.deepEqual(await ports.store.riskWeights.listWeights(ports.db, 100), before)
})

test('one of many processes learns in a night', async () => {
  let rounds = 0
  const learn: LearnFromOutcomes = async (order) => {
    rounds += 1
    return await learnHere(order)
  }
  await Promise.all([1, 2, 3, 4].map(() => learnTonight({ ...ports, learn })))
  assert.equal(rounds, 1)
  clock.advance({ seconds: 22 * 3_600 })
  await learnTonight({ ...ports, learn })
  assert.equal(rounds, 1)
})

test('a turn that came to no end is taken again, and one that did is not', async () => {
  const last = async () => (await ports.store.riskWeights.findLastLearning(ports.db)).outcome['outcome']
  clock.advance({ seconds: 24 * 3_600 })
  const learn: LearnFromOutcomes = async () => {
    throw new Error('no memory')
  }
  const rounds = { made: 0 }
  const learnWell: LearnFromOutcomes = async (order) => {
    rounds.made += 1
    return await learnHere(order)
  }
  await ports.db.query("delete from risk_weights where state = 'candidate'")
  await assert.rejects(learnTonight({ ...ports, learn }), /no memory/)
  assert.equal(await last(), 'failed')
  await learnTonight({ ...ports, learn: learnWell })
  assert.equal(rounds.made, 0, 'not at once')
  clock.advance({ seconds: 3_600 })
  await learnTonight({ ...ports, learn: learnWell })
  assert.equal(rounds.made, 1)
  assert.notEqual(await last(), 'failed')
  clock.advance({ seconds: 3_600 })
  await learnTonight({ ...ports, learn: learnWell })
  assert.equal(rounds.made, 1)
})
