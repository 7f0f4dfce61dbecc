import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { readSettings, SettingsError, withAddresses } from './config.ts'
import { readS3Address } from './setting-readers.ts'
import { printSettings } from './print-settings.ts'
import { settingRows } from './setting-rows.ts'

function problemsOf(environment: Record<string, string>): readonly string[] {
  try {
    readSettings(environment)
  } catch (error) {
    if (error instanceof SettingsError) return error.lines
    throw error
  }
  return []
}

test('an empty environment gives the defaults', () => {
  const settings = readSettings({})
  assert.equal(settings.port, 8080)
  assert.equal(settings.rateLimitPerMinute, 100)
  assert.equal(settings.databaseUrl, null)
  assert.equal(settings.demo, true)
  assert.deepEqual(settings.trustProxy, [])
})

test('a variable that is set to nothing counts as not set', () => {
  assert.equal(readSettings({ PORT: '', BASE_URL: ' ' }).port, 8080)
})

const wrong: readonly (readonly [string, string, RegExp])[] = [
  ['PORT', '80a', /^PORT must be a whole number/],
  ['PORT', '65536', /^PORT must be/],
  ['PORT', '-1', /^PORT must be/],
  ['PORT', '1e3', /^PORT must be/],
  ['BASE_URL', 'example.com', /^BASE_URL must be an http/],
  ['BASE_URL', 'ftp://example.com', /^BASE_URL must be an http/],
  ['BASE_URL', 'https://u:p@example.com', /^BASE_URL must not have credentials/],
  ['TRACK_URL', 'https://t.example/?a=1', /^TRACK_URL must not have/],
  ['TRUST_PROXY', '10.0.0.0/33', /^TRUST_PROXY must be .*10\.0\.0\.0\/33/],
  ['TRUST_PROXY', '::ffff:10.0.0.0/104', /^TRUST_PROXY must be/],
  ['TRUST_PROXY', '1', /^TRUST_PROXY must be/],
  ['RATE_LIMIT_PER_MINUTE', '0', /^RATE_LIMIT_PER_MINUTE must be/],
  ['DEFAULT_COUNTRY', 'UK', /^DEFAULT_COUNTRY must be an ISO/],
  ['DEMO', 'maybe', /^DEMO must be on or off/],
  ['QUOIN_SECRET', 'short', /^QUOIN_SECRET must have at least 32/],
  ['QUOIN_SECRET', 'change-me-change-me-change-me-change-me', /^QUOIN_SECRET looks like an example/],
  ['LOG_LEVEL', 'loud', /^LOG_LEVEL must be one of/],
  ['AWS_ENDPOINT_URL', 'minio:9000', /^AWS_ENDPOINT_URL must be an http/],
  ['AWS_REGION', 'Frankfurt am Main', /^AWS_REGION must be the name of a region/],
]
for (const [variable, value, expected] of wrong) {
  test(`${variable}=${value} is refused in one clear line`, () => {
    const lines = problemsOf({ [variable]: value })
    assert.equal(lines.length, 1)
    assert.match(lines[0] ?? '', expected)
  })
}

test('every wrong value is named at once', () => {
  assert.equal(problemsOf({ PORT: 'x', DEMO: 'x', LOG_LEVEL: 'x' }).length, 3)
})

for (const password of ['1/secret', '1#secret']) {
  test(`a password of the database that tears its address is refused and not told: ${password}`, () => {
    const lines = problemsOf({
      DATABASE_URL: `postgres://quoin:${password}@db:5432/quoin`,
      QUOIN_SECRET: 'x'.repeat(40),
    })
    assert.match(lines.join(), /^DATABASE_URL must have a password whose special characters/)
    assert.doesNotMatch(lines.join(), /secret/)
  })
}

test('an external database needs its own master secret', () => {
  assert.match(problemsOf({ DATABASE_URL: 'postgres://db/quoin' })[0] ?? '', /^QUOIN_SECRET is required/)
})

const places: readonly (readonly [string, RegExp])[] = [
  ['s3://', /^BACKUP_TO must name a bucket: s3/],
  ['s3:/bucket', /^BACKUP_TO must name a bucket: s3/],
  ['S3:///prefix', /^BACKUP_TO must name a bucket: s3/],
  ['s3://a', /^BACKUP_TO must name a bucket of 3 to 63/],
  ['s3://two words/prefix', /^BACKUP_TO must name a bucket of 3 to 63/],
  ['s3://bucket/a//b', /^BACKUP_TO must have a prefix without empty parts/],
  ['s3://bucket/../other', /^BACKUP_TO must have a prefix without empty parts/],
  ['s3://bucket/a?versionId=1', /^BACKUP_TO must have a prefix of at most/],
  ['s3://bucket/prefix', /^BACKUP_TO needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY/],
]
for (const [value, expected] of places)
  test(`backups to ${value} are refused in one clear line`, () => {
    const lines = problemsOf({ BACKUP_TO: value, BACKUP_PASSPHRASE: 'a passphrase of the tests' })
    assert.equal(lines.length, 1, lines.join())
    assert.match(lines[0] ?? '', expected)
  })

test('backups to a bucket are taken with a key, and slashes at the end of the prefix count for nothing', () => {
  const key = { AWS_ACCESS_KEY_ID: 'AKIA', AWS_SECRET_ACCESS_KEY: 'short' }
  const given = { BACKUP_TO: 's3://my.bucket/a b/ü/', BACKUP_PASSPHRASE: 'a passphrase of the tests', ...key }
  assert.deepEqual(problemsOf(given), [])
  assert.deepEqual(readS3Address(given.BACKUP_TO), { bucket: 'my.bucket', prefix: 'a b/ü' })
  assert.deepEqual(readS3Address('s3://bucket'), { bucket: 'bucket', prefix: '' })
})

test('a refused secret is never repeated in the message', () => {
  const lines = problemsOf({ QUOIN_SECRET: 'hunter2hunter2' })
  assert.ok(!lines.join().includes('hunter2'))
})

test('addresses follow from the port, and from each other', () => {
  assert.equal(withAddresses(readSettings({}), 4000).trackUrl, 'http://localhost:4000/track')
  const settings = withAddresses(readSettings({ BASE_URL: 'https://q.example/' }), 4000)
  assert.equal(settings.baseUrl, 'https://q.example')
  assert.equal(settings.postbackUrl, 'https://q.example/postback')
})

test("the docs' table of settings is the printed one", () => {
  const docs = readFileSync(new URL('../../../../docs/settings.md', import.meta.url), 'utf8')
  assert.ok(docs.includes(printSettings()), 'run: npm run docs:print')
})

test('each setting is read somewhere', () => {
  const sources = globSync('**/*.ts', { cwd: join(import.meta.dirname, '..') })
    .filter((file) => !file.endsWith('.test.ts') && !file.endsWith('setting-rows.ts'))
    .map((file) => readFileSync(join(import.meta.dirname, '..', file), 'utf8'))
  const unread = Object.keys(settingRows).filter(
    (name) => !sources.some((source) => new RegExp(`\\b${name}\\b`).test(source)),
  )
  assert.deepEqual(unread, [])
})
