import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bodyPatternProblem, matchesBody } from './match-body.ts'

const bodies: readonly (readonly [pattern: string, body: string, fits: boolean])[] = [
  ['OK', 'OK', true],
  ['OK', ' ok\n', true],
  ['OK', 'OKAY', false],
  ['OK', 'NOT OK', false],
  ['OK*', 'OK, thanks', true],
  ['OK*', 'not OK', false],
  ['*OK', 'all OK', true],
  ['*OK', 'OK then', false],
  ['*OK*', 'all OK then', true],
  ['*OK*', 'all wrong', false],
  ['*', '', true],
  ['*', 'anything', true],
  ['(empty)', '', true],
  ['(empty)', ' \n', true],
  ['(empty)', 'x', false],
  ['OK|DUP*|1', 'duplicate', true],
  ['OK|DUP*|1', '1', true],
  ['OK|DUP*|1', '10', false],
  ['<p>OK</p>', '<p>\n OK </p>', true],
  ['<p> OK </p>', '<p>OK</p>', true],
]
for (const [pattern, body, fits] of bodies) {
  test(`${JSON.stringify(body)} is ${fits ? '' : 'not '}what ${pattern} means`, () => {
    assert.equal(matchesBody(pattern, body), fits)
  })
}

const many = (count: number) => Array.from({ length: count }, (_, index) => index).join('|')
const patterns: readonly (readonly [pattern: string, failure: RegExp | undefined, success?: RegExp])[] = [
  ['OK|DUP*|*ok|*in*', undefined],
  ['x'.repeat(200), undefined],
  ['x'.repeat(201), /longer than 200 characters/, /longer than 200 characters/],
  [many(20), undefined],
  [many(21), /more than 20 alternatives/, /more than 20 alternatives/],
  ['OK| |no', /empty alternative/, /empty alternative/],
  ['', /empty alternative/, /empty alternative/],
  ['no|*', /nothing but \*/],
  ['**', /neither at the beginning nor at the end/, /neither at the beginning nor at the end/],
  ['a*b', /neither at the beginning nor at the end/, /neither at the beginning nor at the end/],
]
for (const [pattern, failure, success] of patterns) {
  const shown = pattern.length > 30 ? `a pattern of ${pattern.length} characters` : `"${pattern}"`
  test(`${shown} is ${failure ? 'refused' : 'accepted'}, and why is said`, () => {
    for (const [means, expected] of [
      ['failure', failure],
      ['success', success],
    ] as const) {
      const problem = bodyPatternProblem(pattern, means)
      if (expected === undefined) assert.equal(problem, undefined)
      else assert.match(problem ?? '', expected)
    }
  })
}
