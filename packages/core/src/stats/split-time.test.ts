import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { countCases } from '../../../../test/support/count-cases.ts'
import { splitTime, type TimePart } from './split-time.ts'

const quarterSec = 900
const hourSec = 3_600
const daySec = 86_400
const startSec = Date.UTC(2026, 10, 1) / 1000

/** How often each quarter of an hour counts in each interval: by the place of the interval, and the quarter. */
function countQuarters(parts: readonly TimePart[], edgesSec: readonly number[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { slotSec = quarterSec, fromSec, toSec, sign, shiftSec } of parts) {
    for (let slot = fromSec; slot < toSec; slot += slotSec) {
      const at = slot + shiftSec
      const interval = edgesSec.findLastIndex((edge) => edge <= at)
      for (let quarter = slot; quarter < slot + slotSec; quarter += quarterSec) {
        const key = `${interval} ${quarter}`
        counts.set(key, (counts.get(key) ?? 0) + sign)
      }
    }
  }
  return new Map([...counts].filter(([, count]) => count !== 0))
}

const slots = [[], [hourSec], [daySec], [daySec, hourSec], [7 * daySec, daySec]]

test('each quarter counts once in its own interval, whatever the sums', () => {
  const steps = fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 1, maxLength: 8 })
  const seen = countCases({
    'takes sums': 0.3,
    'takes sums of two lengths': 0.05,
    'takes some away': 0.1,
    'reads rows': 0.3,
  })
  fc.assert(
    fc.property(
      fc.integer({ min: -500, max: 500 }),
      steps,
      fc.constantFrom(...slots),
      (first, lengths, slotsSec) => {
        const edgesSec = [startSec + first * quarterSec]
        for (const length of lengths) edgesSec.push((edgesSec.at(-1) ?? 0) + length * quarterSec)
        const parts = splitTime(edgesSec, slotsSec)
        const counts = countQuarters(parts, edgesSec)
        const quarters = lengths.reduce((sum, length) => sum + length, 0)
        assert.equal(counts.size, quarters)
        for (const [key, count] of counts) {
          const [interval = Number.NaN, quarter = Number.NaN] = key.split(' ').map(Number)
          assert.equal(count, 1)
          assert.ok((edgesSec[interval] ?? 0) <= quarter && quarter < (edgesSec[interval + 1] ?? 0))
        }
        for (const { slotSec = quarterSec, fromSec, toSec } of parts)
          assert.ok(fromSec % slotSec === 0 && toSec % slotSec === 0 && fromSec < toSec)
        const sums = new Set(parts.map(({ slotSec }) => slotSec).filter((slotSec) => slotSec !== undefined))
        seen.note({
          'takes sums': sums.size > 0,
          'takes sums of two lengths': sums.size > 1,
          'takes some away': parts.some(({ sign }) => sign < 0),
          'reads rows': parts.some(({ slotSec }) => slotSec === undefined),
        })
      },
    ),
    { numRuns: 300 },
  )
  seen.assertOften()
})

function days(count: number, offsetSec: number): number[] {
  return Array.from({ length: count + 1 }, (_, day) => startSec + offsetSec + day * daySec)
}

const whole = { sign: 1, shiftSec: 0 } as const

test('days that are whole sums are one part', () => {
  const toSec = startSec + 30 * daySec
  assert.deepEqual(splitTime(days(30, 0), [daySec, hourSec]), [
    { slotSec: daySec, fromSec: startSec, toSec, ...whole },
  ])
})

test('days of Kathmandu are days of UTC less some hours, and these less some quarters', () => {
  const parts = splitTime(days(30, -20_700), [hourSec])
  assert.equal(parts[0]?.toSec, startSec - 6 * hourSec + 30 * daySec)
  const rows = parts.filter(({ slotSec }) => slotSec === undefined)
  const read = rows.reduce((sum, { fromSec, toSec }) => sum + toSec - fromSec, 0)
  assert.equal(read, 2 * 30 * quarterSec)
})

test('hours that begin at a half are read from the rows', () => {
  const edgesSec = Array.from({ length: 25 }, (_, hour) => startSec - 1_800 + hour * hourSec)
  assert.deepEqual(splitTime(edgesSec, [hourSec]), [
    { slotSec: undefined, fromSec: startSec - 1_800, toSec: startSec - 1_800 + 24 * hourSec, ...whole },
  ])
})
