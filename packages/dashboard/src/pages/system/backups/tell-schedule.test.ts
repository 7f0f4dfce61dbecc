import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tellKeep, tellPace } from './tell-schedule.ts'

test('the schedule is told in words', () => {
  assert.deepEqual([21_600, 3_600, 86_400, 604_800, 172_800].map(tellPace), [
    'every 6 h',
    'hourly',
    'daily',
    'weekly',
    'every 2 d',
  ])
  assert.deepEqual(['7d,4w,6m', '1d', '2m,30d', 'odd'].map(tellKeep), [
    '7 days, 4 weeks, 6 months',
    '1 day',
    '30 days, 2 months',
    'odd',
  ])
})
