import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changedFields } from './changed-fields.ts'

test('only what differs is told, before and after', () => {
  const before = { name: 'A', rate: 5, origins: ['x'], updatedAtMs: 1 }
  const after = { name: 'B', rate: 5, origins: ['x'], updatedAtMs: 2 }
  assert.deepEqual(changedFields(before, after), { before: { name: 'A' }, after: { name: 'B' } })
})

test('the change of a new or removed record tells all its fields, and never a secret', () => {
  const network = { slug: 'n', tokenDigest: 'd', hmacSecretSealed: 's' }
  assert.deepEqual(changedFields(undefined, network), { after: { slug: 'n' } })
  assert.deepEqual(changedFields(network, undefined), { before: { slug: 'n' } })
})
