import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSignatureScheme, writeSignatureScheme } from './signature-text.ts'

for (const text of [
  'md5 {user_id}{secret} parameter:sig',
  'hmac_sha1 url parameter:sig base64url',
  'hmac_sha256 body header:X-Signature base64',
  'sha256 sorted_query parameter:hash',
]) {
  test(`a signature scheme is read and written as the same text: ${text}`, () => {
    const scheme = readSignatureScheme(text)
    assert.ok(scheme !== undefined)
    assert.equal(writeSignatureScheme(scheme), text)
  })
}

for (const text of [
  '',
  'md5',
  'crc32 url parameter:sig',
  'md5 url sig',
  'md5 url cookie:sig',
  'md5 url parameter:a hex b',
]) {
  test(`a text that is no scheme is none: “${text}”`, () =>
    assert.equal(readSignatureScheme(text), undefined))
}
