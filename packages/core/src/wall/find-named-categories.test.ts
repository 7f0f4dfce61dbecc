import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findNamedCategories } from './find-named-categories.ts'

const slugs = ['games', 'surveys', 'home-garden']
const german = { games: 'Spiele', surveys: 'Umfragen' }
for (const [asked, found] of [
  ['games', ['games']],
  ['Gam', ['games']],
  ['SPIELE', ['games']],
  ['umfrage', ['surveys']],
  ['garden', ['home-garden']],
  ['home gar', ['home-garden']],
  ['ga', []],
  ['ame', []],
  ['', []],
] as const)
  test(`“${asked}” names ${found.join() || 'no category'}`, () =>
    assert.deepEqual(findNamedCategories(asked, slugs, german), found))

test('a sign of another script may name a category', () => {
  assert.deepEqual(findNamedCategories('游戏', slugs, { games: '游戏' }), ['games'])
})
