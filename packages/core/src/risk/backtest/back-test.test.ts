import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makePopulation } from '../../../../../test/support/risk-events.ts'
import { probabilityOf } from '../score.ts'
import { signals } from '../signals/index.ts'
import { readWeights, shippedWeights, type Weights } from '../weights.ts'
import { crossValidate, evaluateWeights, fitToUsers, fitToWorlds, type LabelledUser } from './back-test.ts'
import { drawChart } from './draw-chart.ts'
import { type Label, readEvent, readLabel } from './events.ts'
import { Replay, type ReplayNeeds } from './replay.ts'

const needs: ReplayNeeds = {
  countryOf: () => 'US',
  describeAddress: (address) => ({
    asn: undefined,
    class: address.startsWith('52.95.') ? 'hosting' : undefined,
  }),
  isBot: (userAgent) => userAgent.includes('Headless'),
}

function known<Row>(row: Row | Error): Row {
  if (row instanceof Error) throw row
  return row
}

function replay(size: number): LabelledUser[] {
  const { events, labels } = makePopulation(size)
  const labelOf = new Map(
    labels.map((row) => known<Label>(readLabel(row))).map((label) => [label.userId, label]),
  )
  const run = new Replay(needs)
  for (const event of events) run.apply(known(readEvent(event)))
  return [...run.users()].flatMap((user) => {
    const label = labelOf.get(user.userId)
    return label === undefined ? [] : [{ ...label, ...user }]
  })
}

const users = replay(600)
const shareOf = (user: LabelledUser | undefined, name: string, at: 'first' | 'last'): number => {
  const shares = at === 'first' ? user?.first : user?.last[0]
  return shares?.[signals.findIndex((signal) => signal.name === name)] ?? Number.NaN
}

test('at the first call only what came before counts, at the end all of it', () => {
  assert.equal(users.length, 600)
  const firstOfRing = users.find(({ userId }) => userId === 'u0')
  assert.equal(shareOf(firstOfRing, 'new_users', 'first'), 0)
  assert.ok(shareOf(firstOfRing, 'new_users', 'last') > 0.5)
  assert.equal(shareOf(firstOfRing, 'early_conversions', 'first'), 0)
  assert.ok(shareOf(firstOfRing, 'early_conversions', 'last') > 0.8)
  assert.equal(shareOf(firstOfRing, 'fast_conversions', 'last'), 1)
})

test('the engine tells rings and scripts from families and single users, at the end better than at first', () => {
  const { auc, auc_first, fpr_by_kind_at85, n_by_kind } = evaluateWeights(users, shippedWeights)
  assert.ok(auc > 0.97, String(auc))
  assert.ok(auc > auc_first)
  assert.deepEqual(n_by_kind, { family: 60, single: 420 })
  assert.deepEqual(fpr_by_kind_at85, { family: 0, single: 0 })
})

test('a fit is the same every time, non-negative, readable and no worse on what it has seen', () => {
  const fitted = fitToUsers(users, { version: 'fit', from: shippedWeights })
  assert.deepEqual(fitToUsers(users, { version: 'fit', from: shippedWeights }), fitted)
  assert.deepEqual(readWeights(JSON.parse(JSON.stringify(fitted))), fitted)
  assert.ok(Object.values(fitted.points).every((points) => points >= 0))
  assert.equal(fitted.fraudShare, 0.2)
  const [before, after] = [evaluateWeights(users, shippedWeights), evaluateWeights(users, fitted)]
  assert.ok(after.brier < before.brier)
  assert.ok(after.ece < 0.05, String(after.ece))
})

test('a fit to users who are told apart without a doubt is readable and tells them apart', () => {
  const few = replay(300)
  const fitted = fitToUsers(few, { version: 'fit', from: shippedWeights })
  assert.deepEqual(readWeights(JSON.parse(JSON.stringify(fitted))), fitted)
  const { auc, ece } = evaluateWeights(few, fitted)
  assert.ok(auc > 0.99 && ece < 0.05, `${auc} ${ece}`)
})

test('a signal that the examples never show keeps the weight it had', () => {
  const fitted = fitToUsers(users, { version: 'fit', from: shippedWeights })
  for (const name of ['tor_address', 'reversed_conversions', 'review_list', 'bot_user_agent']) {
    assert.equal(fitted.points[name], shippedWeights.points[name], name)
  }
})

