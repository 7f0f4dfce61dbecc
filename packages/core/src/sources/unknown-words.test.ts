import assert from 'node:assert/strict'
import { test } from 'node:test'
import { certainKinds, noRepairs } from '../offers/repair/repairs.ts'
import { findUnknownWords, WordTally } from './unknown-words.ts'

const repairs = { ...noRepairs, kinds: certainKinds }

test('words that nobody knows are found in an offer, in its prices and in those of its goals', () => {
  const row = {
    countries: 'DE|Mordor',
    platforms: 'android|toaster',
    prices: [{ countries: ['Narnia'], payout: '1' }],
    goals: [{ goal: 'a', prices: [{ platforms: 'abacus' }] }],
  }
  assert.deepEqual(findUnknownWords(row, repairs), [
    { field: 'countries', word: 'Mordor' },
    { field: 'platforms', word: 'toaster' },
    { field: 'countries', word: 'Narnia' },
    { field: 'platforms', word: 'abacus' },
  ])
})

test('a word that core knows, and one that was answered, is none of them', () => {
  const row = { countries: 'Germany|UK|Mordor', platforms: 'iPhone' }
  assert.deepEqual(findUnknownWords(row, { ...repairs, countries: { mordor: ['NZ'] } }), [])
})

test('an offer counts once for a word however it is written, and the word that holds most stands first', () => {
  const tally = new WordTally()
  tally.note([
    { field: 'countries', word: 'Mordor' },
    { field: 'countries', word: 'MORDOR' },
  ])
  tally.note([{ field: 'countries', word: 'Narnia' }])
  tally.note([{ field: 'countries', word: 'mordor' }])
  assert.deepEqual(
    tally.list().map(({ word, offers }) => [word.toLowerCase(), offers]),
    [
      ['mordor', 2],
      ['narnia', 1],
    ],
  )
})

test('a feed of nothing but unknown words is counted within bounds', () => {
  const tally = new WordTally()
  for (let at = 0; at < 5_000; at += 1) tally.note([{ field: 'countries', word: `land ${at}` }])
  tally.note([{ field: 'countries', word: 'x'.repeat(10_000) }])
  assert.equal(tally.list().length, 200)
})
