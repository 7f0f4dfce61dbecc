import assert from 'node:assert/strict'
import { test } from 'node:test'
import { judgeSecret, type SecretPrints } from './judge-secret.ts'

const server = { isKept: false, isServer: true }
const command = { isKept: false, isServer: false }
const file = { isKept: true, isServer: true }
const before = { current: 'old', previous: null }
const rotating = { current: 'new', previous: 'old' }
const after = { current: 'new', previous: null }

for (const [what, stored, given, verdict] of [
  ['the first secret is remembered', undefined, { ...before, ...server }, { fits: true, store: before }],
  ['the same secret fits', before, { ...before, ...server }, { fits: true }],
  ['the file of the data folder fits', before, { ...before, ...file }, { fits: true }],
  ['another secret does not', before, { ...after, ...server }, { fits: false }],
  ['another file does not', before, { ...after, ...file }, { fits: false }],
  ['a rotation begins', before, { ...rotating, ...server }, { fits: true, store: rotating }],
  ['and goes on', rotating, { ...rotating, ...server }, { fits: true }],
  ['a process that was not told of it may go on', rotating, { ...before, ...server }, { fits: true }],
  ['but the file that it replaced may not', rotating, { ...before, ...file }, { fits: false }],
  ['a command does not end it', rotating, { ...after, ...command }, { fits: true }],
  [
    'a server without the previous one ends it',
    rotating,
    { ...after, ...server },
    { fits: true, store: after },
  ],
  ['from then on the old one does not fit', after, { ...before, ...server }, { fits: false }],
  ['nor does the old file', after, { ...before, ...file }, { fits: false }],
  [
    'a rotation is taken back as it was begun',
    rotating,
    { current: 'old', previous: 'new', ...server },
    { fits: true, store: { current: 'old', previous: 'new' } },
  ],
  [
    'a previous one that never was proves nothing',
    after,
    { current: 'x', previous: 'y', ...server },
    { fits: false },
  ],
] satisfies [string, SecretPrints | undefined, Parameters<typeof judgeSecret>[1], object][]) {
  test(what, () => assert.deepEqual(judgeSecret(stored, given), verdict))
}
