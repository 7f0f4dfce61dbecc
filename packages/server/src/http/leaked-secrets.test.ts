import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { assertSuccess } from '../../../../test/support/assert-answer.ts'
import { failWrites } from '../../../../test/support/failing-table.ts'
import { createWorld, type World } from '../../../../test/support/world.ts'
import { type CreatedApp, createApp } from '../features/apps/create-app.ts'
import { listApps } from '../features/apps/list-apps.ts'

let world: World
before(async () => {
  world = await createWorld()
})
after(() => world.close())

let appsMade = 0

/** An app of its own whose secret is sent with these headers; answers what its owner is then shown. */
async function sendWith(headers: Record<string, string>, app?: CreatedApp) {
  appsMade += 1
  const caller = app ?? (await createApp(world.ports, { name: `App ${appsMade}`, publisher: 'Leaks' }))
  const { apiKey, apiSecret } = caller.live
  assertSuccess(
    await world.get('/api/v1/offers', {
      query: { userId: 'u' },
      headers: { 'x-api-key': apiKey, 'x-api-secret': apiSecret, ...headers },
    }),
  )
  await world.open.usage.write()
  const shown = (await listApps(world.ports)).find(({ id }) => id === caller.appId)
  const [live, sandbox] = shown?.secrets ?? []
  assert.equal(sandbox?.leakedAtMs, null, 'only the secret that was sent is flagged')
  return { app: caller, leakedAtMs: live?.leakedAtMs, leakedOrigin: live?.leakedOrigin }
}

for (const [title, headers, origin] of [
  ['Origin', { origin: 'https://game.example' }, 'https://game.example'],
  ['Sec-Fetch-Site', { 'sec-fetch-site': 'cross-site' }, 'cross-site'],
  ['both', { origin: 'https://game.example', 'sec-fetch-site': 'cross-site' }, 'https://game.example'],
  ['an opaque Origin', { origin: 'null' }, 'null'],
] as const) {
  test(`a secret that comes with ${title} is answered, and flagged as leaked`, async () => {
    const shown = await sendWith(headers)
    assert.equal(shown.leakedAtMs, world.clock.nowMs())
    assert.equal(shown.leakedOrigin, origin)
  })
}

for (const [title, headers] of [
  ['nothing of a browser', {}],
  ['Sec-Fetch-Mode, which server runtimes send', { 'sec-fetch-mode': 'cors', 'user-agent': 'node' }],
  ['a Referer', { referer: 'https://game.example/' }],
] as const) {
  test(`a secret that comes with ${title} is not flagged`, async () => {
    const shown = await sendWith(headers)
    assert.equal(shown.leakedAtMs, null)
    assert.equal(shown.leakedOrigin, null)
  })
}

test('the first sighting of a leak is kept', async () => {
  const first = await sendWith({ origin: 'https://first.example' })
  const seenAtMs = world.clock.nowMs()
  world.clock.advance({ days: 1 })
  const second = await sendWith({ origin: 'https://second.example' }, first.app)
  assert.equal(second.leakedOrigin, 'https://first.example')
  assert.equal(second.leakedAtMs, seenAtMs)
})

test('an Origin that is a secret itself is not written down', async () => {
  const { live } = world.app
  const shown = await sendWith({ origin: `https://${live.apiSecret}.example` })
  assert.equal(shown.leakedOrigin, 'https://sk_live_….example')
  assert.ok(!world.log.lines.join('\n').includes(live.apiSecret))
})

test('leaks that could not be written are kept for the next time', async () => {
  const { usage } = world.open
  const mend = await failWrites(world.ports.db, 'api_secrets')
  usage.secretLeaked(1, 'https://kept.example')
  await usage.write()
  await mend()
  await usage.write()
  const [row] = await world.ports.db.query<{ leaked_origin: string }>(
    'select leaked_origin from api_secrets where id = 1',
  )
  assert.equal(row?.leaked_origin, 'https://kept.example')
})
