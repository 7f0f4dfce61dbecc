import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { test } from 'node:test'
import { type Language, languages } from '../languages.ts'

// Safe: the keys of a constant table.
const all = Object.keys(languages) as Language[]
const texts = new Map<Language, ReadonlyMap<string, string>>()
for (const language of all) texts.set(language, textsOf(await languages[language].words()))

/** Every text by its place in the file; forms of a plural are compared elsewhere: each language has its own. */
function textsOf(words: object, before = ''): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const [name, value] of Object.entries(words)) {
    if (typeof value === 'string') found.set(before + name, value)
    else if (name.endsWith('Count')) found.set(before + name, value.other)
    else for (const one of textsOf(value, `${before}${name}.`)) found.set(...one)
  }
  return found
}

function gapsOf(text: string | undefined): string[] {
  return [...(text ?? '').matchAll(/\{\w+\}/g)].map(([gap]) => gap).sort()
}

test('each file of words is a row of the list, and its row names it', async () => {
  const files = globSync('*.ts', { cwd: import.meta.dirname }).filter((file) => !file.startsWith('words.'))
  assert.deepEqual(files.sort(), all.map((language) => `${language}.ts`).sort())
  for (const language of all) {
    assert.equal(await languages[language].words(), await import(`./${language}.ts`))
  }
})

for (const language of all) {
  test(`${language} has every text that English has, with its gaps, and no other`, () => {
    const [english, own] = [texts.get('en'), texts.get(language)]
    assert.deepEqual([...(own?.keys() ?? [])].sort(), [...(english?.keys() ?? [])].sort())
    for (const [name, text] of own ?? []) {
      assert.ok(text.trim() !== '', name)
      assert.deepEqual(gapsOf(text), gapsOf(english?.get(name)), name)
    }
  })
}
