import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatProgramToken, isProgramToken, maskProgramToken } from './program-token.ts'

const random = Uint8Array.from({ length: 32 }, (_, index) => 255 - index)

for (const [kind, other] of [
  ['qot', 'qpt'],
  ['qpt', 'qot'],
] as const) {
  test(`a token ${kind} is told from other texts, and its mask gives nothing away but the end`, () => {
    const token = formatProgramToken(kind, random)
    assert.ok(isProgramToken(kind, token))
    assert.equal(maskProgramToken(token), `${kind}_…${token.slice(-4)}`)
    for (const text of ['', `${kind}_`, `${token}x`, token.slice(1), token.replace(kind, other)])
      assert.equal(isProgramToken(kind, text), false)
  })
}
