import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fingerprintData } from './fingerprint-data.ts'

function ruleOf(raw: unknown): string {
  const reading = fingerprintData.read(raw)
  return reading.ok ? 'accepted' : reading.rule
}

function nested(levels: number): unknown {
  return levels === 0 ? 1 : { inner: nested(levels - 1) }
}

function keys(count: number): Record<string, number> {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`key${index}`, index]))
}

/** An object that is exactly so many bytes long as JSON. */
function ofBytes(bytes: number): { text: string } {
  return { text: 'x'.repeat(bytes - '{"text":""}'.length) }
}

/** Every name of a fact with a text as long as one is read. */
function tooManyFacts(): object {
  const text = 'é'.repeat(1_024)
  const inner = { user_agent: text, ua: text, os: text, platform: text, timezone: text, browser: text }
  return { ...inner, components: inner, time_zone: text, timeZone: text, userAgent: text }
}

for (const [title, raw, rule] of [
  ['the sample of the contract', { resolution: '1920x1080', browser: 'Chrome', os: 'Windows' }, 'accepted'],
  ['nothing in it', {}, 'accepted'],
  ['open keys of any kind', { a: 1, b: true, c: null, d: [1, 'x'], e: { f: 1.5 } }, 'accepted'],
  ['64 keys', keys(64), 'accepted'],
  ['65 keys', keys(65), 'keys'],
  ['4 levels', nested(4), 'accepted'],
  ['5 levels', nested(5), 'depth'],
  ['5 levels of arrays', { a: [[[[1]]]] }, 'depth'],
  ['16 KiB', ofBytes(16 * 1024), 'accepted'],
  ['one byte more', ofBytes(16 * 1024 + 1), 'size'],
  ['16 KiB of characters that are two bytes each', { text: 'é'.repeat(8_200) }, 'size'],
  ['half a surrogate pair', { a: '\ud800' }, 'unicode'],
  ['NUL, which jsonb cannot hold', { a: ['\u0000'] }, 'unicode'],
  ['NUL in a key', { 'a\u0000': 1 }, 'unicode'],
  ['an array', [], 'type'],
  ['null', null, 'type'],
  ['a text', 'resolution', 'type'],
  ['65 keys of which one is read', { ...keys(64), os: 'Windows' }, 'accepted'],
  ['5 levels beside what is read', { a: nested(5), os: 'Windows' }, 'accepted'],
  ['more than 16 KiB beside what is read', { ...ofBytes(40_000), os: 'Windows' }, 'accepted'],
  ['32,000 levels', JSON.parse(`{"a":${'['.repeat(32_000)}${']'.repeat(32_000)}}`), 'depth'],
  ['more than 16 KiB of what is read', tooManyFacts(), 'size'],
  ['NUL in what is read of too much', { ...ofBytes(40_000), os: 'Win\u0000dows' }, 'unicode'],
] as const) {
  test(`fingerprint_data: open keys, at most 64, 4 levels, 16 KiB: ${title} is ${rule}`, () =>
    assert.equal(ruleOf(raw), rule))
}
