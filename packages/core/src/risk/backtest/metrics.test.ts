import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { areaUnderCurve, measure, type ScoredUser } from './metrics.ts'
import { countCases } from '../../../../../test/support/count-cases.ts'

const user = (last: number, isFraud: boolean, kind = isFraud ? 'ring' : 'single'): ScoredUser => ({
  kind,
  isFraud,
  first: last,
  last,
})

test('the area is the chance that a fraud scores above an honest user, ties by half', () => {
  assert.equal(
    areaUnderCurve([
      [0.9, true],
      [0.1, false],
    ]),
    1,
  )
  assert.equal(
    areaUnderCurve([
      [0.1, true],
      [0.9, false],
    ]),
    0,
  )
  assert.equal(
    areaUnderCurve([
      [0.5, true],
      [0.5, false],
    ]),
    0.5,
  )
  assert.equal(
    areaUnderCurve([
      [0.9, true],
      [0.4, true],
      [0.5, false],
      [0.1, false],
    ]),
    0.75,
  )
  assert.equal(areaUnderCurve([[0.9, true]]), 0.5)
})

test('the area is what counting all pairs says', () => {
  const anySaid = fc.array(fc.tuple(fc.constantFrom(0, 0.1, 0.25, 0.5, 1), fc.boolean()), {
    minLength: 1,
    maxLength: 40,
  })
  const seen = countCases({ 'has both': 0.5, 'has a tie': 0.3 })
  fc.assert(
    fc.property(anySaid, (said) => {
      const frauds = said.filter(([, isFraud]) => isFraud)
      const honest = said.filter(([, isFraud]) => !isFraud)
      const won = frauds.flatMap(([p]): number[] => honest.map(([q]) => (p > q ? 1 : p === q ? 0.5 : 0)))
      const expected = won.length === 0 ? 0.5 : won.reduce((a, b) => a + b, 0) / won.length
      assert.ok(Math.abs(areaUnderCurve(said) - expected) < 1e-12)
      seen.note({ 'has both': won.length > 0, 'has a tie': won.includes(0.5) })
    }),
  )
  seen.assertOften()
})

test('scores that are the shares they claim have no calibration error', () => {
  const users = Array.from({ length: 100 }, (_, index) =>
    user(index < 50 ? 0.2 : 0.8, (index % 5 === 0) !== index >= 50),
  )
  const { ece, brier, calibration } = measure(users)
  assert.ok(ece < 1e-12)
  assert.ok(Math.abs(brier - 0.16) < 1e-12)
  assert.deepEqual(
    calibration.filter(({ users: count }) => count > 0).map(({ from, was }) => [from, was]),
    [
      [0.2, 0.2],
      [0.8, 0.8],
    ],
  )
})

test('thresholds count what is answered: 84.96 is shown as 85.0', () => {
  const { at85, at50 } = measure([user(0.8496, true), user(0.8494, true), user(0.6, false), user(0.1, false)])
  assert.deepEqual(at85, { precision: 1, recall: 0.5, fpr: 0 })
  assert.deepEqual(at50, { precision: 2 / 3, recall: 1, fpr: 0.5 })
})

test('kinds are those of honest users, with their numbers', () => {
  const figures = measure([
    user(0.9, false, 'vpn'),
    user(0.2, false, 'vpn'),
    user(0.2, false),
    user(0.9, true),
  ])
  assert.deepEqual(figures.n_by_kind, { single: 1, vpn: 2 })
  assert.deepEqual(figures.fpr_by_kind_at85, { single: 0, vpn: 0.5 })
  assert.deepEqual(figures.recall_by_kind_at85, { ring: 1 })
})

test('recall at 1 % lets one of a hundred honest users through, and none of ninety-nine', () => {
  const users = (honest: number): ScoredUser[] => [
    user(0.5, true),
    user(0.95, true),
    user(0.9, false),
    ...Array.from({ length: honest - 1 }, () => user(0.1, false)),
  ]
  assert.equal(measure(users(100)).recall_at_fpr1, 1)
  assert.equal(measure(users(99)).recall_at_fpr1, 0.5)
})
