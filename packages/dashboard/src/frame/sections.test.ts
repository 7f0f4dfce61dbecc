import assert from 'node:assert/strict'
import { test } from 'node:test'
import { badgeOf } from './sections.ts'

const networks = { to: '/ops/networks', text: 'Networks', icon: 'network' } as const
const waiting = { link: '/ops/review', severity: 'waiting', count: 14 } as const
const silent = { link: '/ops/networks/12', severity: 'broken', count: null } as const
const refused = { link: '/ops/networks/7?state=refused', severity: 'warning', count: 300 } as const

test('a section in which nothing needs a person has no badge', () => {
  assert.equal(badgeOf(networks, [waiting]), undefined)
  assert.equal(badgeOf(networks, []), undefined)
})

test('needs that wait are counted one by one, faults by their causes', () => {
  const review = { to: '/ops/review', text: 'Review', icon: 'shield' } as const
  assert.deepEqual(badgeOf(review, [waiting, silent]), { count: 14, tone: 'neutral' })
  assert.deepEqual(badgeOf(networks, [waiting, silent, refused]), { count: 2, tone: 'warning' })
})

test('a badge warns where something within is wrong beside what waits', () => {
  const capped = { link: '/ops/networks', severity: 'waiting', count: 3 } as const
  assert.deepEqual(badgeOf(networks, [silent, capped]), { count: 4, tone: 'warning' })
})
