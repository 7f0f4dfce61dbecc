import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { assertError } from '../../../../../test/support/assert-answer.ts'
import { createWorld, type World } from '../../../../../test/support/world.ts'
import { contacts } from '../../settings/setting-readers.ts'

let silent: World
let world: World
before(async () => {
  silent = await createWorld()
  world = await createWorld({
    environment: {
      BASE_URL: 'https://offers.example.com',
      SECURITY_CONTACT: 'security@example.com, https://example.com/report',
    },
    beside: silent,
  })
})
after(async () => {
  await world.close()
  await silent.close()
})

const path = '/.well-known/security.txt'

test('security.txt says where to write, where it lies, and when it ends: ahead, within a year', async () => {
  for (const days of [0, 100, 5_000]) {
    const nowMs = world.clock.nowMs()
    const { headers, body } = await world.get(path)
    assert.equal(headers['content-type'], 'text/plain; charset=utf-8')
    const lines = body.split('\n')
    assert.deepEqual(lines.slice(0, 2), [
      'Contact: mailto:security@example.com',
      'Contact: https://example.com/report',
    ])
    const [, expires = ''] = /^Expires: (\S+)$/m.exec(body) ?? []
    const aheadDays = (Date.parse(expires) - nowMs) / 86_400_000
    assert.ok(aheadDays > 30 && aheadDays < 365, `${aheadDays} days ahead`)
    assert.ok(lines.includes(`Canonical: https://offers.example.com${path}`))
    world.clock.advance({ days })
  }
})

test('without a contact there is no security.txt', async () => {
  assertError(await silent.get(path), 404, 'RESOURCE_NOT_FOUND')
})

for (const [text, read] of [
  ['security@example.com', ['mailto:security@example.com']],
  ['mailto:security@example.com', ['mailto:security@example.com']],
  ['https://example.com/security,tel:+49-30-123', ['https://example.com/security', 'tel:+49-30-123']],
  ['http://example.com/security', undefined],
  ['javascript:alert(1)', undefined],
  ['somebody', undefined],
] as const) {
  test(`a contact is an address or a URI that RFC 9116 allows: ${text}`, () => {
    const found = contacts(text)
    assert.deepEqual(found instanceof Error ? undefined : found, read)
  })
}
