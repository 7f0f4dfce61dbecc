import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { printSettings } from '../packages/server/src/settings/setting-rows.ts'
import { createTestDatabase } from './support/database.ts'
import { eventually } from './support/eventually.ts'
import { call, follow, offersOf, type Publisher } from './support/publisher-client.ts'
import { type Ended, type Environment, runProgram, runQuoin } from './support/run-program.ts'
import { makeDataDir, startServerProcess } from './support/server-process.ts'

/** One running server for the commands of this file; each test makes its own app, network or user in it. */
const server = await startServerProcess()

/** What a command prints: JSON and nothing else. */
async function quoin<T = Record<string, unknown>>(
  words: readonly string[],
  environment: Environment = server.environment,
  code = 0,
): Promise<T> {
  const ended = await runQuoin(words, environment)
  assert.deepEqual({ code: ended.code, stderr: ended.stderr }, { code, stderr: '' }, ended.stdout)
  return JSON.parse(ended.stdout)
}

interface Credentials {
  readonly apiKey: string
  readonly apiSecret: string
}

interface NewApp {
  readonly appId: number
  readonly live: Credentials
  readonly test: Credentials
}

let made = 0

/** Any name that no other test has. */
function fresh(noun: string): string {
  made += 1
  return `${noun}-${made}`
}

async function createApp(...options: string[]): Promise<Publisher & { appId: number; created: NewApp }> {
  const created = await quoin<NewApp>(['apps', 'create', '--name', fresh('App'), ...options])
  const publisher = { baseUrl: server.url, ...created.live }
  await eventually(() => codeOf(publisher), 'ok')
  return { ...publisher, appId: created.appId, created }
}

/** What the running server says to a call with these credentials. */
async function codeOf(publisher: Publisher): Promise<string> {
  const { success, code } = await call(publisher, '/api/v1/offers?userId=anybody&limit=1')
  return success ? 'ok' : code
}

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

test('caps: one is set, shown with its use, changed and removed, and a wrong one changes nothing', async () => {
  const { appId } = await createApp()
  const set = (...words: string[]) => quoin<{ id: number }>(['caps', 'set', ...words])
  const scope = ['--app', `${appId}`]
  const { id } = await set('daily', ...scope, '--each-user', '--payout', '2.50')
  assert.equal((await set('daily', ...scope, '--each-user', '--payout', '3')).id, id)
  await set('total', ...scope, '--count', '7')
  const shown = await quoin<{ limit: unknown; use: object[] }[]>(['caps', 'list', ...scope])
  assert.deepEqual(
    shown.map(({ limit }) => limit),
    ['3', 7],
  )
  assert.deepEqual(shown[1]?.use, [{ day: null, used: 0, left: 7 }])
  for (const wrong of [
    ['daily', '--count', '1'],
    ['daily', ...scope],
    ['weekly', ...scope, '--count', '1'],
    ['daily', ...scope, '--count', '-1'],
    ['daily', '--network', 'nowhere', '--count', '1'],
    ['daily', '--offer', '999999999', '--count', '1'],
  ]) {
    const ended = await runQuoin(['caps', 'set', ...wrong], server.environment)
    assert.notEqual(ended.code, 0, wrong.join(' '))
  }
  await quoin(['caps', 'remove', `${id}`])
  assert.equal((await quoin<object[]>(['caps', 'list', ...scope])).length, 1)
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
  assert.deepEqual(await importOffers(slug, [name]), { created: 1, updated: 0, refused: 0, problems: [] })
  assert.deepEqual(await importOffers(slug, [name], '7.25'), {
    created: 0,
    updated: 1,
    refused: 0,
    problems: [],
  })
  const payoutOf = async () => (await offersOf(publisher, 'u')).find((offer) => offer.name === name)?.payout
  await eventually(payoutOf, 7.25)

  const file = join(server.dataDir, `${fresh('offers')}.ndjson`)
  const good = {
    external_id: 'g',
    name: 'Good',
    description: 'd',
    payout: 1,
    revenue: 1,
    url: 'https://o.example/',
  }
  await writeFile(
    file,
    `${JSON.stringify(good)}\n${JSON.stringify({ ...good, external_id: 'b', payout: 'much' })}\n`,
  )
  const partly = await quoin<{
    created: number
    refused: number
    problems: { line: number; field: string }[]
  }>(['offers', 'import', file, '--network', slug], server.environment, 2)
  assert.deepEqual([partly.created, partly.refused], [1, 1])
  assert.deepEqual([partly.problems[0]?.line, partly.problems[0]?.field], [2, 'payout'])
})

