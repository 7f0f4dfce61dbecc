import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Language, languages } from '@quoin/core/languages/languages.ts'
import { wall as english } from '@quoin/core/languages/words/en.ts'
import type { PluralWords } from '@quoin/core/languages/words/words.ts'
import type { WallFrame } from './model.ts'
import { makeTalk, shown } from './talk.ts'

const plurals = ['offerCount', 'stepCount', 'creditCount'] as const satisfies readonly (keyof PluralWords)[]
const colours = { brand: '#3f63e4', on: '#ffffff', ink: '#3f63e4', tint: '#eef2ff' }

function frameOf(language: Language): WallFrame {
  return {
    language,
    locale: language,
    direction: languages[language].direction,
    appName: 'Pixelhaven',
    currency: { one: 'Coin', many: 'Coins', decimals: 2 },
    userId: 'u1',
    isSigned: true,
    balance: null,
    pending: null,
    query: 'session=s',
    device: 'desktop',
    theme: 'auto',
    colours: { light: colours, dark: colours },
    logo: null,
    privacyUrl: null,
    origins: [],
    collect: 'off',
    nowSec: 1_795_000_000,
    started: 0,
  }
}

/** A number of each category that a language knows. */
function numbersOf(language: string): ReadonlyMap<string, number> {
  const rules = new Intl.PluralRules(language)
  const found = new Map<string, number>()
  for (const n of [...Array(1_000).keys(), 1_000_000, 1.5]) {
    const category = rules.select(n)
    if (!found.has(category)) found.set(category, n)
  }
  return found
}

test('times ago are told in the largest unit that fits, and what a task takes to the minute', () => {
  const talk = makeTalk({
    frame: frameOf('en'),
    words: english,
    nowSec: 1_795_000_000,
    isOnline: true,
    timeZone: 'Europe/Berlin',
  })
  const ago = (minutes: number): string => talk.ago(1_795_000_000 - minutes * 60)
  assert.deepEqual([0, 1, 59, 60, 61, 89, 91, 36 * 60].map(ago), [
    ...['1 minute ago', '1 minute ago', '59 minutes ago', '1 hour ago', '1 hour ago', '1 hour ago'],
    ...['2 hours ago', '2 days ago'],
  ])
  assert.equal(talk.duration(75 * 60), '75 min')
})

// Safe: the keys of a constant table.
for (const language of Object.keys(languages) as Language[])
  describe(language, async () => {
    const { wall: words } = await languages[language].words()
    const talk = makeTalk({
      frame: frameOf(language),
      words,
      nowSec: 1_795_000_000,
      isOnline: true,
      timeZone: 'Europe/Berlin',
    })

    test('every plural category of the language has a form of its own in each text that counts', () => {
      const categories = new Intl.PluralRules(language).resolvedOptions().pluralCategories
      const numbers = numbersOf(language)
      assert.deepEqual([...numbers.keys()].sort(), [...categories].sort())
      for (const name of plurals)
        for (const category of categories) {
          assert.ok(words[name][category], `${name} ${category}`)
          assert.ok(!talk.count(name, numbers.get(category) ?? 0).includes('{'))
        }
    })

    test('amounts have the digits that the site has, and are exact', () => {
      assert.match(talk.amount('1234567.25'), /^[\d.,\s\u00a0\u202f']+$/)
      assert.equal(talk.amount('123456789012345.25').replaceAll(/\D/g, ''), '12345678901234525')
    })
  })

test('marks that turn the direction of a line are shown, not obeyed', () => {
  assert.equal(shown('abc\u202egnp.exe\u2066'), 'abc\ufffdgnp.exe\ufffd')
})