test('a fit is calibrated for the share of fraud that it is told', () => {
  const rare = fitToUsers(users, { version: 'fit', from: shippedWeights, fraudShare: 0.02 })
  const common = fitToUsers(users, { version: 'fit', from: shippedWeights })
  assert.equal(rare.fraudShare, 0.02)
  assert.deepEqual(rare.points, common.points)
  const silent = new Float64Array(signals.length)
  assert.ok(probabilityOf(silent, rare) < probabilityOf(silent, common))
})

test('a fit to several worlds stays nearer to what was known, and is more cautious, than one to each', () => {
  const worlds = [users, replay(300)]
  const fitted = fitToWorlds(worlds, { version: 'worlds', from: shippedWeights })
  assert.deepEqual(fitToWorlds(worlds, { version: 'worlds', from: shippedWeights }), fitted)
  const alone = fitToUsers(users, { version: 'alone', from: shippedWeights })
  const awayFrom = (weights: Weights): number =>
    Object.entries(shippedWeights.points).reduce(
      (sum, [name, points]) => sum + Math.abs(points - (weights.points[name] ?? 0)),
      0,
    )
  assert.ok(awayFrom(fitted) < awayFrom(alone), `${awayFrom(fitted)} ${awayFrom(alone)}`)
  const [said, saidAlone] = [evaluateWeights(users, fitted), evaluateWeights(users, alone)]
  assert.ok(said.auc > 0.95 && said.at85.recall <= saidAlone.at85.recall)
  assert.deepEqual(fitToWorlds([users], { version: 'alone', from: shippedWeights }), alone)
})

test('a fit without fraud, or with nothing else, is refused', () => {
  const honest = users.filter(({ isFraud }) => !isFraud)
  assert.throws(() => fitToUsers(honest, { version: 'fit', from: shippedWeights }), /both fraud and honest/)
})

test('cross-validation scores each user by weights that have not seen their person', () => {
  const { by_person, by_time } = crossValidate(users, shippedWeights)
  assert.equal(by_person.users, 600)
  assert.ok(by_person.auc > 0.95)
  assert.equal(by_time.users, 240)
  assert.ok(by_time.auc > 0.95)
})

test('the chart is an SVG with a point for every bin that has users', () => {
  const figures = evaluateWeights(users, shippedWeights)
  const chart = drawChart(figures, 'a <title> & more')
  assert.match(chart, /^<svg xmlns="http:\/\/www.w3.org\/2000\/svg"[^>]*>.*<\/svg>\n$/s)
  assert.ok(!chart.includes('<title> &'))
  const bins = figures.calibration.filter(({ users: count }) => count > 0)
  assert.equal(chart.match(/<circle /g)?.length, bins.length)
})

for (const [title, row, says] of [
  ['no object', 7, /"ts"/],
  ['a time in milliseconds', { ts: 1_795_293_650_000, type: 'click' }, /"ts" must be Unix seconds/],
  ['an unknown type', { ts: 1, type: 'view' }, /"type" must be/],
  [
    'a fingerprint without a hash',
    { ts: 1, type: 'fingerprint', body: { user_id: 'a' } },
    /fingerprint_hash/,
  ],
  ['a click without an offer', { ts: 1, type: 'click', user_id: 'a', click_id: 'c' }, /offer_id/],
  ['a conversion without a status', { ts: 1, type: 'conversion', user_id: 'a', click_id: 'c' }, /"status"/],
] as const) {
  test(`${title} is refused with a reason`, () => {
    const read = readEvent(row)
    assert.ok(read instanceof Error)
    assert.match(read.message, says)
  })
}

test('a conversion that is reversed later is one conversion, as on a server', () => {
  const user_id = 'u'
  const step = (ts: number, status: string, click_id = 'c1') => ({
    type: 'conversion',
    ts,
    user_id,
    click_id,
    status,
  })
  const run = new Replay(needs)
  for (const row of [
    { type: 'fingerprint', ts: 0, body: { fingerprint_hash: 'h', user_id } },
    ...[1, 2, 3, 4].map((n) => ({ type: 'click', ts: 1, user_id, offer_id: n, click_id: `c${n}` })),
    step(100_000, 'pending'),
    step(100_001, 'approved'),
    step(200_000, 'reversed'),
    step(200_000, 'approved', 'c2'),
  ]) {
    run.apply(known(readEvent(row)))
  }
  const shares = [...run.users()][0]?.last[0]
  const shareNamed = (name: string) => shares?.[signals.findIndex((signal) => signal.name === name)] ?? 9
  // One lost, one plain, and two more that everyone is taken to have.
  assert.equal(shareNamed('reversed_conversions').toFixed(3), ((1 / 3 / 0.4) * 0.5).toFixed(3))
})
