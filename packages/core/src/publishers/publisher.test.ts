import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decidePublisher } from './publisher.ts'

for (const [status, decision, becomes] of [
  ['waiting', 'approve', 'active'],
  ['waiting', 'suspend', 'suspended'],
  ['waiting', 'resume', undefined],
  ['active', 'approve', 'active'],
  ['active', 'suspend', 'suspended'],
  ['active', 'resume', 'active'],
  ['suspended', 'approve', undefined],
  ['suspended', 'suspend', 'suspended'],
  ['suspended', 'resume', 'active'],
] as const) {
  test(`a publisher that is ${status}, decision ${decision}: ${becomes ?? 'refused with a reason'}`, () => {
    const decided = decidePublisher(status, decision)
    if (becomes === undefined) assert.ok(typeof decided === 'object' && decided.because !== '')
    else assert.equal(decided, becomes)
  })
}
