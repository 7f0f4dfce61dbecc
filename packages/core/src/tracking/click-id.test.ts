import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  cellMax,
  cellOfId,
  firstIdAt,
  formatId,
  homeCell,
  idRandomBytes,
  idTimeMs,
  readId,
} from './click-id.ts'

const time = fc.integer({ min: 0, max: 2 ** 47 })
const randomBytes = fc.uint8Array({ minLength: idRandomBytes, maxLength: idRandomBytes })
const cell = fc.integer({ min: 0, max: cellMax })

test('an id is a UUIDv7 that carries its time', () => {
  fc.assert(
    fc.property(time, randomBytes, cell, (nowMs, random, own) => {
      const id = formatId(nowMs, random, own)
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

test('an id carries its cell, and all 64 random bits beside it', () => {
  fc.assert(
    fc.property(time, randomBytes, cell, (nowMs, random, own) => {
      const id = formatId(nowMs, random, own)
      assert.deepEqual(cellOfId(id, nowMs), { cell: own, isRecorded: true })
      const bits = BigInt(`0x${id.slice(14).replaceAll('-', '')}`)
      const kept = (((bits >> 64n) & 3n) << 62n) | (bits & ((1n << 62n) - 1n))
      assert.equal(kept, Buffer.from(random).readBigUInt64BE())
    }),
  )
})

test('an id from before cells were recorded is of the home cell, whatever its bits', () => {
  fc.assert(
    fc.property(
      time,
      fc.integer({ min: 1, max: 2 ** 40 }),
      randomBytes,
      cell,
      (nowMs, later, random, bits) => {
        const id = formatId(nowMs, random, bits)
        assert.deepEqual(cellOfId(id, nowMs + later), { cell: homeCell, isRecorded: false })
      },
    ),
  )
})

test('the ids of a cell have a prefix of digits that a router can match', () => {
  const ids = Array.from({ length: 256 }, (_, byte) => formatId(0, new Uint8Array(8).fill(byte), 5))
  for (const id of ids) assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-701[4-7]-/)
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
