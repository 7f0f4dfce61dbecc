import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ConversionTrace, describeActivity } from './activity.ts'

const hourMs = 3_600_000

const conversion = (clickedAtMs: number | undefined, convertedAtMs: number): ConversionTrace => ({
  isLost: false,
  clickedAtMs,
  convertedAtMs,
})

test('only what came of the clicks that are known counts against them', () => {
  const clicks = [500, 501, 502].map((hour) => ({ offerId: 1, clickedAtMs: hour * hourMs }))
  const conversions = [
    conversion(10 * hourMs, 11 * hourMs),
    conversion(20 * hourMs, 501 * hourMs),
    conversion(undefined, 501 * hourMs),
    conversion(501 * hourMs, 502 * hourMs),
  ]
  const { convertedClicks, ...activity } = describeActivity({ clicks, conversions, firstSeenAtMs: 0 })
  assert.equal(convertedClicks, 1)
  assert.equal(activity.conversions, 4)
})

test('without clicks nothing has come of them', () => {
  const conversions = [conversion(10, 20)]
  assert.equal(describeActivity({ clicks: [], conversions, firstSeenAtMs: 0 }).convertedClicks, 0)
})
