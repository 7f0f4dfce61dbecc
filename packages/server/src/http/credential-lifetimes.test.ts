import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { assertError, assertSuccess } from '../../../../test/support/assert-answer.ts'
import { createWorld, type World } from '../../../../test/support/world.ts'
import { type CreatedApp, createApp } from '../features/apps/create-app.ts'
import { listApps } from '../features/apps/list-apps.ts'
import { revokeCredential } from '../features/apps/revoke-credential.ts'
import { rotateKey, rotateSecret } from '../features/apps/rotate-credential.ts'
import { updateApp } from '../features/apps/update-app.ts'

let world: World
before(async () => {
  world = await createWorld()
})
after(() => world.close())

interface Pair {
  readonly apiKey: string
  readonly apiSecret: string
}

function list({ apiKey, apiSecret }: Pair) {
  return world.get('/api/v1/offers', {
    query: { userId: 'u' },
    headers: { 'x-api-key': apiKey, 'x-api-secret': apiSecret },
  })
}

async function listed({ appId }: CreatedApp) {
  const app = (await listApps(world.ports)).find(({ id }) => id === appId)
  assert.ok(app)
  return app
}

let appsMade = 0
function makeApp(): Promise<CreatedApp> {
  appsMade += 1
  return createApp(world.ports, { name: `App ${appsMade}`, publisher: 'Lifetimes' })
}

test('a rotated secret and the new one both work during the overlap, then the old one is INVALID_API_SECRET', async () => {
  const app = await makeApp()
  const { apiSecret, ending, endsAtSec } = await rotateSecret(world.ports, {
    appId: app.appId,
    mode: 'live',
    overlapSec: 3_600,
  })
  assert.equal(ending, 1)
  assert.equal(endsAtSec, world.clock.nowMs() / 1000 + 3_600)
  const renewed = { ...app.live, apiSecret }
  assertSuccess(await list(app.live))
  assertSuccess(await list(renewed))
  world.clock.advance({ seconds: 3_600, ms: -1 })
  assertSuccess(await list(app.live))
  world.clock.advance({ ms: 1 })
  assertError(await list(app.live), 401, 'INVALID_API_SECRET')
  assertSuccess(await list(renewed))
  assertSuccess(await list(app.test))
})

test('a rotated key and the new one both work during the overlap, then the old one is INVALID_API_KEY', async () => {
  const app = await makeApp()
  const { apiKey } = await rotateKey(world.ports, { appId: app.appId, mode: 'live', overlapSec: 60 })
  const renewed = { ...app.live, apiKey }
  assertSuccess(await list(app.live))
  assertSuccess(await list(renewed))
  world.clock.advance({ seconds: 60 })
  assertError(await list(app.live), 401, 'INVALID_API_KEY')
  assertSuccess(await list(renewed))
})

test('a second rotation never lengthens the life of what already runs out', async () => {
  const app = await makeApp()
  await rotateSecret(world.ports, { appId: app.appId, mode: 'live', overlapSec: 60 })
  await rotateSecret(world.ports, { appId: app.appId, mode: 'live', overlapSec: 3_600 })
  world.clock.advance({ seconds: 61 })
  assertError(await list(app.live), 401, 'INVALID_API_SECRET')
})

test('a revoked key is INVALID_API_KEY and a revoked secret INVALID_API_SECRET, at once', async () => {
  const app = await makeApp()
  const shown = await listed(app)
  const secret = shown.secrets.find(({ mode }) => mode === 'live')
  const key = shown.keys.find(({ mode }) => mode === 'live')
  assert.ok(secret && key)
  await revokeCredential(world.ports, { kind: 'secret', id: secret.id })
  assertError(await list(app.live), 401, 'INVALID_API_SECRET')
  await revokeCredential(world.ports, { kind: 'key', id: key.id })
  assertError(await list(app.live), 401, 'INVALID_API_KEY')
  assertSuccess(await list(app.test))
})

test("a suspended app's key is INVALID_API_KEY everywhere, and works again when it is active", async () => {
  const app = await makeApp()
  const offerId = await world.addOffer()
  const link = `/track?offerId=${offerId}&apiKey=${app.live.apiKey}&userId=u`
  await updateApp(world.ports, app.appId, { status: 'suspended' })
  assertError(await list(app.live), 401, 'INVALID_API_KEY')
  assertError(await world.get(link), 401, 'INVALID_API_KEY')
  await updateApp(world.ports, app.appId, { status: 'active' })
  assertSuccess(await list(app.live))
  assert.equal((await world.get(link)).statusCode, 302)
})

test('last_used_at is kept for keys and secrets', async () => {
  const app = await makeApp()
  world.clock.advance({ seconds: 5 })
  assertSuccess(await list(app.live))
  await world.open.usage.write()
  const shown = await listed(app)
  const usedOf = (rows: typeof shown.keys) => rows.map(({ mode, lastUsedAtMs }) => [mode, lastUsedAtMs])
  assert.deepEqual(usedOf(shown.keys), [
    ['live', world.clock.nowMs()],
    ['test', null],
  ])
  assert.deepEqual(usedOf(shown.secrets), usedOf(shown.keys))
})

test('secrets are stored as SHA-256 and shown masked; keys and secrets say what they are', async () => {
  const app = await makeApp()
  assert.match(app.live.apiKey, /^pk_live_c00_[0-9A-Za-z]+$/)
  assert.match(app.test.apiKey, /^pk_test_c00_[0-9A-Za-z]+$/)
  assert.match(app.live.apiSecret, /^sk_live_c00_[0-9A-Za-z]+$/)
  assert.match(app.test.apiSecret, /^sk_test_c00_[0-9A-Za-z]+$/)
  const { secrets } = await listed(app)
  assert.deepEqual(
    secrets.map(({ shown }) => shown),
    [app.live, app.test].map(({ apiSecret }) => `${apiSecret.slice(0, 8)}…${apiSecret.slice(-4)}`),
  )
  const rows = await world.ports.db.query<{ digest: Buffer }>(
    "select digest from api_secrets where app_id = $1 and digest = sha256(convert_to($2, 'utf8'))",
    [app.appId, app.live.apiSecret],
  )
  assert.equal(rows.length, 1)
})