test('review: many are decided at once, by somebody who is named, and each by itself', async () => {
  const publisher = await createApp()
  const claim = async (userId: string) => {
    const [offer] = await offersOf(publisher, userId)
    const { data } = await call(publisher, '/v1/conversions', { userId, offerId: offer?.offer_id })
    return (data as { conversion_id: string }).conversion_id
  }
  const ids = [await claim('many-a'), await claim('many-b')] as const
  const waiting = await quoin<{ id: string }[]>(['review', 'list', '--user', 'many-b'])
  assert.deepEqual(
    waiting.map(({ id }) => id),
    [ids[1]],
  )
  const words = ['review', 'refuse', ids[0], 'nonsense', ids[1], '--actor', 'dana']
  assert.deepEqual(await quoin(words, server.environment, 2), [
    { conversionId: ids[0], status: 'rejected', reason: 'refused' },
    { conversionId: 'nonsense', problem: 'There is no such conversion.' },
    { conversionId: ids[1], status: 'rejected', reason: 'refused' },
  ])
  const shown = await quoin<{ events: { actor: string | null }[] }>(['conversions', 'show', ids[0]])
  assert.equal(shown.events.at(-1)?.actor, 'dana')
})

/** Each changes something that pays or stops somebody, so that the audit log must say who did it. */
const audited: readonly (readonly [words: string, action: string])[] = [
  ['caps set daily --app APP --count 5', 'cap.set'],
  ['margins set 35 --app APP', 'margin.set'],
  ['promotions add --app APP --multiplier 2 --to 2030-01-31T09:00Z', 'promotion.added'],
  ['rates set EUR 1.1', 'rates.imported'],
  ['callbacks set APP --url https://publisher.example/audited', 'callback_endpoint.set'],
  ['offers hold 1 7', 'offer.hold_set'],
]

test('audit: who changed caps, terms, callbacks and holds is found again', async () => {
  const { appId } = await createApp()
  const actor = fresh('Dana')
  for (const [words] of audited) {
    await quoin([...words.replace('APP', `${appId}`).split(' '), '--actor', actor])
  }
  const rows = await quoin<{ action: string }[]>(['audit', 'list', '--actor', actor])
  assert.deepEqual(
    rows.map(({ action }) => action).toReversed(),
    audited.map(([, action]) => action),
  )
})

test('audit: who put whom on which list is found again', async () => {
  const { appId } = await createApp()
  const entry = ['user', 'audited', '--app', `${appId}`, '--actor', 'dana']
  const { id } = await quoin<{ id: number }>(['lists', 'add', 'block', ...entry, '--reason', 'ring'])
  await quoin(['lists', 'remove', `${id}`, '--actor', 'eli'])
  const rows = await quoin<{ id: number; actor: string; action: string; details: { reason: string } }[]>([
    ...['audit', 'list', '--object', `list_entry:${id}`, '--action', 'list_entry'],
  ])
  assert.deepEqual(
    rows.map(({ actor, action, details }) => [actor, action, details.reason]),
    [
      ['eli', 'list_entry.removed', 'ring'],
      ['dana', 'list_entry.added', 'ring'],
    ],
  )
  const before = ['--before', String(rows[0]?.id), '--actor', 'dana', '--limit', '1']
  assert.deepEqual(await quoin(['audit', 'list', ...before]), [rows[1]])
})

test('claims: list, confirm, refuse', async () => {
  const publisher = await createApp()
  const claim = async (userId: string) => {
    const [offer] = await offersOf(publisher, userId)
    const { data } = await call(publisher, '/v1/conversions', { userId, offerId: offer?.offer_id })
    return (data as { conversion_id: string }).conversion_id
  }
  const [first, second] = [await claim('user-a'), await claim('user-b')]
  const list = async (...options: string[]) =>
    (await quoin<{ id: string }[]>(['claims', 'list', '--app', `${publisher.appId}`, ...options])).map(
      ({ id }) => id,
    )
  assert.deepEqual(await list(), [first, second])
  assert.deepEqual(await list('--limit', '1'), [first])
  assert.deepEqual(await list('--after', first, '--source', 'claim'), [second])
  assert.equal((await quoin(['claims', 'confirm', first]))['status'], 'approved')
  const { status, reason } = await quoin(['claims', 'refuse', second])
  assert.deepEqual({ status, reason }, { status: 'rejected', reason: 'refused' })
  assert.deepEqual(await list(), [])
  const shown = await quoin<{ status: string; events: { toStatus: string }[] }>([
    'conversions',
    'show',
    first,
  ])
  assert.equal(shown.status, 'approved')
  assert.deepEqual(
    shown.events.map(({ toStatus }) => toStatus),
    ['pending', 'approved'],
  )
})

