import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fresh, openCli } from './support/cli.ts'
import { eventually } from './support/eventually.ts'
import { call, follow, offersOf } from './support/publisher-client.ts'
import { runCommandHere } from './support/run-command.ts'
import type { Environment } from './support/run-program.ts'

/** One running server for the commands of this file; each test makes its own app or user in it. */
const { server, quoin, createApp } = await openCli()

test('caps: one is set, shown with its use, changed and removed, and a wrong one changes nothing', async () => {
  const { appId } = await createApp()
  const set = (...words: string[]) => quoin<{ id: string }>(['caps', 'set', ...words])
  const scope = ['--app', `${appId}`]
  const { id } = await set('daily', ...scope, '--each-user', '--payout', '2.50')
  assert.equal((await set('daily', ...scope, '--each-user', '--payout', '3')).id, id)
  await set('total', ...scope, '--count', '7')
  const shown = await quoin<{ limit: unknown; use: object[] }[]>(['caps', 'list', ...scope])
  assert.deepEqual(
    shown.map(({ limit }) => limit),
    ['3', '7'],
  )
  assert.deepEqual(shown[1]?.use, [{ day: null, used: '0', left: '7', users: null, users_at_limit: null }])
  for (const wrong of [
    ['daily', '--count', '1'],
    ['daily', ...scope],
    ['weekly', ...scope, '--count', '1'],
    ['daily', ...scope, '--count', '-1'],
    ['daily', '--network', 'nowhere', '--count', '1'],
    ['daily', '--offer', '999999999', '--count', '1'],
  ]) {
    const ended = await runCommandHere(['caps', 'set', ...wrong], server.environment)
    assert.notEqual(ended.code, 0, wrong.join(' '))
  }
  await quoin(['caps', 'remove', id])
  assert.equal((await quoin<object[]>(['caps', 'list', ...scope])).length, 1)
})

test('apps: a share of fraud is a percentage with up to three decimals', async () => {
  const { appId } = await createApp()
  for (const [percent, share] of [
    ['1.1', 0.011],
    ['0.125', 0.00125],
    ['99.999', 0.99999],
  ] as const) {
    await quoin(['apps', 'update', `${appId}`, '--fraud-share', percent])
    const apps = await quoin<{ id: number; fraudShare: number }[]>(['apps', 'list'])
    assert.equal(apps.find(({ id }) => id === appId)?.fraudShare, share)
  }
})

test('stats: 28 days until today are shown unless days are given, and it says which', async () => {
  const shown = await runCommandHere(['stats', 'show', '--interval', 'total'], server.environment)
  assert.equal(shown.code, 0, shown.stderr)
  const [, from = '', to = ''] = /^(\S{10}) to (\S{10}), UTC\n$/.exec(shown.stderr) ?? []
  assert.equal(Date.parse(to) - Date.parse(from), 27 * 86_400_000, shown.stderr)
  const given = ['--from', from, '--to', to]
  assert.deepEqual(await quoin(['stats', 'show', '--interval', 'total', ...given]), JSON.parse(shown.stdout))
  const wrong = await runCommandHere(['stats', 'show', '--to', 'soon'], server.environment)
  assert.notEqual(wrong.code, 0)
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
  assert.deepEqual(await quoin(words, 2), [
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

test('lists: a blocked user sees nothing within a second, and all again when they are taken off', async () => {
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

const away = { DATABASE_URL: 'postgres://me:hunter2@127.0.0.1:1/quoin', QUOIN_SECRET: 'x'.repeat(40) }

const mistakes: readonly (readonly [string, RegExp, Environment?])[] = [
  ['xyzzy', /^Unknown command 'xyzzy'\nHelp: npm run -s quoin -- --help\n$/],
  ['app list', /^Unknown command 'app'\n\(Did you mean apps\?\)\n/],
  ['apps create', /^Required option '--name <name>' not specified\nHelp: .* apps create --help\n$/],
  ['apps create --name A --currency-decimals 7', /It must be from 0 to 6\.\n/],
  ['apps create --name A --currency-rate 0', /It must be from 0\.000001 to 1000000000\.\n/],
  ['apps create --name A --allowed-origin https://a.example/path', /It must be an origin/],
  ['apps create --name A --allowed-origin https://*.example', /one origin/],
  ['apps update 1', /^Nothing to change: name at least one option\.\n$/],
  [
    'apps update 1 --rate-limit 5 --unset rate-limit',
    /^--rate-limit and --unset rate-limit contradict each other\.\n$/,
  ],
  ['apps update 1 --unset name', /It must be one of currency-name, currency-plural,/],
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
  ['demo env', /^There is no demo in \/nonexistent: .*ask again/, { DATA_DIR: '/nonexistent' }],
]
for (const [line, expected, environment] of mistakes) {
  const said = `${JSON.stringify(environment ?? {})} quoin ${line}`.replace('{} ', '')
  test(`${said} fails with exit code 1 and a sentence, and prints nothing else`, async () => {
    const ended = await runCommandHere(line.split(' '), environment ?? server.environment)
    assert.deepEqual([ended.code, ended.stdout], [1, ''])
    assert.match(ended.stderr, expected)
    assert.doesNotMatch(ended.stderr, /\n {4}at |hunter2/)
  })
}
