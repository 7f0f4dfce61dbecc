import assert from 'node:assert/strict'
import { test } from 'node:test'
import { splitHosts } from './split-hosts.ts'

for (const [url, split] of [
  ['postgres://a/q', ['postgres://a/q']],
  ['postgres://u:p%2C@a:1,b:2/q?x=1,2', ['postgres://u:p%2C@a:1/q?x=1,2', 'postgres://u:p%2C@b:2/q?x=1,2']],
  ['postgres://u:p,@[::1]:1,b/q', ['postgres://u:p,@[::1]:1/q', 'postgres://u:p,@b/q']],
  ['no address', ['no address']],
] as const) {
  test(`${url} names ${split.length} hosts`, () => assert.deepEqual(splitHosts(url), split))
}