test('postbacks: the log shows every report of a click, and of its network the newest first', async () => {
  const publisher = await createApp()
  const [offer] = await offersOf(publisher, 'reported')
  const { clickId } = await follow(`${offer?.link}`)
  for (const status of ['approved', 'approved', 'reversed']) {
    await fetch(`${server.url}/postback?click_id=${clickId}&payout=1&status=${status}`)
  }
  const log = await quoin<{ id: string; outcome: string }[]>(['postbacks', 'of-click', clickId])
  assert.deepEqual(
    log.map(({ outcome }) => outcome),
    ['applied', 'duplicate', 'applied'],
  )
  const ofNetwork = async (...options: string[]) =>
    (await quoin<{ id: string }[]>(['postbacks', 'of-network', 'demo', ...options])).map(({ id }) => id)
  const [newest = ''] = await ofNetwork('--limit', '1')
  assert.equal(newest, log.at(-1)?.id)
  assert.equal((await ofNetwork('--limit', '1', '--before', newest))[0], log.at(-2)?.id)
})

test('lists: a blocked user sees nothing within a second, and all again when he is taken off', async () => {
  const publisher = await createApp()
  const seen = async () => (await offersOf(publisher, 'bad')).length > 0
  const app = ['--app', `${publisher.appId}`]
  const { id } = await quoin([
    'lists',
    'add',
    'block',
    'user',
    'bad',
    ...app,
    '--reason',
    'farm',
    '--expires',
    '30d',
  ])
  await eventually(seen, false)
  const entries = await quoin<{ id: number; reason: string }[]>(['lists', 'list', ...app])
  assert.deepEqual(
    entries.map((entry) => [entry.id, entry.reason]),
    [[id, 'farm']],
  )
  await quoin(['lists', 'remove', `${id}`])
  await eventually(seen, true)
  assert.deepEqual(await quoin(['lists', 'list', ...app, '--kind', 'user']), [])
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
  const { appId, live } = await quoin<NewApp>(['apps', 'create', '--name', 'Early'], environment)
  const { postbackUrl } = await quoin<Connection>(['networks', 'create', 'early', '--name', 'E'], environment)
  assert.match(postbackUrl, /^https:\/\/q\.example\/postback\/[\w-]{32}$/)
  const imported = await quoin(
    ['offers', 'import', 'examples/offers.json', '--network', 'early'],
    environment,
  )
  assert.equal(imported['refused'], 0)
  const { id } = await quoin(['lists', 'add', 'block', 'country', 'kp', '--app', `${appId}`], environment)
  await quoin(['lists', 'remove', `${id}`], environment)
  assert.deepEqual(await quoin(['claims', 'list'], environment), [])
  const { apiSecret } = await quoin<Credentials>(['apps', 'rotate-secret', `${appId}`], environment)

  const later = await startServerProcess({ dataDir })
  const publisher = { baseUrl: later.url, apiKey: live.apiKey, apiSecret }
  assert.ok((await offersOf(publisher, 'u')).length > 0)
  const { stdout } = await later.stop()
  assert.ok(!stdout.includes('sk_live_'), 'a database with an app in it gets no demo')
})

test('a database of your own: commands use it, with its secret', async () => {
  const { url } = await createTestDatabase()
  const environment = { DATABASE_URL: url, QUOIN_SECRET: 'Zr5mWc0d8qJ2vNw4tYb7eXh1kLs9pAgU' }
  await quoin(['apps', 'create', '--name', 'Mine'], environment)
  const apps = await quoin<{ name: string }[]>(['apps', 'list'], environment)
  assert.deepEqual(
    apps.map(({ name }) => name),
    ['Mine'],
  )
  const { stderr } = await runQuoin(['apps', 'list'], { DATABASE_URL: url })
  assert.match(stderr, /^QUOIN_SECRET is required with DATABASE_URL/)
})

const away = { DATABASE_URL: 'postgres://me:hunter2@127.0.0.1:1/quoin', QUOIN_SECRET: 'x'.repeat(40) }

