import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { printSettings } from '../packages/server/src/settings/print-settings.ts'
import { type Credentials, fresh, type NewApp, openCli, spawned } from './support/cli.ts'
import { createTestDatabase } from './support/database.ts'
import { eventually } from './support/eventually.ts'
import { follow, offersOf } from './support/publisher-client.ts'
import { runProgram, runQuoin } from './support/run-program.ts'
import { makeDataDir, startServerProcess } from './support/server-process.ts'

/** One running server for the commands of this file; each test makes its own app or network in it. */
const { server, quoin, createApp, codeOf } = await openCli()

test('apps create: live and test credentials work in the running server within a second', async () => {
  const { created } = await createApp('--publisher', 'Somebody', '--currency-name', 'Gems')
  assert.match(created.live.apiKey, /^pk_live_/)
  assert.match(created.test.apiSecret, /^sk_test_/)
  assert.equal(await codeOf({ baseUrl: server.url, ...created.test }), 'ok')
})

test('apps list: shows every app and no secret', async () => {
  const { apiKey, apiSecret, appId } = await createApp('--currency-rate', '250.5', '--currency-decimals', '1')
  const apps = await quoin<{ id: number; currency: object; keys: { shown: string }[] }[]>(['apps', 'list'])
  const app = apps.find(({ id }) => id === appId)
  const currency = { name: 'Points', plural: null, rate: '250.5', decimals: 1, rounding: 'half_up' }
  assert.deepEqual(app?.currency, currency)
  assert.equal(app?.keys[0]?.shown, apiKey)
  assert.ok(!JSON.stringify(apps).includes(apiSecret))
})

test('apps update: a limit and a suspension are in force within a second', async () => {
  const publisher = await createApp()
  const limitOf = async () => {
    const headers = { 'x-api-key': publisher.apiKey, 'x-api-secret': publisher.apiSecret }
    const response = await fetch(`${server.url}/api/v1/offers?userId=u&limit=1`, { headers })
    return response.headers.get('x-ratelimit-limit')
  }
  assert.equal(await limitOf(), '100')
  await quoin(['apps', 'update', `${publisher.appId}`, '--rate-limit', '77'])
  await eventually(limitOf, '77')
  await quoin(['apps', 'update', `${publisher.appId}`, '--unset', 'rate-limit', '--unset', 'fallback-url'])
  await eventually(limitOf, '100')
  await quoin(['apps', 'update', `${publisher.appId}`, '--status', 'suspended'])
  await eventually(() => codeOf(publisher), 'INVALID_API_KEY')
})

test('apps rotate-secret: old ones work on in the overlap, and without one end within a second', async () => {
  const publisher = await createApp()
  const rotate = (overlap: string) =>
    quoin<{ apiSecret: string }>(['apps', 'rotate-secret', `${publisher.appId}`, '--overlap', overlap])
  const second = { ...publisher, ...(await rotate('1h')) }
  await eventually(() => codeOf(second), 'ok')
  assert.equal(await codeOf(publisher), 'ok')
  const third = { ...publisher, ...(await rotate('0')) }
  await eventually(() => codeOf(third), 'ok')
  await eventually(() => codeOf(second), 'INVALID_API_SECRET')
  assert.equal(await codeOf(publisher), 'INVALID_API_SECRET')
})

test('apps rotate-key: old links end with the overlap', async () => {
  const publisher = await createApp()
  const [offer] = await offersOf(publisher, 'rotates')
  const { apiKey } = await quoin<Credentials>(['apps', 'rotate-key', `${publisher.appId}`, '--overlap', '0s'])
  await eventually(() => codeOf({ ...publisher, apiKey }), 'ok')
  assert.equal((await follow(offer?.link ?? '')).status, 401)
})

