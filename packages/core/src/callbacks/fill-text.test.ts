import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parametersProblem } from './fill-text.ts'

const isMacro = (written: string): boolean => written === 'user_id'

const texts: readonly (readonly [about: string, text: string, problem: RegExp | undefined])[] = [
  ['nothing', '', undefined],
  ['parameters with macros', 'user={user_id}&key[0].a-b:c=1', undefined],
  ['a text of 2,000 characters', `a=${'x'.repeat(1_998)}`, undefined],
  [
    'a text of 2,001 characters',
    `a=${'x'.repeat(1_999)}`,
    /^The parameters are longer than 2000 characters\.$/,
  ],
  ['a name of 64 characters', `${'n'.repeat(64)}=1`, undefined],
  ['a name of 65 characters', `${'n'.repeat(65)}=1`, /need a name/],
  ['no name', '=1', /need a name/],
  ['a space in a name', 'a b=1', /need a name/],
  ['the same name twice', 'a=1&b=2&a=3', /^The parameters have a name twice\.$/],
  ['an unknown macro', 'a={user_id}&b={nope}', /nothing fills: \{nope\}\.$/],
]
for (const [about, text, problem] of texts) {
  test(`${about} in parameters is ${problem === undefined ? 'no problem' : 'refused in a sentence'}`, () => {
    const said = parametersProblem(text, isMacro)
    if (problem === undefined) assert.equal(said, undefined)
    else assert.match(said ?? '', problem)
  })
}
