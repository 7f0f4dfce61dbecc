import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { after, before, test } from 'node:test'

import type { ApiKey, ApiSecret, App } from '@quoin/core/apps/app.ts'
import { formatCredential } from '@quoin/core/credentials/credential.ts'
import { DomainError } from '@quoin/core/errors.ts'
import { createWorld, type World } from '../../../../../test/support/world.ts'
import type { AppDirectory } from '../../ports/directories.ts'
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

function isInvalidKey(error: unknown): boolean {
  return error instanceof DomainError && error.code === 'INVALID_API_KEY'
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

test('the proof of an app is noted with the secret that gave it', () => {
  const { live } = world.app
  const first = prove(live.apiKey, live.apiSecret)
  assert.equal(prove(live.apiKey, live.apiSecret), first)
  assert.notEqual(prove(other.live.apiKey, other.live.apiSecret), first)
})

/** Apps as the snapshot has them, which counts how often the secrets of one are compared. */
function countComparisons(secrets: readonly ApiSecret[] = world.ports.snapshots.apps().listSecrets(appId())) {
  const apps = world.ports.snapshots.apps()
  const counted = { comparisons: 0 }
  const watched = Object.assign(Object.create(apps) as AppDirectory, {
    listSecrets() {
      counted.comparisons += 1
      return secrets
    },
  })
  const needs = {
    ...world.ports,
    snapshots: Object.assign(Object.create(world.ports.snapshots), { apps: () => watched }),
  }
  return { counted, needs }
}

function appId(): number {
  return authenticateKey(world.ports, world.app.live.apiKey).app.id
}

test('a secret that was right is not compared again, and a wrong one is each time', () => {
  const { counted, needs } = countComparisons()
  const known = authenticateKey(world.ports, world.app.live.apiKey)
  for (let round = 0; round < 3; round += 1) authenticateSecret(needs, known, world.app.live.apiSecret)
  assert.equal(counted.comparisons, 1)
  for (let round = 0; round < 3; round += 1) {
    assert.throws(() => authenticateSecret(needs, known, other.live.apiSecret), isInvalidSecret)
  }
  assert.equal(counted.comparisons, 4)
  assert.throws(() => authenticateSecret(needs, known, `${other.live.apiSecret}x`), isInvalidSecret)
  assert.equal(counted.comparisons, 4, 'what is no credential is not even compared')
})

test('no more than 10,000 secrets are remembered, and those beyond are right as well', () => {
  const mode = 'live' as const
  const given = Array.from({ length: 10_002 }, () =>
    formatCredential({ kind: 'sk', mode, cell: 0 }, randomBytes(32)),
  )
  const secrets: ApiSecret[] = []
  const { counted, needs } = countComparisons(secrets)
  const known = authenticateKey(world.ports, world.app.live.apiKey)
  const [template] = world.ports.snapshots.apps().listSecrets(appId())
  assert.ok(template)
  for (const [index, apiSecret] of given.entries()) {
    const digest = createHash('sha256').update(apiSecret).digest()
    secrets.splice(0, 1, { ...template, id: index + 1, mode, digest })
    assert.equal(authenticateSecret(needs, known, apiSecret), index + 1)
  }
  assert.equal(counted.comparisons, 10_002)
  assert.equal(authenticateSecret(needs, known, given[9_999]), 10_000)
  assert.equal(counted.comparisons, 10_002)
  secrets.push({
    ...template,
    id: 10_001,
    mode,
    digest: createHash('sha256')
      .update(given[10_000] ?? '')
      .digest(),
  })
  assert.equal(authenticateSecret(needs, known, given[10_000]), 10_001)
  assert.equal(counted.comparisons, 10_003)
})

test('only a key that is known and open leads to an app, and only its use is noted', () => {
  const used: number[] = []
  const needs = {
    ...world.ports,
    usage: Object.assign(Object.create(world.ports.usage), { keyUsed: (id: number) => used.push(id) }),
  }
  for (const apiKey of [undefined, '', 'pk_live_unknown', world.app.live.apiSecret]) {
    assert.throws(() => authenticateKey(needs, apiKey), isInvalidKey)
  }
  assert.deepEqual(used, [])
  const { app, key } = authenticateKey(needs, world.app.live.apiKey)
  assert.deepEqual([key.appId, used], [app.id, [key.id]])
})

for (const [what, app, key] of [
  ['suspended app', { status: 'suspended' }, {}],
  ['suspended publisher', { publisherStatus: 'suspended' }, {}],
  ['app that is gone', undefined, {}],
  ['app of its own, but expired', {}, { expiresAtMs: 0 }],
  ['app of its own, but revoked', {}, { revokedAtMs: 0 }],
] as const satisfies readonly (readonly [string, Partial<App> | undefined, Partial<ApiKey>])[]) {
  test(`a key of a ${what} opens nothing`, () => {
    const known = authenticateKey(world.ports, world.app.live.apiKey)
    const apps = Object.assign(Object.create(world.ports.snapshots.apps()) as AppDirectory, {
      findKey: () => ({ ...known.key, ...key }),
      findApp: () => app && { ...known.app, ...app },
    })
    const snapshots = Object.assign(Object.create(world.ports.snapshots), { apps: () => apps })
    assert.throws(() => authenticateKey({ ...world.ports, snapshots }, known.key.key), isInvalidKey)
  })
}
