import assert from 'node:assert/strict'
import { test } from 'node:test'
import { writeBucketOf, writeBuckets } from './write-bucket.ts'

test('callers are spread over all places, and each is always in the same', () => {
  const places = Array.from({ length: 5_000 }, (_, index) => writeBucketOf(`person:${index}@example.com`))
  assert.equal(new Set(places).size, writeBuckets)
  assert.ok(places.every((place) => place >= 0 && place < writeBuckets))
  assert.equal(writeBucketOf('token:ci'), writeBucketOf('token:ci'))
})
