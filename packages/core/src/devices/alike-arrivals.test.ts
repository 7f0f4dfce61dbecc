import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hourMs, minuteMs } from '../time/durations.ts'
import { AlikeArrivals, findLoneArrival } from './alike-arrivals.ts'
import { openLinkGraph } from './link-graph.ts'

const startMs = 1_000 * hourMs

interface Arrival {
  readonly user: string
  readonly device: string
  readonly afterMs: number
  readonly says?: string
  readonly isWhole?: boolean
}

/** Users of one subnet, as they appear; the number of others that are alike, by user. */
function countAlike(arrivals: readonly Arrival[]): (user: string) => number {
  const graph = openLinkGraph({ linksByDevice: new Map(), devicesByUser: new Map() })
  const alike = new AlikeArrivals()
  for (const { user, device, afterMs, says = 'one machine', isWhole = true } of arrivals) {
    const appearance = { user, device, subnet: 'line', seenAtMs: startMs + afterMs }
    const lone = findLoneArrival(graph.appear(appearance), appearance, () => ({ key: says, isWhole }))
    if (lone !== undefined) alike.note(lone)
  }
  return (user) => alike.countOthers(user)
}

/** Accounts with a new device each. */
const accounts = (count: number, everyMs: number, rest: Partial<Arrival> = {}): Arrival[] =>
  Array.from({ length: count }, (_, index) => ({
    user: `user ${index}`,
    device: `device ${index}`,
    afterMs: index * everyMs,
    ...rest,
  }))

test('twelve accounts with a new device each, on one line with the same data, count for each other', () => {
  const count = countAlike(accounts(12, minuteMs))
  assert.ok(count('user 0') > 10 && count('user 11') > 10)
  assert.equal(count('somebody else'), 0)
})

for (const [title, arrivals] of [
  ['an office of different machines', accounts(12, minuteMs).map((one) => ({ ...one, says: one.device }))],
  ['a dormitory where somebody new comes every half day', accounts(12, 12 * hourMs)],
  ['a café whose machines many have used', accounts(12, minuteMs, { device: 'machine' })],
  ['somebody who clears their storage', accounts(12, minuteMs, { user: 'user 0' })],
] as const) {
  test(`${title}: hardly anybody is alike`, () => {
    const count = countAlike(arrivals)
    for (const { user } of arrivals) assert.ok(count(user) < 1, `${user}: ${count(user)}`)
  })
}

test('on a carrier’s line phones that say little count a half', () => {
  assert.equal(countAlike(accounts(5, 0, { isWhole: false }))('user 4'), 2)
})

test('a known user who comes back on another day is no arrival', () => {
  const later = { user: 'user 0', device: 'device 0', afterMs: 48 * hourMs, says: 'another' }
  const count = countAlike([
    ...accounts(1, 0),
    later,
    ...accounts(3, 0, { says: 'another', afterMs: 48 * hourMs }),
  ])
  assert.equal(count('user 0'), 0)
})

test('the newest four ways of one user to arrive are kept, and they are one other', () => {
  const alike = new AlikeArrivals()
  const note = (user: string, key: string) =>
    alike.note({ user, subnet: 'line', key, arrivedAtMs: startMs, weight: 1 })
  for (const key of ['one', 'two', 'three', 'four', 'five', 'five'])
    for (const user of ['a', 'b']) note(user, key)
  assert.equal(alike.countOthers('a'), 1)
  note('c', 'one')
  note('d', 'two')
  assert.deepEqual([alike.countOthers('c'), alike.countOthers('d')], [0, 2])
})

test('on another subnet of the prefix another counts a half', () => {
  const alike = new AlikeArrivals()
  for (const user of ['a', 'b', 'c'])
    alike.note({ user, subnet: user, key: 'one', arrivedAtMs: startMs, weight: 1 })
  assert.equal(alike.countOthers('a'), 1)
})

test('the kept arrivals have a bound: the first who came are forgotten', () => {
  const alike = new AlikeArrivals(3)
  const note = (user: string, key: string): void =>
    alike.note({ user, subnet: 'line', key, arrivedAtMs: startMs, weight: 1 })
  for (const user of ['a', 'b', 'c', 'd']) note(user, 'one')
  assert.deepEqual([alike.has('a'), alike.countOthers('d')], [false, 2])
  const one = new AlikeArrivals()
  for (let index = 0; index < 100; index += 1)
    one.note({ user: `${index}`, subnet: 'line', key: 'one', arrivedAtMs: startMs, weight: 1 })
  assert.deepEqual([one.has('67'), one.has('68'), one.countOthers('99')], [false, true, 31])
})
