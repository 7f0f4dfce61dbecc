import assert from 'node:assert/strict'
import { test } from 'node:test'

import { UserMemory } from './user-memory.ts'

const ann = { appId: 1, userId: 'ann', isTest: false }
const bob = { ...ann, userId: 'bob' }
const open = () => new UserMemory<string>({ usersMax: 2, ageMaxMs: 1_000 })

test('an answer is remembered for its time, by user and mode', () => {
  const memory = open()
  memory.remember(ann, 'a', 100)
  assert.equal(memory.find(ann, 1_099), 'a')
  assert.equal(memory.find(ann, 1_100), undefined)
  assert.equal(memory.find({ ...ann, isTest: true }, 100), undefined)
  assert.equal(memory.find({ ...ann, appId: 2 }, 100), undefined)
})

test('an answer that was asked for before a change is not kept, one after it is', () => {
  const memory = open()
  memory.find(ann, 200)
  memory.forget(ann, 200)
  memory.remember(ann, 'old', 200)
  assert.equal(memory.find(ann, 250), undefined)
  memory.remember(ann, 'new', 201)
  assert.equal(memory.find(ann, 250), 'new')
})

test('a change forgets what was remembered, of this user only', () => {
  const memory = open()
  memory.remember(ann, 'a', 100)
  memory.remember(bob, 'b', 100)
  memory.forget(ann, 150)
  assert.deepEqual([memory.find(ann, 150), memory.find(bob, 150)], [undefined, 'b'])
})

test('a changed user is not noted where nobody was asked about for a minute', () => {
  const memory = open()
  memory.remember(ann, 'a', 100)
  memory.forget(bob, 60_100)
  assert.ok(!memory.isUnused(60_100))
  assert.equal(memory.size, 2)
  memory.forget({ ...ann, userId: 'carol' }, 60_101)
  assert.ok(memory.isUnused(60_101))
  assert.equal(memory.size, 2)
  memory.find(bob, 60_200)
  assert.ok(!memory.isUnused(60_200))
})

test('no more users are remembered than there is room for, the latest ones', () => {
  const memory = open()
  for (const userId of ['1', '2', '3']) memory.remember({ ...ann, userId }, userId, 100)
  assert.deepEqual(
    ['1', '2', '3'].map((userId) => memory.find({ ...ann, userId }, 100)),
    [undefined, '2', '3'],
  )
})

test('an entry that is over goes as others come', () => {
  const memory = new UserMemory<string>({ usersMax: 500, ageMaxMs: 1_000 })
  for (let id = 0; id < 10_000; id += 1) memory.remember({ ...ann, userId: `${id}` }, 'x', id * 100)
  assert.ok(memory.size <= 20, `${memory.size} are kept of ten a second, each at most twice its time`)
  for (let id = 0; id < 10_000; id += 1) memory.remember({ ...ann, userId: `${id}` }, 'x', 2_000_000 + id)
  for (let id = 0; id < 10_000; id += 1) memory.forget({ ...ann, userId: `${id}` }, 2_010_000)
  assert.ok(memory.size <= 1_000)
})

test('under steady change the latest answer is found, and none that was asked for before the change', () => {
  const bounds = { usersMax: 200, ageMaxMs: 1_000 }
  const memory = new UserMemory<string>(bounds)
  for (let step = 0; step < 5_000; step += 1) {
    const user = { ...ann, userId: `${(step * 7) % 50}` }
    memory.remember(user, `of ${step}`, step)
    assert.equal(memory.find(user, step), `of ${step}`)
    if (step % 3 !== 0) continue
    memory.forget(user, step)
    assert.equal(memory.find(user, step), undefined)
    memory.remember(user, 'was asked for before', step - 1)
    assert.equal(memory.find(user, step), undefined)
  }
})

test('an answer lives longer while changes are followed, and no longer than a look is old', () => {
  const memory = new UserMemory<string>({ usersMax: 10, ageMaxMs: 1_000, followedAgeMaxMs: 10_000 })
  memory.remember(ann, 'a', 0)
  memory.remember(bob, 'b', 0)
  memory.noteFollowed(4_500)
  memory.forget(bob, 4_600)
  assert.deepEqual([memory.find(ann, 5_000), memory.find(bob, 5_000)], ['a', undefined])
  assert.equal(memory.find(ann, 5_500), undefined)
  memory.noteFollowed(9_500)
  assert.deepEqual([memory.find(ann, 9_999), memory.find(ann, 10_000)], ['a', undefined])
})

test('an answer from before changes went unnamed lives no longer than without a look', () => {
  const memory = new UserMemory<string>({ usersMax: 10, ageMaxMs: 1_000, followedAgeMaxMs: 10_000 })
  memory.remember(ann, 'a', 0)
  memory.noteUnsure(500)
  memory.remember(bob, 'b', 501)
  for (const nowMs of [500, 1_000, 1_400]) memory.noteFollowed(nowMs)
  assert.deepEqual(
    [memory.find(ann, 999), memory.find(ann, 1_000), memory.find(bob, 2_000)],
    ['a', undefined, 'b'],
  )
})
