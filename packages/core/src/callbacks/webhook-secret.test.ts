import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readWebhookSecret, writeWebhookSecret } from './webhook-secret.ts'

const sizes: readonly (readonly [bytes: number, isAccepted: boolean])[] = [
  [23, false],
  [24, true],
  [32, true],
  [64, true],
  [65, false],
]
for (const [bytes, isAccepted] of sizes) {
  test(`a webhook secret of ${bytes} bytes is ${isAccepted ? 'read as it was written' : 'none'}`, () => {
    const key = Uint8Array.from({ length: bytes }, (_, index) => 255 - index)
    assert.deepEqual(readWebhookSecret(writeWebhookSecret(key)), isAccepted ? key : undefined)
  })
}
