import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refusalOfReplica } from './replica-refusal.ts'

const branch = '7 2 0'
const primary = { server: { system: '7', databaseId: 5 }, branch }
const replica = { system: '7', databaseId: 5, isStandby: true, position: 10, branch }

for (const [what, told, says] of [
  ['another cluster’s', { system: '8' }, /another cluster/],
  ['another database’s', { databaseId: 6 }, /another database/],
  ['promoted', { isStandby: false }, /takes writes/],
  ['earlier timeline', { branch: '7 1 0' }, /promotion/],
  ['branch that a person has left', { branch: '7 3 1' }, /promotion/],
] as const) {
  test(`refused: ${what}`, () => {
    assert.match(refusalOfReplica({ ...replica, ...told }, primary) ?? '', says)
  })
}

test('a standby of the primary is not refused, also where neither tells who it is', () => {
  assert.equal(refusalOfReplica(replica, primary), undefined)
  const silent = { ...replica, system: undefined }
  assert.equal(refusalOfReplica(silent, { server: undefined, branch }), undefined)
})