test('apps revoke: a secret and a key end within a second', async () => {
  const publisher = await createApp()
  type Shown = { id: number; appId: number; mode: string }
  const apps = await quoin<{ keys: Shown[]; secrets: Shown[] }[]>(['apps', 'list'])
  const idOf = (kind: 'keys' | 'secrets') =>
    apps.flatMap((app) => app[kind]).find(({ appId, mode }) => appId === publisher.appId && mode === 'live')
      ?.id
  await quoin(['apps', 'revoke', 'secret', `${idOf('secrets')}`])
  await eventually(() => codeOf(publisher), 'INVALID_API_SECRET')
  await quoin(['apps', 'revoke', 'key', `${idOf('keys')}`])
  await eventually(() => codeOf(publisher), 'INVALID_API_KEY')
})

interface Connection {
  readonly postbackUrl: string
  readonly pasteAtNetwork: string
  readonly putIntoOfferUrls: string
  readonly hmacSecret: string | null
}

test('networks: create, import offers, rotate, update; each is in force within a second', async () => {
  const publisher = await createApp()
  const slug = fresh('network')
  const network = await quoin<Connection>(['networks', 'create', slug, '--name', 'One', '--preset', 'tune'])
  assert.ok(network.postbackUrl.startsWith(`${server.url}/postback/`))
  assert.ok(network.pasteAtNetwork.startsWith(`${network.postbackUrl}?click_id={aff_sub}&payout={payout}`))
  assert.equal(network.putIntoOfferUrls, 'aff_sub={click_id}')

  const names = [fresh('Offer'), fresh('Offer')]
  await importOffers(slug, names)
  const offered = async () => (await offersOf(publisher, slug)).filter(({ name }) => names.includes(name))
  await eventually(async () => (await offered()).length, 2)
  const clickId = (await follow((await offered())[0]?.link ?? '')).clickId
  const answerAt = async (url: string) =>
    (await fetch(`${url}?click_id=${clickId}&payout=1&status=approved`)).text()
  assert.equal(await answerAt(network.postbackUrl), 'success=true;')

  const rotated = await quoin<Connection>(['networks', 'rotate-token', slug])
  await eventually(() => answerAt(rotated.postbackUrl), 'success=true;')
  assert.match(await answerAt(network.postbackUrl), /INVALID_API_KEY/)
  await quoin(['networks', 'update', slug, '--reply', 'THANKS', '--status-word', '2=reversed'])
  await eventually(() => answerAt(rotated.postbackUrl), 'THANKS')
  const networks = await quoin<{ slug: string; statusWords: object }[]>(['networks', 'list'])
  assert.deepEqual(networks.find((one) => one.slug === slug)?.statusWords, { 2: 'reversed' })
  assert.ok(!JSON.stringify(networks).includes(rotated.postbackUrl.split('/').at(-1) ?? '?'))
})

test('networks create --proof hmac: shows the secret once', async () => {
  const slug = fresh('network')
  const { hmacSecret } = await quoin<Connection>([
    'networks',
    'create',
    slug,
    '--name',
    'H',
    '--proof',
    'hmac',
  ])
  assert.match(hmacSecret ?? '', /^[\w-]{43}$/)
  assert.ok(!JSON.stringify(await quoin(['networks', 'list'])).includes(hmacSecret ?? '?'))
})

async function importOffers(slug: string, names: readonly string[], payout = '1'): Promise<object> {
  const rows = names.map(
    (name) => `${name},${name},Do it.,games,${payout},9,https://o.example/?click_id={click_id}`,
  )
  const file = join(server.dataDir, `${fresh('offers')}.csv`)
  const header = 'external_id,name,description,categories,payout,revenue,destination_url'
  await writeFile(file, [header, ...rows, ''].join('\n'))
  return await quoin(['offers', 'import', file, '--network', slug])
}

