import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findPhrase } from './link-phrases.ts'
import { readOnward } from './read-onward.ts'

const cases: readonly (readonly [string, string, string | undefined])[] = [
  [
    'a refresh',
    '<meta http-equiv="refresh" content="0;url=https://a.example/?x=1&amp;y=2">',
    'https://a.example/?x=1&y=2',
  ],
  ['a refresh the other way round', `<META content='1; URL="/next"' HTTP-EQUIV=refresh>`, '/next'],
  ['a refresh that only reloads', '<meta http-equiv="refresh" content="5">', undefined],
  ['a refresh after a minute', '<meta http-equiv="refresh" content="60;url=/late">', undefined],
  ['another meta', '<meta name="description" content="0;url=/x">', undefined],
  ['a script', '<script>window.location.href = "https:\\/\\/a.example\\/b"</script>', 'https://a.example/b'],
  ['a script that replaces', `<script>location.replace('/b?c=1')</script>`, '/b?c=1'],
  ['the same address twice', `<script>location='/b';setTimeout(()=>{location='/b'},9)</script>`, '/b'],
  ['a choice', `<script>if (ios) location='/a'; else location='/b'</script>`, undefined],
  ['a script of a long page', `<script>location='/a'</script>${'x'.repeat(9_000)}`, undefined],
  ['a page', '<h1>Welcome</h1>', undefined],
]

for (const [title, html, expected] of cases)
  test(`onward of a page with ${title}: ${expected ?? 'nowhere'}`, () =>
    assert.equal(readOnward(html), expected))

const hostile: readonly (readonly [string, string])[] = [
  ['scripts that never end', '<script'.repeat(9_000)],
  ['scripts that end badly', '<script></script '.repeat(3_800)],
  ['metas that never end', '<meta http-equiv=refresh '.repeat(2_600)],
  ['quotes that never end', `<meta content="${'0;'.repeat(32_000)}`],
  ['brackets', '<'.repeat(65_536)],
  ['addresses that never end', 'location="'.repeat(6_500)],
  ['words', 'offer is not '.repeat(5_000)],
  ['blanks', ' '.repeat(65_536)],
]

for (const [title, html] of hostile)
  test(`a page of ${title} is read in no time`, () => {
    const beganMs = performance.now()
    readOnward(html)
    findPhrase('https://a.example/', html)
    assert.ok(performance.now() - beganMs < 500)
  })
