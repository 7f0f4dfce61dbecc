import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'

import { createWorld, type World } from '../../../../../test/support/world.ts'
import { matchKeptPostbacks } from './match-kept-postbacks.ts'

let world: World
before(async () => {
  world = await createWorld()
})
after(() => world.close())

const report = { clickId: 'a click', word: 'approved' }

/** A store with so many kept reports, which closes each only after a while, or fails to. */
function keeping(reports: number, fails = false) {
  const { store } = world.ports
  const open = new Set(Array.from({ length: reports }, (_, index) => `kept-${index}`))
  const unmatchedPostbacks = {
    ...store.unmatchedPostbacks,
    listKeptReports: async () => [...open].map((id) => ({ id, report })),
    closeKeptReport: async (_db: unknown, id: string) => {
      await setImmediate()
      await setImmediate()
      if (fails) throw new Error('not closed')
      open.delete(id)
    },
  }
  return { open, ports: { ...world.ports, store: { ...store, unmatchedPostbacks } } }
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

test('a kept report that cannot be closed is not said to be done', async () => {
  const { ports } = keeping(1, true)
  const matching = matchKeptPostbacks(ports, { clickIds: ['k'], applyPostback: applied as never })
  await assert.rejects(matching, /not closed/)
})
