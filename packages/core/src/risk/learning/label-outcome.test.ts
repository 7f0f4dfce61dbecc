import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type Ending, labelOutcome, personsDecisions } from './label-outcome.ts'

const nothing: Ending = {
  standing: 0,
  rejected: 0,
  reversed: 0,
  usualLoss: 0,
  networksAgainst: 1,
  decision: null,
}
const kindOf = (ending: Partial<Ending>) => labelOutcome({ ...nothing, ...ending })?.kind

test('one lost conversion is bad luck, whatever is usual', () => {
  assert.equal(kindOf({ rejected: 1 }), undefined)
  assert.equal(kindOf({ reversed: 1, usualLoss: 0.05 }), undefined)
  assert.equal(kindOf({ standing: 9, rejected: 1, usualLoss: 0.9 }), 'kept')
})

test('losses beyond what others lose on the same offers are fraud, and taking back says more than refusing', () => {
  assert.equal(kindOf({ rejected: 2, usualLoss: 0.2 }), 'lost')
  assert.equal(
    kindOf({ rejected: 2, usualLoss: 0.8 }),
    undefined,
    'where four in ten are lost, two are usual',
  )
  assert.equal(kindOf({ reversed: 2, usualLoss: 0.8 }), 'taken_back')
  assert.equal(kindOf({ standing: 40, rejected: 8, usualLoss: 8 }), 'kept', 'who earns much loses much')
})

test('a network is not believed against as many that left standing what they paid', () => {
  assert.equal(kindOf({ rejected: 3, networksAgainst: 0, standing: 3 }), undefined)
  assert.equal(kindOf({ rejected: 3, networksAgainst: 1, standing: 3 }), 'lost')
})

test('a user too young to tell is no example', () => {
  assert.equal(kindOf({}), undefined)
  assert.equal(kindOf({ standing: 1 }), 'kept')
})

test('the word of a person stands above what networks did, and counts as four users', () => {
  for (const decision of personsDecisions) {
    const label = labelOutcome({ ...nothing, rejected: 9, decision })
    assert.deepEqual(
      [label?.kind, label?.weight, label?.isFraud],
      [decision, 4, decision === 'refused' || decision === 'blocked'],
    )
  }
})

const count = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 12 }))
const endings = fc.record({
  standing: count,
  rejected: count,
  reversed: count,
  usualLoss: fc.float({ min: 0, max: 20, noNaN: true }),
  networksAgainst: fc.integer({ min: -2, max: 3 }),
  decision: fc.constant(null),
})
const sideOf = (ending: Ending): number => {
  const label = labelOutcome(ending)
  return label === undefined ? 0 : label.isFraud ? 1 : -1
}

test('a loss more never makes a fraud an honest user, and a higher usual loss never makes a fraud of anybody', () => {
  const seen = { frauds: 0, honest: 0 }
  fc.assert(
    fc.property(endings, (ending) => {
      const side = sideOf(ending)
      if (side === 1) seen.frauds += 1
      if (side === -1) seen.honest += 1
      for (const more of [{ rejected: ending.rejected + 1 }, { reversed: ending.reversed + 1 }])
        assert.ok(sideOf({ ...ending, ...more }) >= side)
      assert.ok(side === 1 || sideOf({ ...ending, usualLoss: ending.usualLoss + 1 }) !== 1)
    }),
    { numRuns: 500 },
  )
  assert.ok(seen.frauds > 20 && seen.honest > 20, JSON.stringify(seen))
})
