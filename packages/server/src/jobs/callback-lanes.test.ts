import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CallbackLanes, type Outcome } from './callback-lanes.ts'

const always = (): boolean => true

const verdict = { reason: '', retryAfterMs: null, isGone: false }
const delivered: Outcome = {
  attempt: { httpStatus: 200 },
  verdict: { ...verdict, kind: 'delivered' },
  isThrottled: false,
}
const failed: Outcome = {
  attempt: { httpStatus: null },
  verdict: { ...verdict, kind: 'retry' },
  isThrottled: false,
}
const broken: Outcome = { ...failed, attempt: { httpStatus: 500 } }

/** Lets endpoints answer once, so that they are known to be there. */
function prove(lanes: CallbackLanes, endpointIds: readonly number[]): void {
  for (const id of endpointIds) {
    lanes.begin(id)
    lanes.end(id, delivered, 0)
  }
}

/** Begins whatever there is room for, as if each endpoint had more than enough to tell. */
function fill(lanes: CallbackLanes, endpointIds: readonly number[]): void {
  for (let time = 0; time < 100; time += 1) {
    for (const id of endpointIds) lanes.note(id, 0)
    const allowances = lanes.takeAllowances('known', 0, always)
    if (allowances.length === 0) return
    for (const { endpointId, allowance } of allowances)
      for (let one = 0; one < allowance; one += 1) lanes.begin(endpointId)
  }
  assert.fail('there was always room')
}

test('receivers that are slow, however many, leave places for one that is quick', () => {
  const lanes = new CallbackLanes({ slotsMax: 64, endpointSlotsMax: 16 })
  const slow = [1, 2, 3, 4, 5]
  prove(lanes, [...slow, 9])
  fill(lanes, slow)
  assert.ok(lanes.underWay <= 64)
  // The quick one comes; of the slow ones each place that falls free is asked for again.
  for (let round = 0; round < 200; round += 1) {
    const id = slow[round % slow.length] ?? 0
    lanes.end(id, undefined, 0)
    fill(lanes, [...slow, 9])
  }
  for (let one = 0; one < 3; one += 1) lanes.end(9, undefined, 0)
  for (const id of [...slow, 9]) lanes.note(id, 0)
  assert.deepEqual(lanes.takeAllowances('known', 0, always), [{ endpointId: 9, allowance: 3 }])
})

test('one endpoint alone gets all of its places, and all endpoints together no more than there are', () => {
  const alone = new CallbackLanes({ slotsMax: 20, endpointSlotsMax: 16 })
  prove(alone, [1])
  fill(alone, [1])
  assert.equal(alone.underWay, 16)
  const many = new CallbackLanes({ slotsMax: 20, endpointSlotsMax: 16 })
  const fifty = Array.from({ length: 50 }, (_none, place) => place)
  prove(many, fifty)
  fill(many, fifty)
  assert.equal(many.underWay, 20)
})

test('thousands that are gone get some attempts a second, and those that answer all they need', () => {
  const lanes = new CallbackLanes({ slotsMax: 256, endpointSlotsMax: 16 })
  const gone = Array.from({ length: 10_000 }, (_none, place) => place + 100)
  prove(lanes, [1])
  let attempts = 0
  let told = 0
  for (let nowMs = 0; nowMs < 60_000; nowMs += 500) {
    for (const id of gone) lanes.note(id, nowMs)
    lanes.note(1, nowMs, { isCommitted: true })
    const allowances = lanes.takeAllowances('doubtful', nowMs, always)
    for (const { endpointId, allowance } of [
      ...allowances,
      ...lanes.takeAllowances('known', nowMs, always),
    ]) {
      for (let one = 0; one < allowance; one += 1) {
        lanes.begin(endpointId)
        lanes.end(endpointId, endpointId === 1 ? delivered : failed, nowMs)
      }
      if (endpointId === 1) told += allowance
      else attempts += allowance
    }
  }
  assert.ok(attempts > 5_000 && attempts <= 6_100, `${attempts} attempts in a minute`)
  assert.equal(told, 120 * 16)
})

test('thousands that hang leave places for one that nothing is known of and that was just told something', () => {
  const lanes = new CallbackLanes({ slotsMax: 256, endpointSlotsMax: 16 })
  const gone = Array.from({ length: 10_000 }, (_none, place) => place + 100)
  for (let nowMs = 0; nowMs < 10_000; nowMs += 500) {
    for (const id of gone) lanes.note(id, nowMs)
    for (const { endpointId } of lanes.takeAllowances('doubtful', nowMs, always)) lanes.begin(endpointId)
  }
  assert.equal(lanes.underWay, 128)
  lanes.note(1, 10_000, { isCommitted: true })
  assert.deepEqual(lanes.takeAllowances('known', 10_000, always), [{ endpointId: 1, allowance: 1 }])
})

/** Ten thousand that are gone, each with something due, of which the first attempts have failed. */
function openBesideGone(): CallbackLanes {
  const lanes = new CallbackLanes({ slotsMax: 256, endpointSlotsMax: 16 })
  for (let id = 100; id < 10_100; id += 1) {
    lanes.begin(id)
    lanes.end(id, failed, 0)
    lanes.note(id, 0)
  }
  return lanes
}

test('one that answers and now and then fails waits behind none of thousands that are gone', () => {
  const lanes = openBesideGone()
  prove(lanes, [1])
  const allowanceOf = (): number | undefined => {
    lanes.note(1, 0, { isCommitted: true })
    return lanes.takeAllowances('known', 0, always).find(({ endpointId }) => endpointId === 1)?.allowance
  }
  const fail = (times: number, outcome: Outcome): void => {
    for (let time = 0; time < times; time += 1) {
      lanes.begin(1)
      lanes.end(1, outcome, 0)
    }
  }
  assert.equal(allowanceOf(), 16)
  fail(1, broken)
  assert.equal(allowanceOf(), 8)
  fail(1, delivered)
  assert.equal(allowanceOf(), 16)
  // One that does not answer at all is one of them, and so is one that fails again and again.
  fail(1, failed)
  assert.equal(allowanceOf(), undefined)
  fail(1, delivered)
  fail(5, broken)
  assert.equal(allowanceOf(), undefined)
})

test('a process that begins tries those first of which no failure is written down', () => {
  const lanes = new CallbackLanes({ slotsMax: 256, endpointSlotsMax: 16 })
  for (let id = 100; id < 10_100; id += 1) lanes.note(id, 0, { isFailing: true })
  for (let id = 1; id <= 5; id += 1) lanes.note(id, 0, { isFailing: false })
  const allowances = lanes.takeAllowances('doubtful', 0, always)
  assert.deepEqual(
    allowances.slice(0, 6).map(({ endpointId }) => endpointId),
    [1, 2, 3, 4, 5, 100],
  )
})
