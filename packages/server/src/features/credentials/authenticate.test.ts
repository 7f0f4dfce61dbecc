import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { DomainError } from '@quoin/core/errors.ts'
import { createWorld, type World } from '../../../../../test/support/world.ts'
import { type CreatedApp, createApp } from '../apps/create-app.ts'
import { authenticateKey, authenticateSecret } from './authenticate.ts'

let world: World
let other: CreatedApp
before(async () => {
  world = await createWorld()
  other = await createApp(world.ports, { name: 'Other', publisher: 'Other publisher' })
})
after(() => world.close())

function prove(apiKey: string, apiSecret: string | undefined): number {
  return authenticateSecret(world.ports, authenticateKey(world.ports, apiKey), apiSecret)
}

function isInvalidSecret(error: unknown): boolean {
  return error instanceof DomainError && error.code === 'INVALID_API_SECRET'
}

test('a secret that was right for its own app a moment ago opens no other app', () => {
  const { live } = world.app
  for (let round = 0; round < 3; round += 1) {
    assert.equal(typeof prove(live.apiKey, live.apiSecret), 'number')
    assert.throws(() => prove(other.live.apiKey, live.apiSecret), isInvalidSecret)
    assert.equal(typeof prove(other.live.apiKey, other.live.apiSecret), 'number')
    assert.throws(() => prove(live.apiKey, other.live.apiSecret), isInvalidSecret)
  }
})

test('a live secret does not prove a test key, nor a test secret a live key, however often they were right', () => {
  const { live, test: testing } = world.app
  for (let round = 0; round < 3; round += 1) {
    assert.equal(typeof prove(testing.apiKey, testing.apiSecret), 'number')
    assert.throws(() => prove(testing.apiKey, live.apiSecret), isInvalidSecret)
    assert.throws(() => prove(live.apiKey, testing.apiSecret), isInvalidSecret)
  }
})

test('without a secret, or with one that is none, nothing is proven', () => {
  const { live } = world.app
  for (const apiSecret of [undefined, '', live.apiKey, `${live.apiSecret}x`, live.apiSecret.slice(0, -1)]) {
    assert.throws(() => prove(live.apiKey, apiSecret), isInvalidSecret)
  }
})

test('who proves an app is noted with the secret that did', () => {
  const { live } = world.app
  const first = prove(live.apiKey, live.apiSecret)
  assert.equal(prove(live.apiKey, live.apiSecret), first)
  assert.notEqual(prove(other.live.apiKey, other.live.apiSecret), first)
})
