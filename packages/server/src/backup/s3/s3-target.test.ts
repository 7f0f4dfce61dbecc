import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSettings } from '../../settings/config.ts'
import { s3TargetOf } from './s3-target.ts'

const credentials = { accessKeyId: 'AKIA', secretAccessKey: 'secret' }

const addresses: readonly (readonly [string, Record<string, string>, string])[] = [
  ['backups', {}, 'https://backups.s3.us-east-1.amazonaws.com'],
  ['backups', { AWS_REGION: 'eu-central-1' }, 'https://backups.s3.eu-central-1.amazonaws.com'],
  ['backups', { AWS_REGION: 'cn-north-1' }, 'https://backups.s3.cn-north-1.amazonaws.com.cn'],
  // The certificate of AWS has one part before its host.
  ['my.backups', {}, 'https://s3.us-east-1.amazonaws.com/my.backups'],
  ['Old_Bucket', {}, 'https://s3.us-east-1.amazonaws.com/Old_Bucket'],
  ['backups', { AWS_ENDPOINT_URL: 'http://127.0.0.1:9000/' }, 'http://127.0.0.1:9000/backups'],
]
for (const [bucket, environment, url] of addresses)
  test(`${bucket} with ${JSON.stringify(environment)} is at ${url}`, () => {
    const settings = readSettings(environment)
    assert.equal(s3TargetOf({ bucket, prefix: 'quoin' }, settings, credentials).url, url)
  })

test('a name tells people where it is, and no secret', () => {
  const settings = readSettings({ AWS_SESSION_TOKEN: 'token' })
  assert.equal(s3TargetOf({ bucket: 'b', prefix: '' }, settings, credentials).name, 's3://b')
  const { name, credentials: given } = s3TargetOf({ bucket: 'b', prefix: 'p/q' }, settings, credentials)
  assert.equal(name, 's3://b/p/q')
  assert.equal(given.sessionToken, 'token')
})
