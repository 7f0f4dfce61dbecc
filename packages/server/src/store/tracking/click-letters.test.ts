import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clickLetters, noLetter } from '@quoin/core/tracking/click-letters.ts'
import { createTestDatabase } from '../../../../../test/support/database.ts'

test('the database has a letter for each word of clicks, the one that core has, and no letter twice', async () => {
  const { database } = await createTestDatabase()
  const words = Object.entries(clickLetters)
  const rows = await database.query<{ word: string; letter: string; back: string }>(
    `select word, click_letter(word)::text as letter, click_word(click_letter(word)) as back
     from unnest($1::text[]) word`,
    [words.map(([word]) => word)],
  )
  assert.deepEqual(
    rows.map(({ word, letter, back }) => [word, letter, back]),
    words.map(([word, letter]) => [word, letter, word]),
  )
  assert.equal(new Set(words.map(([, letter]) => letter)).size, words.length)
  const [none] = await database.query<{ word: string | null }>(`select click_word('${noLetter}') as word`)
  assert.equal(none?.word, null)
})
