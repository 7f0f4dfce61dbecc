import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readEmail } from './email.ts'

for (const [text, email] of [
  ['ada@example.com', 'ada@example.com'],
  ['  Ada.Lovelace+quoin@Example.COM ', 'ada.lovelace+quoin@example.com'],
  ["o'neil@example.co.uk", "o'neil@example.co.uk"],
  ['ada@example', undefined],
  ['ada', undefined],
  ['', undefined],
  ['ada@@example.com', undefined],
  ['ada..b@example.com', undefined],
  ['.ada@example.com', undefined],
  ['ada@example.com\r\nBcc: eve@example.com', undefined],
  ['<script>@example.com', undefined],
  [`${'a'.repeat(250)}@example.com`, undefined],
] as const) {
  test(`${JSON.stringify(text.slice(0, 40))} is ${email === undefined ? 'no e-mail address' : email}`, () =>
    assert.equal(readEmail(text), email))
}

test('a long text that is nearly an address is refused at once', () => {
  const startedMs = performance.now()
  assert.equal(readEmail(`${'a-'.repeat(120)}@${'a-'.repeat(5)}`), undefined)
  assert.ok(performance.now() - startedMs < 50)
})
