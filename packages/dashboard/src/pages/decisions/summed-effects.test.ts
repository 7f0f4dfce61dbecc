import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sumEffects } from './summed-effects.ts'
import type { Preview } from './use-previews.ts'

const plain: Preview = {
  id: 'a',
  from: 'reversed',
  to: 'approved',
  reason: null,
  release_at: null,
  is_paid_out: false,
  revenue: '10',
  payable: '7',
  receivable: '0',
  margin: '-7',
  objections: [],
  caps: [],
  callbacks: [{ endpoint_id: '1', name: 'shop', event: 'conversion.approved' }],
}
const repeat = { rule: 'repeat', message: 'earned already', passable: true }
const transaction = { rule: 'transaction', message: 'paid elsewhere', passable: false }

test('only what goes is summed; what may be gone past is, once it is', () => {
  const previews: readonly Preview[] = [
    plain,
    { ...plain, id: 'b', objections: [repeat] },
    { ...plain, id: 'c', objections: [repeat, transaction] },
    { ...plain, id: 'd', to: null },
  ]
  const careful = sumEffects(previews, false)
  assert.deepEqual([careful.payable, [...careful.going], careful.closed], [7_000_000, ['a'], 1])
  assert.equal(careful.callbacks.get('conversion.approved'), 1)
  const despite = sumEffects(previews, true)
  assert.deepEqual([despite.payable, [...despite.going]], [14_000_000, ['a', 'b']])
  assert.deepEqual(
    despite.objections.map(({ passable, count }) => [passable, count]),
    [
      [true, 2],
      [false, 1],
    ],
  )
})

test('the withheld amount is the revenue, which the network goes on owing', () => {
  const taken: Preview = { ...plain, to: 'reversed', reason: 'withheld', payable: '-7', margin: '7' }
  assert.equal(sumEffects([taken], false).withheld, 10_000_000)
})
