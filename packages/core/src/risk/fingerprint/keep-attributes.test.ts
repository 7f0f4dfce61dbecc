import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { attributeNames } from './attribute-names.ts'
import { readAttributes } from './attributes.ts'
import { keepAttributes } from './keep-attributes.ts'

const paths = Object.values(attributeNames).flatMap((name) => name.paths)
const value = fc.oneof(
  fc.string({ maxLength: 40 }),
  fc.integer({ min: -5, max: 200_000 }),
  fc.boolean(),
  fc.constantFrom('1920x1080', 'true', ' Windows ', 'x'.repeat(2_000), null),
  fc.tuple(fc.nat(5_000), fc.nat(5_000), fc.nat(9)),
  fc.record({ value: fc.constantFrom('Linux x86_64', [800, 600], 3), duration: fc.nat() }),
  fc.array(fc.array(fc.string())),
)
const entries = fc.array(fc.tuple(fc.constantFrom(...paths), value, fc.boolean()), {
  minLength: 2,
  maxLength: 12,
})

function build(given: readonly (readonly [readonly string[], unknown, boolean])[]): Record<string, unknown> {
  const data: Record<string, unknown> = { canvas: 'x'.repeat(50) }
  for (const [path, leaf, isInComponents] of given) {
    let branch = data
    const whole = isInComponents ? ['components', ...path] : path
    for (const key of whole.slice(0, -1)) {
      const there = branch[key]
      const isBranch = typeof there === 'object' && there !== null && !Array.isArray(there)
      const inner: Record<string, unknown> = isBranch ? { ...there } : {}
      branch[key] = inner
      branch = inner
    }
    branch[whole.at(-1) ?? ''] = leaf
  }
  return data
}

test('the kept part of a submission is read like the whole, and is small', () => {
  let read = 0
  fc.assert(
    fc.property(entries, (given) => {
      const data = build(given)
      const { values, kept, dropped } = keepAttributes(data)
      assert.deepEqual(readAttributes(values), readAttributes(data))
      if (kept.length > 0) read += 1
      assert.ok(dropped.includes('canvas') && !('canvas' in values))
    }),
    { numRuns: 500 },
  )
  assert.ok(read > 200, String(read))
})

test('names are told as they were sent, with components beside the result of a library', () => {
  const { kept, dropped } = keepAttributes({
    visitorId: 'abc',
    components: { platform: { value: 'Win32', duration: 1 }, canvas: { value: {} }, math: { value: 1 } },
  })
  assert.deepEqual(kept, ['components.platform'])
  assert.deepEqual(dropped, ['visitorId', 'components.canvas', 'components.math'])
})
