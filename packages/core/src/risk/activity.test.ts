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

const from = (line: string | undefined, count: number, firstMs: number) =>
  Array.from({ length: count }, (_, index) => ({ offerId: 1, line, clickedAtMs: firstMs + index * 1_000 }))

test('clicks that strangers make in a user’s name, from lines of their own, are no flood of the user’s', () => {
  const strangers = Array.from({ length: 45 }, (_, index) =>
    from(`line ${index}`, 1, hourMs + index * 1_000),
  ).flat()
  const clicks = [...from('home', 2, 0), ...strangers, ...from('stranger', 100, hourMs)]
  const { ownClicks, clicksInHour, clicksOnOffer, followedClicks, ...activity } = describeActivity({
    clicks,
    conversions: [],
    firstSeenAtMs: 0,
    seenOn: ['home', undefined],
  })
  assert.deepEqual([ownClicks, clicksInHour, clicksOnOffer, followedClicks], [2, 2, 2, 1])
  assert.equal(activity.clicks, 147)
})

test('a flood from a line that the user was seen on, or on which a click of theirs converted, is theirs', () => {
  const clicks = [...from('home', 2, 0), ...from('elsewhere', 60, hourMs)]
  const traces = { clicks, firstSeenAtMs: 0, seenOn: ['home'] }
  assert.equal(describeActivity({ ...traces, conversions: [], seenOn: ['elsewhere'] }).ownClicks, 60)
  const conversions = [conversion(hourMs, 2 * hourMs)]
  assert.equal(describeActivity({ ...traces, conversions }).ownClicks, 62)
})

test('an unsigned click is the user’s only from a line of theirs, and only where they have followed no signed link', () => {
  const at = (line: string | undefined, isUnsigned: boolean, hours: number) => ({
    offerId: 1,
    clickedAtMs: hours * hourMs,
    line,
    isUnsigned,
  })
  const unsigned = [at('home', true, 1), at('home', true, 2), at('away', true, 3), at(undefined, true, 4)]
  const signed = [at('home', false, 5), at('away', false, 6), at(undefined, false, 7)]
  const own = (clicks: typeof signed, seenOn: string[]) =>
    describeActivity({ clicks, conversions: [], firstSeenAtMs: undefined, seenOn }).ownClicks
  assert.deepEqual([own(unsigned, ['home']), own(unsigned, [])], [2, 0])
  assert.deepEqual([own([...unsigned, ...signed], ['home']), own([...unsigned, ...signed], [])], [2, 3])
})

test('where no line of the user is known all clicks are theirs, as are clicks of which no line is known', () => {
  const clicks = [...from('one', 3, 0), ...from(undefined, 4, hourMs)]
  const traces = { clicks, conversions: [], firstSeenAtMs: 0 }
  assert.equal(describeActivity(traces).ownClicks, 7)
  assert.equal(describeActivity({ ...traces, seenOn: [undefined] }).ownClicks, 7)
  assert.equal(describeActivity({ ...traces, seenOn: ['another'] }).ownClicks, 4)
})
