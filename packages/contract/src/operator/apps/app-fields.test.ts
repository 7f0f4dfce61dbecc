import assert from 'node:assert/strict'
import { test } from 'node:test'
import { webOrigin } from './app-fields.ts'

for (const [given, origin] of [
  ['https://games.example', 'https://games.example'],
  ['HTTPS://Games.example/', 'https://games.example'],
  ['https://games.example:443', undefined],
  ['http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
] as const)
  test(`${given} is ${origin ?? 'another way to write its origin'}`, () => {
    const reading = webOrigin.read(given)
    assert.equal(reading.ok ? reading.value : undefined, origin)
  })

for (const [given, message] of [
  ['https://games.example/offers?a=1', /that of this address is https:\/\/games\.example/],
  ['https://*', /name each subdomain by itself/],
  ['https://*.games.example', /name each subdomain by itself/],
  ['https://user@games.example', /must be an origin/],
  ['ftp://games.example', /must be an origin/],
  ['games.example', /must be an origin/],
  ['*', /must be an origin/],
] as const)
  test(`${given} is no origin`, () => {
    const reading = webOrigin.read(given)
    assert.ok(!reading.ok && message.test(reading.message), JSON.stringify(reading))
  })
