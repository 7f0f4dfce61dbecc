import assert from 'node:assert/strict'
import { test } from 'node:test'
import { passwordProblem } from './password.ts'

for (const [password, problem] of [
  ['correct horse battery', undefined],
  ['пароль из слов', undefined],
  ['🐎🔋📎🐴🧷🪁🧲🪀🧿🪬🧸🪆', undefined],
  ['short-1!', /at least 12/],
  ['aaaaaaaaaaaaaaaa', /repeat/],
  ['ababababababab', /repeat/],
  ['password12345!', /well-known/],
  ['ada.lovelace99', /well-known/],
  ['ada.lovelace@example.com1', /well-known/],
  ['x'.repeat(129), /at most 128/],
] as const) {
  test(`${password.slice(0, 30)}: ${problem === undefined ? 'taken' : `refused, ${problem.source}`}`, () => {
    const found = passwordProblem(password, 'ada.lovelace@example.com')
    if (problem === undefined) assert.equal(found, undefined)
    else assert.match(found ?? '', problem)
  })
}