const mistakes: readonly (readonly [string, RegExp, Environment?])[] = [
  ['nope', /^Unknown command 'nope'\nHelp: npm run -s quoin -- --help\n$/],
  ['app list', /^Unknown command 'app'\n\(Did you mean apps\?\)\n/],
  ['apps create', /^Required option '--name <name>' not specified\nHelp: .* apps create --help\n$/],
  ['apps create --name A --currency-decimals 7', /It must be a whole number from 0 to 6\.\n/],
  ['apps create --name A --currency-rate 0', /It must be a plain decimal above 0/],
  ['apps create --name A --allowed-origin https://a.example/path', /It must be an origin/],
  ['apps update 1', /^Nothing to change: name at least one option\.\n$/],
  [
    'apps update 1 --rate-limit 5 --unset rate-limit',
    /^--rate-limit and --unset rate-limit contradict each other\.\n$/,
  ],
  ['apps update 1 --unset name', /It must be one of currency-plural, fallback-url/],
  ['networks update demo --payout-max 5 --unset payout-max', /contradict each other/],
  ['apps update 999 --name B', /^There is no app 999\.\n$/],
  ['apps update one --name B', /It must be a whole number/],
  ['apps rotate-secret 999', /^There is no app 999\.\n$/],
  ['apps rotate-key 1 --overlap soon', /It must look like 30m, 24h or 7d/],
  ['apps revoke secret 999', /^There is no secret 999\.\n$/],
  ['apps revoke password 1', /It must be one of key, secret/],
  ['networks create demo --name Again', /^slug is taken by another network\.\n$/],
  ['networks create A! --name A', /It must be 1 to 40 small letters/],
  ['networks create a --name A --preset nope', /It must be one of generic, tune/],
  ['networks update nope --name A', /^There is no network "nope"\.\n$/],
  ['networks update demo --status-word 2=maybe', /It must look like 2=reversed/],
  ['networks update demo --allow-address everywhere', /It must be an address or a range/],
  ['networks rotate-token nope', /^There is no network "nope"\.\n$/],
  ['offers show 999999999', /^There is no offer 999999999\.\n$/],
  ['offers pause 999999999', /^There is no offer 999999999\.\n$/],
  ['offers list --network nope', /^There is no network "nope"\.\n$/],
  ['offers import nope.csv', /^nope\.csv does not exist\.\n$/],
  ['offers import examples/offers.csv --network nope', /^There is no network "nope"\. Create it first/],
  ['claims confirm nope', /^There is no such conversion\.\n$/],
  ['claims refuse 00000000-0000-7000-8000-000000000000', /^There is no such conversion\.\n$/],
  ['callbacks set 999 --url https://publisher.example/cb', /^There is no app 999\.\n$/],
  ['callbacks set 1 --url http://10.0.0.1/cb', /^url /],
  [
    'callbacks set 1 --url https://publisher.example/cb --events paid',
    /Each must be one of conversion\.pending/,
  ],
  ['callbacks replay', /^Name one callback, or an endpoint with --endpoint\.\n$/],
  ['callbacks attempts nope', /^There is no callback nope\.\n$/],
  ['callbacks test 999', /^There is no callback endpoint 999\.\n$/],
  ['lists add block user somebody', /^app is required/],
  ['lists add ban user somebody', /It must be one of block, review, allow/],
  ['lists add block cidr 0.0.0.0/0 --app 1', /^value must be a range/],
  ['lists remove 999', /^There is no list entry 999\.\n$/],
  ['apps list', /^PORT must be a whole number from 0 to 65535\.\n$/, { PORT: 'x' }],
  [
    'apps list',
    /^The database quoin at 127\.0\.0\.1:1 \(DATABASE_URL\) does not answer: .*ECONNREFUSED/,
    away,
  ],
  ['demo env', /^There is no demo here/, { DATA_DIR: '/nonexistent' }],
]
for (const [line, expected, environment] of mistakes) {
  const said = `${JSON.stringify(environment ?? {})} quoin ${line}`.replace('{} ', '')
  test(`${said} fails with exit code 1 and a sentence, and prints nothing else`, async () => {
    const ended: Ended = await runQuoin(line.split(' '), environment ?? server.environment)
    assert.deepEqual([ended.code, ended.stdout], [1, ''])
    assert.match(ended.stderr, expected)
    assert.doesNotMatch(ended.stderr, /\n {4}at |hunter2/)
  })
}

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
