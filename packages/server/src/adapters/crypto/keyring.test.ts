import assert from 'node:assert/strict'
import { createPublicKey, verify } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import { openKeyring } from './keyring.ts'

const first = 'first-master-secret-0123456789abcdef'
const second = 'second-master-secret-0123456789abcde'
const third = 'third-master-secret-0123456789abcdef'

const before = openKeyring({ current: first, previous: null })
const rotated = openKeyring({ current: second, previous: first })
const twice = openKeyring({ current: third, previous: second })

const text = fc.string({ unit: 'grapheme', maxLength: 300 })
const purpose = fc.constantFrom('session', 'sign-in', 'hmac', 'device app 7')

test('a sealed text is opened again, with the same secret and after one rotation, not after two', () => {
  fc.assert(
    fc.property(purpose, text, (why, plain) => {
      const sealed = before.seal(why, plain)
      assert.equal(before.open(why, sealed), plain)
      assert.equal(rotated.open(why, sealed), plain)
      assert.equal(twice.open(why, sealed), undefined)
      assert.equal(before.open(why, rotated.seal(why, plain)), undefined)
    }),
  )
})

test('a text sealed for one purpose is not opened for another', () => {
  assert.equal(before.open('b', before.seal('a', 'plain')), undefined)
})

test('sealing the same twice gives nothing in common', () => {
  const [one, two] = [before.seal('a', 'same plain text'), before.seal('a', 'same plain text')]
  assert.notDeepEqual(one.subarray(0, 12), two.subarray(0, 12))
  assert.notDeepEqual(one.subarray(28), two.subarray(28))
  assert.ok(!one.includes('same plain text'))
})

test('a sealed text in which one byte is another is not opened, nor is one that is cut', () => {
  const sealed = before.seal('a', 'the secret of a network')
  for (let index = 0; index < sealed.length; index += 1) {
    const changed = Buffer.from(sealed)
    changed[index] = (changed[index] ?? 0) ^ 1
    assert.equal(before.open('a', changed), undefined, `byte ${index}`)
    assert.equal(before.open('a', sealed.subarray(0, index)), undefined, `cut at ${index}`)
  }
  assert.equal(before.open('a', Buffer.alloc(0)), undefined)
})

test('a signature is accepted under the present and the previous secret, for its own purpose and text', () => {
  fc.assert(
    fc.property(purpose, text, text, (why, signed, other) => {
      const signature = before.sign(why, signed)
      assert.match(signature, /^[\w-]{43}$/)
      assert.equal(before.verify(why, signed, signature), true)
      assert.equal(rotated.verify(why, signed, signature), true)
      assert.equal(twice.verify(why, signed, signature), false)
      assert.equal(before.verify(`${why} `, signed, signature), false)
      assert.equal(before.verify(why, other, signature), other === signed)
      assert.equal(before.verify(why, signed, rotated.sign(why, signed)), false)
    }),
  )
})

test('a signature has one text: no other one that decodes to its bytes is accepted', () => {
  const signature = before.sign('a', 'text')
  const sameBytes = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_']
    .map((last) => signature.slice(0, -1) + last)
    .filter((other) => Buffer.from(other, 'base64url').equals(Buffer.from(signature, 'base64url')))
  assert.equal(sameBytes.length, 4)
  for (const other of [
    ...sameBytes,
    `${signature}=`,
    `${signature}\n`,
    ` ${signature}`,
    '',
    signature.slice(0, -1),
  ]) {
    assert.equal(before.verify('a', 'text', other), other === signature, other)
  }
})

test('a digest is the same for the same purpose, and tells nothing to who has another secret', () => {
  assert.deepEqual(
    before.digest('a', 'device'),
    openKeyring({ current: first, previous: null }).digest('a', 'device'),
  )
  assert.notDeepEqual(before.digest('a', 'device'), before.digest('b', 'device'))
  assert.notDeepEqual(before.digest('a', 'device'), rotated.digest('a', 'device'))
  assert.equal(before.digest('a', 'device').length, 32)
  assert.equal(before.digestHex('a', 'device'), before.digest('a', 'device').toString('hex'))
})

test('more purposes than are remembered still have their own keys', () => {
  const signatures = new Set<string>()
  for (let app = 0; app < 10_050; app += 1) signatures.add(before.sign(`device app ${app}`, 'x'))
  assert.equal(signatures.size, 10_050)
  assert.ok(signatures.has(before.sign('device app 0', 'x')))
})

test('an open signature verifies with the public keys alone, over one rotation in both directions', () => {
  const publicKey = (raw: Uint8Array | undefined) =>
    createPublicKey({
      format: 'jwk',
      key: { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(raw ?? []).toString('base64url') },
    })
  const [old] = before.publicKeys('callbacks')
  const [current, kept] = rotated.publicKeys('callbacks')
  assert.deepEqual(kept, old)
  assert.notDeepEqual(current, old)
  assert.deepEqual(before.publicKeys('callbacks').length, 1)
  assert.notDeepEqual(before.publicKeys('something else')[0], old)
  const signatures = rotated.signOpenly('callbacks', 'text')
  for (const [index, raw] of [current, kept].entries()) {
    const signature = signatures[index] ?? Buffer.alloc(0)
    assert.ok(verify(null, Buffer.from('text'), publicKey(raw), signature))
    assert.ok(!verify(null, Buffer.from('texT'), publicKey(raw), signature))
  }
  assert.deepEqual(before.signOpenly('callbacks', 'text'), [signatures[1]])
})
