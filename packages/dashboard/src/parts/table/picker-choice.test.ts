import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gather, markOf, matching, nameChoice, type PickerOption, spread, toggle } from './picker-choice.ts'

const money = { value: 'money', label: 'Money', members: [leaf('money.a'), leaf('money.b')] }
const offers = { value: 'offers', label: 'Offers', members: [leaf('offers.a'), leaf('offers.b')] }
const nested = [money, offers]
const flat = [leaf('ada'), leaf('bob'), leaf('cyd')]

function leaf(value: string): PickerOption {
  return { value, label: value.toUpperCase() }
}

test('a group stands for its members, and all members for their group', () => {
  const leaves = spread(nested, ['money', 'offers.b'])
  assert.deepEqual([...leaves], ['money.a', 'money.b', 'offers.b'])
  assert.deepEqual(gather(nested, leaves), ['money', 'offers.b'])
  assert.deepEqual([markOf(money, leaves), markOf(offers, leaves)], ['all', 'some'])
  assert.deepEqual(gather(nested, toggle(offers, leaves)), ['money', 'offers'])
  assert.deepEqual(gather(nested, toggle(money, leaves)), ['offers.b'])
})

test('chosen values stay on top of those that match', () => {
  const found = matching(flat, 'b', new Set(['cyd']))
  assert.deepEqual(
    found.map(({ value }) => value),
    ['cyd', 'bob'],
  )
  assert.deepEqual(matching(nested, 'offers.b', new Set()), [{ ...offers, members: [leaf('offers.b')] }])
})

test('a choice is named by its first and the count of the others', () => {
  assert.equal(nameChoice(nested, [], 'Everything'), 'Everything')
  assert.equal(nameChoice(nested, ['money', 'offers.b'], 'Everything'), 'Money and 1 more')
  assert.equal(nameChoice(flat, ['gone'], 'Everybody'), 'gone')
})
