import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { spreadOffers } from './spread-offers.ts'

const categoryOf = (word: string): string => word.charAt(0)
const isEasy = (word: string): boolean => word.endsWith('!')
const spread = (words: string, isNewcomer = false): string =>
  spreadOffers(words.split(' '), { categoryOf, isEasy, isNewcomer }).join(' ')

test('a third of a category in a row is put off while there is another', () => {
  assert.equal(spread('d1 d2 d3 d4 g1 s1'), 'd1 d2 g1 d3 d4 s1')
  assert.equal(spread('d1 d2 d3'), 'd1 d2 d3')
})

test('a newcomer finds quick and well-tracked offers at every second place, from the first on', () => {
  assert.equal(spread('d1 d2 d3 g1! s1!', true), 'g1! d1 s1! d2 d3')
  assert.equal(spread('d1 g1! d2'), 'd1 g1! d2')
})

test('a page keeps its offers, and has three of a category in a row only where nothing else is left', () => {
  const word = fc
    .tuple(fc.constantFrom('a', 'b', 'c'), fc.nat(99), fc.constantFrom('', '!'))
    .map((all) => all.join(''))
  fc.assert(
    fc.property(fc.array(word, { maxLength: 20 }), fc.boolean(), (words, isNewcomer) => {
      const placed = spreadOffers(words, { categoryOf, isEasy, isNewcomer })
      assert.deepEqual([...placed].sort(), [...words].sort())
      for (let at = 2; at < placed.length; at += 1) {
        const three = placed.slice(at - 2, at + 1).map(categoryOf)
        if (new Set(three).size > 1) continue
        assert.equal(new Set(placed.slice(at).map(categoryOf)).size, 1, placed.join(' '))
      }
    }),
    { numRuns: 300 },
  )
})
