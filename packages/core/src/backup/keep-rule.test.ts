import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dayMs, hourMs } from '../time/durations.ts'
import { type KeepRule, readKeepRule, timesNotKept } from './keep-rule.ts'

function ruleOf(text: string): KeepRule {
  const rule = readKeepRule(text)
  assert.ok(!(rule instanceof Error), String(rule))
  return rule
}

const end = Date.UTC(2026, 10, 24, 11, 30)

test('a rule is read in any order, and refused with what is wrong', () => {
  assert.deepEqual(ruleOf('7d,4w,6m'), { days: 7, weeks: 4, months: 6 })
  assert.deepEqual(ruleOf(' 6m , 7d '), { days: 7, weeks: 0, months: 6 })
  for (const text of ['', '7', '7x', '-1d', '0d', '99999d', '7d;4w'])
    assert.ok(readKeepRule(text) instanceof Error, text)
})

test('all of the last days are kept, and behind them the newest of each week and month', () => {
  const times = Array.from({ length: 4 * 400 }, (_, nth) => end - nth * 6 * hourMs)
  const gone = new Set(timesNotKept(times, ruleOf('7d,4w,6m')))
  const kept = times.filter((ms) => !gone.has(ms)).map((ms) => new Date(ms).toISOString().slice(0, 13))
  assert.equal(kept.filter((day) => day > '2026-11-17T11').length, 28)
  assert.deepEqual(
    kept.filter((day) => day <= '2026-11-17T11'),
    [
      ...['2026-11-17T11', '2026-11-15T23', '2026-11-08T23', '2026-11-01T23', '2026-10-31T23'],
      ...['2026-09-30T23', '2026-08-31T23', '2026-07-31T23', '2026-06-30T23'],
    ],
  )
})

test('a rule that is asked after every backup loses nothing that it would have kept, and keeps a bounded number', () => {
  const rule = ruleOf('3d,2w,2m')
  let times: number[] = []
  for (let nth = 0; nth < 2_000; nth += 1) {
    times.push(end + nth * 7 * hourMs)
    const gone = new Set(timesNotKept(times, rule))
    times = times.filter((ms) => !gone.has(ms))
    assert.ok(times.includes(end + nth * 7 * hourMs))
    assert.ok(times.length <= 11 + 2 + 2, `${times.length} are kept`)
    const month = (ms: number | undefined): number => new Date(ms ?? 0).getUTCMonth()
    if (nth > 400) assert.notEqual(month(times[0]), month(times.at(-1)), 'the month before is there')
  }
})

test('months are those of the calendar', () => {
  for (let day = 0; day < 4_000; day += 1) {
    const ms = Date.UTC(2019, 0, 1) + day * dayMs
    const isFirst = new Date(ms).getUTCDate() === 1
    const kept = timesNotKept([ms - 1, ms, ms + dayMs], ruleOf('2m')).length === 0
    assert.equal(kept, isFirst, new Date(ms).toISOString())
  }
})
