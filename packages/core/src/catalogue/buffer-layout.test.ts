import assert from 'node:assert/strict'
import { test } from 'node:test'
import { layOut, restore } from './buffer-layout.ts'

test('a structure that was laid out and restored is the same, on one buffer', () => {
  const structure = {
    size: 3,
    bytes: new Uint8Array([1, 2, 3]),
    numbers: new Float64Array([1.5, -Infinity, 2 ** 53]),
    filed: new Map([['a', new Map([['DE', new Uint32Array([7, 8, 0xffffffff])]])]]),
    empty: new Uint32Array(0),
  }
  const { layout, size, views } = layOut(structure)
  const written = new Uint8Array(size)
  for (const { view, offset } of views) {
    written.set(new Uint8Array(view.buffer, view.byteOffset, view.byteLength), offset)
  }
  assert.deepEqual(restore(structuredClone(layout), written.buffer), structure)
})
