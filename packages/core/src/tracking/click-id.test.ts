import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { firstIdAt, formatId, idTimeMs, readId } from './click-id.ts'

const time = fc.integer({ min: 0, max: 2 ** 47 })
const randomBytes = fc.uint8Array({ minLength: 10, maxLength: 10 })

test('an id is a UUIDv7 that carries its time', () => {
  fc.assert(
    fc.property(time, randomBytes, (nowMs, random) => {
      const id = formatId(nowMs, random)
      assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
      assert.equal(idTimeMs(id), nowMs)
      assert.equal(readId(id.toUpperCase()), id)
    }),
  )
})

test('ids sort by time, and none sorts before the first of its moment', () => {
  fc.assert(
    fc.property(
      time,
      fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 2 ** 40 })),
      randomBytes,
      (first, by, random) => {
        const second = first + by
        assert.ok(formatId(first, random) < formatId(second, random))
        assert.ok(formatId(second, random) >= firstIdAt(second))
        assert.ok(formatId(first, random) < firstIdAt(second))
      },
    ),
  )
})

for (const text of [
  '',
  '1',
  'null',
  '018f0000-0000-4000-8000-000000000000',
  '018f0000-0000-7000-0000-000000000000',
  '{click_id}',
]) {
  test(`"${text}" is no id of ours`, () => assert.equal(readId(text), undefined))
}
