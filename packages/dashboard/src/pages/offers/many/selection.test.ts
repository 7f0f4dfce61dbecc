import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addressOf, choose, countChosen, idsOf, isChosen, nothingChosen } from './selection.ts'

test('all that match are the filter and its exceptions, not their ids', () => {
  const all = choose({ isAll: true, ids: new Set() }, ['7'], false)
  assert.deepEqual(addressOf(all), { except: '7' })
  assert.deepEqual([isChosen(all, '7'), isChosen(all, '8'), countChosen(all, 75)], [false, true, 74])
  assert.deepEqual(addressOf(choose(all, ['7'], true)), { except: '' })
})

test('single ones are named, and more than an address carries are not taken', () => {
  const some = choose(nothingChosen, ['1', '2'], true)
  assert.deepEqual([addressOf(some), countChosen(some, 75)], [{ ids: '1,2' }, 2])
  const many = Array.from({ length: 501 }, (_, index) => String(index + 1))
  assert.equal(choose(some, many, true), some)
})

test('a value that is no id is left out of an address', () => {
  assert.deepEqual(idsOf('1,x,0,-3,25'), [1, 25])
  assert.deepEqual(idsOf(''), [])
})
