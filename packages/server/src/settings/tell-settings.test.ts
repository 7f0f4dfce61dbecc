import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSettings, withAddresses } from './config.ts'
import { settingRows } from './setting-rows.ts'
import { givenVariables, tellSettings } from './tell-settings.ts'

function tell(environment: Record<string, string>) {
  const told = tellSettings(environment, withAddresses(readSettings(environment), 8080))
  return new Map(told.map((one) => [one.variable, one]))
}

test('every setting is told with where it comes from', () => {
  const told = tell({ RATE_LIMIT_PER_MINUTE: '7', DEFAULT_COUNTRY: ' ' })
  assert.equal(told.size, Object.keys(settingRows).length)
  const known = (name: string) => [told.get(name)?.value, told.get(name)?.source]
  assert.deepEqual(known('RATE_LIMIT_PER_MINUTE'), ['7', 'environment'])
  assert.deepEqual(known('LINKS_PER_MINUTE'), ['3000', 'default'])
  assert.deepEqual(known('DEFAULT_COUNTRY'), [null, 'default'])
  assert.deepEqual(known('TRACK_URL'), ['http://localhost:8080/track', 'derived'])
  assert.equal(told.get('QUOIN_SECRET')?.source, 'file')
})

test('no secret is told, nor a password in an address, however odd it is', () => {
  const secret = 'k9-Very-Long-Master-Value-0123456789'
  const told = tell({
    QUOIN_SECRET: secret,
    OPERATOR_TOKEN: `${secret}-2`,
    DATABASE_URL: 'postgres://quoin:p@ss/w?rd@db-1,db-2:5433/quoin?password=hidden',
    SMTP_URL: 'smtps://mail:hush@mail.example.com',
    REDIS_URL: 'redis://:hush@cache:6379/0',
    AWS_SECRET_ACCESS_KEY: 'hush',
    AWS_SESSION_TOKEN: 'hush',
  })
  const text = JSON.stringify([...told.values()])
  assert.doesNotMatch(text, /Very-Long|p@ss|hush|hidden|w\?rd/)
  assert.equal(told.get('SMTP_URL')?.value, 'smtps://••••••••@mail.example.com')
  assert.equal(told.get('OPERATOR_TOKEN')?.isSecret, true)
})

test('a worker takes from the environment only what its primary was given', () => {
  const told = tell({
    [givenVariables]: 'LOG_LEVEL',
    LOG_LEVEL: 'warn',
    BASE_URL: 'http://localhost:1',
    PORT: '1',
  })
  assert.equal(told.get('LOG_LEVEL')?.source, 'environment')
  assert.equal(told.get('BASE_URL')?.source, 'derived')
  assert.equal(told.get('PORT')?.source, 'default')
})