test('offers import: a second one updates; a bad row is named with its line, exit code 2', async () => {
  const publisher = await createApp()
  const slug = fresh('network')
  await quoin(['networks', 'create', slug, '--name', 'Two'])
  const name = fresh('Offer')
  const clean = { repaired: 0, refused: 0, problems: [] }
  assert.deepEqual(await importOffers(slug, [name]), { created: 1, updated: 0, ...clean })
  assert.deepEqual(await importOffers(slug, [name], '7.25'), { created: 0, updated: 1, ...clean })
  const payoutOf = async () => (await offersOf(publisher, 'u')).find((offer) => offer.name === name)?.payout
  await eventually(payoutOf, 7.25)

  const file = join(server.dataDir, `${fresh('offers')}.ndjson`)
  const good = {
    external_id: 'g',
    name: 'Good',
    description: 'd',
    payout: 1,
    revenue: 1,
    url: 'https://o.example/?click_id={click_id}',
  }
  await writeFile(
    file,
    `${JSON.stringify(good)}\n${JSON.stringify({ ...good, external_id: 'b', payout: 'much' })}\n`,
  )
  const partly = await quoin<{
    created: number
    refused: number
    problems: { line: number; field: string }[]
  }>(['offers', 'import', file, '--network', slug], 2)
  assert.deepEqual([partly.created, partly.refused], [1, 1])
  assert.deepEqual([partly.problems[0]?.line, partly.problems[0]?.field], [2, 'payout'])
})

test('offers import: repairs are accepted by name, kept, and applied to the next file without an option', async () => {
  const slug = fresh('network')
  await quoin(['networks', 'create', slug, '--name', 'Dirty'])
  const file = join(server.dataDir, `${fresh('offers')}.csv`)
  const row = '1;A;1,50;$3.00;https://x.example/?c={click_id};Deutschland'
  await writeFile(file, `Offer ID;Title;Payout (USD);Revenue (USD);Landing URL;Geo\n${row}\n`)
  const command = ['offers', 'import', file, '--network', slug, '--guess-columns']
  const refused = await quoin<{ refused: number }>(command, 2)
  assert.equal(refused.refused, 1)
  const clean = { repaired: 1, refused: 0, problems: [] }
  const options = ['--repair', 'decimal_comma', '--repair', 'currency', '--repair', 'country', '--remember']
  assert.deepEqual(await quoin([...command, ...options]), { created: 1, updated: 0, ...clean })
  assert.deepEqual(await quoin(command), { created: 0, updated: 1, ...clean })
})

test('demo env: a shell reads its variables, and they are those of the running server', async () => {
  const lines = await runQuoin(['demo', 'env'], server.environment)
  assert.equal(lines.stderr, '')
  const show = 'printf "%s\\n" "$BASE_URL" "$TRACK_URL" "$POSTBACK_URL" "$API_KEY" "$API_SECRET"'
  const { stdout } = await runProgram('sh', ['-c', `${lines.stdout}\n${show}`], {})
  const [baseUrl = '', trackUrl, postbackUrl, apiKey = '', apiSecret = ''] = stdout.split('\n')
  assert.deepEqual(
    [baseUrl, trackUrl, postbackUrl],
    [server.url, `${server.url}/track`, `${server.url}/postback`],
  )
  assert.equal(await codeOf({ baseUrl, apiKey, apiSecret }), 'ok')
})

test('settings: prints the table of the docs', async () => {
  assert.equal((await runQuoin(['settings'], {})).stdout, `${printSettings()}\n`)
})

test('without a running server a command starts the database for itself and stops it again', async () => {
  const dataDir = await makeDataDir()
  const settings = { DEMO: 'off', BASE_URL: 'https://q.example' }
  const first = await startServerProcess({ dataDir, environment: settings })
  await first.stop()
  const environment = { DATA_DIR: dataDir }
  const { appId, live } = await spawned<NewApp>(['apps', 'create', '--name', 'Early'], environment)
  const { postbackUrl } = await spawned<Connection>(
    ['networks', 'create', 'early', '--name', 'E'],
    environment,
  )
  assert.match(postbackUrl, /^https:\/\/q\.example\/postback\/[\w-]{32}$/)
  const imported = await spawned(
    ['offers', 'import', 'examples/offers.json', '--network', 'early'],
    environment,
  )
  assert.equal(imported['refused'], 0)
  const { apiSecret } = await spawned<Credentials>(['apps', 'rotate-secret', `${appId}`], environment)

  const later = await startServerProcess({ dataDir })
  const publisher = { baseUrl: later.url, apiKey: live.apiKey, apiSecret }
  assert.ok((await offersOf(publisher, 'u')).length > 0)
  const { stdout } = await later.stop()
  assert.ok(!stdout.includes('sk_live_'), 'a database with an app in it gets no demo')
})

