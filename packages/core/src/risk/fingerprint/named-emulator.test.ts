import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readEvidence } from '../evidence.ts'
import { gpuMismatch } from '../signals/gpu-mismatch.ts'

const phone = (model: string): string =>
  `Mozilla/5.0 (Linux; Android 12; ${model}) AppleWebKit/537.36 Chrome/147.0.0.0 Mobile Safari/537.36`

for (const [model, expected] of [
  ['sdk_gphone64_x86_64 Build/TP1A', undefined],
  ['Android SDK built for x86', undefined],
  ['BlueStacks', undefined],
  ['SM-N976N', 1],
  ['K', 1],
] as const) {
  test(`the GPU of a PC under a User-Agent of ${model} is ${expected === 1 ? 'a lie' : 'no lie'}`, () => {
    const data = { user_agent: phone(model), webgl_renderer: 'ANGLE (NVIDIA GeForce GTX 1660, Direct3D11)' }
    assert.equal(gpuMismatch.read(readEvidence(data, {})), expected)
  })
}
