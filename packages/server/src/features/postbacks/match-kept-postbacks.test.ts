import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'

import { createWorld, type World } from '../../../../../test/support/world.ts'
import { matchKeptPostbacks, matchLatePostbacks } from './match-kept-postbacks.ts'

let world: World
before(async () => {
  world = await createWorld()
})
after(() => world.close())

const report = { clickId: 'a click', word: 'approved' }

/** A store with so many kept reports, which closes each only after a while, or fails to. */
function keeping(reports: number, fails = false) {
  const asked: { readonly limit: number }[] = []
  const { store } = world.ports
  const open = new Set(Array.from({ length: reports }, (_, index) => `kept-${index}`))
  const list = (given: { readonly limit: number }) => {
    asked.push(given)
    return [...open].slice(0, given.limit).map((id) => ({ id, report }))
  }
  const unmatchedPostbacks = {
    ...store.unmatchedPostbacks,
    listKeptReports: async (_db: unknown, given: { readonly limit: number }) => list(given),
    listLateReports: async (_db: unknown, given: { readonly limit: number }) => list(given),
    closeKeptReport: async (_db: unknown, id: string) => {
      await setImmediate()
      await setImmediate()
      if (fails) throw new Error('not closed')
      open.delete(id)
    },
  }
  return { open, asked, ports: { ...world.ports, store: { ...store, unmatchedPostbacks } } }
}

const applied = async () =>
  ({ kind: 'duplicate', conversionId: 'c', clickId: 'k', status: 'approved' }) as const

test('a kept report is closed before the next one is applied, and before the work is said to be done', async () => {
  const { open, ports } = keeping(3)
  const left: number[] = []
  const applyPostback = async () => {
    left.push(open.size)
    return await applied()
  }
  assert.equal(await matchKeptPostbacks(ports, { clickIds: ['k'], applyPostback: applyPostback as never }), 3)
  assert.deepEqual(left, [3, 2, 1])
  assert.equal(open.size, 0)
})

test('only what had an effect, or repeats one, is said to be matched', async () => {
  const { open, ports } = keeping(4)
  const kinds = ['applied', 'duplicate', 'refused', 'unknown_click']
  const applyPostback = async () => ({ kind: kinds.shift() })
  assert.equal(await matchKeptPostbacks(ports, { clickIds: ['k'], applyPostback: applyPostback as never }), 2)
  assert.equal(open.size, 0)
})

for (const [reports, rounds] of [
  [0, 1],
  [499, 1],
  [500, 2],
  [1_001, 3],
] as const) {
  test(`${reports} kept reports are all applied, 500 at a time: in ${rounds} rounds`, async () => {
    const { open, asked, ports } = keeping(reports)
    const given = { clickIds: ['k'], applyPostback: applied as never }
    assert.equal(await matchKeptPostbacks(ports, given), reports)
    assert.equal(open.size, 0)
    assert.deepEqual(asked, Array(rounds).fill({ clickIds: ['k'], limit: 500 }))
  })
}

test('those that were kept while their click was written are matched within their range', async () => {
  const { open, asked, ports } = keeping(3)
  const range = { fromId: 'a', toId: 'b' } as never
  assert.equal(await matchLatePostbacks(ports, { ...(range as object), applyPostback: applied } as never), 3)
  assert.equal(open.size, 0)
  assert.deepEqual(asked, [{ fromId: 'a', toId: 'b', limit: 500 }])
})

test('a kept report that cannot be closed is not said to be done', async () => {
  const { ports } = keeping(1, true)
  const matching = matchKeptPostbacks(ports, { clickIds: ['k'], applyPostback: applied as never })
  await assert.rejects(matching, /not closed/)
})
