import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openPooledRandom } from './pooled-random.ts'

test('bytes given away are never changed and never given again', () => {
  const random = openPooledRandom()
  const kept = Array.from({ length: 5_000 }, () => random(10))
  const texts = kept.map((bytes) => bytes.toString('hex'))
  for (let call = 0; call < 5_000; call += 1) random(10)
  assert.deepEqual(
    kept.map((bytes) => bytes.toString('hex')),
    texts,
  )
  assert.equal(new Set(texts).size, texts.length)
})

test('a portion larger than the pool is given whole', () => {
  assert.equal(openPooledRandom()(100_000).length, 100_000)
})