test('a database of your own: commands use it, with its secret', async () => {
  const { url } = await createTestDatabase()
  const environment = { DATABASE_URL: url, QUOIN_SECRET: 'Zr5mWc0d8qJ2vNw4tYb7eXh1kLs9pAgU' }
  await spawned(['apps', 'create', '--name', 'Mine'], environment)
  const apps = await spawned<{ name: string }[]>(['apps', 'list'], environment)
  assert.deepEqual(
    apps.map(({ name }) => name),
    ['Mine'],
  )
  const { stderr } = await runQuoin(['apps', 'list'], { DATABASE_URL: url })
  assert.match(stderr, /^QUOIN_SECRET is required with DATABASE_URL/)
})

test('offers list, show, pause, resume: a pause outlasts the next import', async () => {
  const publisher = await createApp()
  const slug = fresh('network')
  await quoin(['networks', 'create', slug, '--name', 'Three'])
  const file = join(server.dataDir, `${fresh('offers')}.json`)
  const steps = [
    { goal: 'install', name: 'Install', payout: 0.5, revenue: 0.8 },
    { goal: 'level-10', name: 'Reach level 10', payout: 4, revenue: 6, deadline: '7d' },
  ]
  const row = {
    external_id: fresh('o'),
    name: fresh('Stepwise'),
    url: 'https://o.example/?c={click_id}',
    goals: steps,
  }
  const importAll = async (rows: readonly object[]) => {
    await writeFile(file, JSON.stringify(rows))
    return await quoin(['offers', 'import', file, '--network', slug])
  }
  await importAll([
    row,
    { ...row, external_id: fresh('o'), name: fresh('Whole'), payout: 1, revenue: 2, goals: [] },
  ])
  const listed = await quoin<Record<string, unknown>[]>(['offers', 'list', '--network', slug])
  assert.deepEqual(
    listed.map(({ externalId, payout, goals }) => [externalId, payout, goals]),
    [
      [row.external_id, '4.5', ['install', 'level-10']],
      [listed[1]?.['externalId'], '1', []],
    ],
  )
  const offerId = Number(listed[0]?.['offerId'])
  assert.deepEqual(
    (await quoin<object[]>(['offers', 'list', '--network', slug, '--after', String(offerId), '--limit', '1']))
      .length,
    1,
  )
  const isShown = async () => (await offersOf(publisher, 'u')).some(({ offer_id }) => offer_id === offerId)
  await eventually(isShown, true)

  assert.deepEqual(await quoin(['offers', 'pause', String(offerId)]), { offerId, status: 'paused' })
  await eventually(isShown, false)
  await importAll([{ ...row, goals: steps.slice(0, 1) }])
  const shown = await quoin<{ status: string; pausedAt: string; goals: Record<string, unknown>[] }>([
    'offers',
    'show',
    String(offerId),
  ])
  assert.equal(shown.status, 'paused')
  assert.match(shown.pausedAt, /^\d{4}-/)
  assert.deepEqual(
    shown.goals.map(({ goal, payout, isRetired }) => [goal, payout, isRetired]),
    [
      ['install', '0.5', false],
      ['level-10', '4', true],
    ],
  )
  assert.deepEqual(await quoin(['offers', 'list', '--network', slug, '--status', 'paused']), [
    { ...listed[0], status: 'paused', payout: '0.5', revenue: '0.8', goals: ['install'] },
  ])
  assert.deepEqual(await quoin(['offers', 'resume', String(offerId)]), { offerId, status: 'active' })
  await eventually(isShown, true)
})
