import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { after, before, test } from 'node:test'
import { runJobs } from '../packages/server/src/jobs/run-jobs.ts'
import { assertError, assertSuccess } from './support/assert-answer.ts'
import { answer, type CallbackReceiver, openReceiver } from './support/callback-receiver.ts'
import { eventually } from './support/eventually.ts'
import { followOffer, tell } from './support/conversions.ts'
import { createWorld, type World } from './support/world.ts'

/* A publisher sets up a callback by the management API, sees what would be sent, and finds what they sign wrongly. */

let world: World
let receiver: CallbackReceiver
const headers = { authorization: 'Bearer qpt_of-the-publisher' }
before(async () => {
  receiver = await openReceiver()
  world = await createWorld({
    environment: { OUTGOING_ALLOW: '127.0.0.0/8' },
    people: {
      findMember: () => undefined,
      findPublisherToken: () => ({
        ...{
          id: 'one',
          name: 'program',
          role: 'owner',
          publisherId: world.app.publisherId,
          status: 'active',
          publisher: 'Own',
        },
      }),
    },
  })
})
after(async () => {
  await world.close()
  await receiver.close()
})

interface Shown {
  readonly at: number
  readonly requests: readonly {
    readonly headers: Record<string, string>
    readonly body: string
    readonly signed_text: string
  }[]
}
interface Checked {
  readonly is_same: boolean
  readonly mistake: {
    readonly code: string
    readonly sent: string | null
    readonly signed: string | null
  } | null
  readonly tried: readonly string[]
}

async function call<Data>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<Data> {
  return assertSuccess<Data>(
    await world.call({ method, path: `/manage/v1/${path}`, headers, ...(body ? { body } : {}) }),
  )
}

async function setUp(choices: object): Promise<{ id: string; secret: string }> {
  return await call('POST', `apps/${world.app.appId}/callback-endpoints`, {
    url: receiver.url,
    mode: 'both',
    ...choices,
  })
}

test('the preview before an endpoint is set is what its test sends', async () => {
  const choices = {
    name: 'planned',
    url: receiver.url,
    format: 'template',
    parameters: 'u={user_id}&r={reward}',
  }
  const preview = await call<{ url: string; method: string }[]>(
    'POST',
    `apps/${world.app.appId}/callback-preview`,
    { ...choices, userId: 'ada' },
  )
  assert.equal(receiver.received.length, 0)
  const { id } = await setUp(choices)
  await call('POST', `callback-endpoints/${id}/test`, { userId: 'ada' })
  const withoutSignature = (url: string) => url.replace(/&signature=.*$/, '')
  const sent = new URL(receiver.received.at(-1)?.path ?? '', receiver.url).href
  assert.equal(withoutSignature(preview[0]?.url ?? ''), withoutSignature(sent))
  assert.match(sent, /u=ada&r=/)
})

test('the answer says for which receivers another way of reversals is right, in the fields of the API', async () => {
  const { reversal_advice: advice } = await call<{ reversal_advice: string }>(
    'POST',
    `apps/${world.app.appId}/callback-endpoints`,
    { name: 'wannads', url: receiver.url, format: 'wannads' },
  )
  assert.equal(
    advice,
    'A receiver that subtracts the reward when status is 2 needs "amounts": "absolute". ' +
      'Send a test with "case": "reversal", and look at the balance.',
  )
})

test('a signature that a server computed is compared, and the mistake in it is named', async () => {
  const { id, secret } = await setUp({ name: 'signed' })
  const { at, requests } = await call<Shown>('GET', `callback-endpoints/${id}/signature`)
  const sent = requests[0]?.headers ?? {}
  const body = requests[0]?.body ?? ''
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const start = `${sent['webhook-id']}.${sent['webhook-timestamp']}.`
  const sign = (text: string, by: Buffer | string = key) => createHmac('sha256', by).update(text)
  const check = async (signature: string) =>
    await call<Checked>('POST', `callback-endpoints/${id}/signature/check`, { at, signature })
  const again = await call<Shown>('GET', `callback-endpoints/${id}/signature?at=${at}`)
  assert.deepEqual(again, { at, requests }, 'the same moment gives the same request')
  assert.equal((await check(`v1,${sign(start + body).digest('base64')}`)).is_same, true)
  const php = JSON.stringify(JSON.parse(body)).replaceAll('ë', '\\u00eb').replaceAll('/', '\\/')
  for (const [given, code] of [
    [sign(start + body).digest('hex'), 'hex'],
    [sign(start + body, secret).digest('base64'), 'secret_not_decoded'],
    [sign(body).digest('base64'), 'body_alone'],
    [sign(`${sent['webhook-timestamp']}.${body}`).digest('base64'), 'no_id'],
    [sign(start + php).digest('base64'), 'rewritten'],
  ] as const) {
    const { is_same, mistake } = await check(given)
    assert.equal(is_same, false)
    assert.equal(mistake?.code, code)
    if (code === 'rewritten') assert.notEqual(mistake?.sent, mistake?.signed)
  }
  const { mistake, tried } = await check('v1,bm90aGluZw==')
  assert.equal(mistake, null)
  assert.ok(tried.includes('hex in place of base64'))
})

test('an endpoint that is broken says why, and that it is well once it is mended', async () => {
  const { id } = await setUp({ name: 'main' })
  receiver.behave(answer(500, 'SQLSTATE[40P01]'))
  const [broken] = await call<{ verdict: string; reason: string; http_status: number }[]>(
    'POST',
    `callback-endpoints/${id}/test`,
    {},
  )
  assert.equal(broken?.http_status, 500)
  assert.notEqual(broken?.verdict, 'delivered')
  receiver.behave(answer(200))
  const [mended] = await call<{ verdict: string }[]>('POST', `callback-endpoints/${id}/test`, {
    case: 'duplicate',
  })
  assert.equal(mended?.verdict, 'delivered')
})

test('a story tells a publisher nothing of the network, its pay and its people', async () => {
  const offerId = await world.addOffer({ payout: '1.25', revenue: '7.77' })
  const clickId = await followOffer(world, { offerId, userId: 'teller' })
  await tell(world, { query: { click_id: clickId, payout: '7.77', status: 'approved' } })
  const response = await world.get(`/manage/v1/clicks/${clickId}/story`, { headers })
  const story = assertSuccess<{
    steps: { lane: string; payable: string | null }[]
    verdict: { state: string }
  }>(response)
  assert.equal(story.verdict.state, 'Retrying')
  assert.ok(story.steps.some(({ lane }) => lane === 'network'))
  assert.ok(story.steps.some(({ payable }) => payable === '1.25') || /1\.25/.test(response.body))
  const [network] = await world.ports.db.query<{ name: string }>(
    'select n.name from networks n join offers o on o.network_id = n.id where o.id = $1',
    [offerId],
  )
  assert.doesNotMatch(response.body, /7\.77|6\.52|"margin"/)
  assert.ok(!response.body.includes(network?.name ?? 'a network'))
})

test('figures are those of GET /api/v1/stats, and live and test data are apart', async () => {
  const query = { from: '2026-01-01', to: '2026-12-31', interval: 'total', groupBy: 'offer' }
  const own = await world.get('/api/v1/stats', { headers: world.credentials, query })
  const path = `/manage/v1/apps/${world.app.appId}/stats`
  const managed = await world.get(path, { headers, query })
  assert.deepEqual(assertSuccess(managed), assertSuccess(own))
  assert.ok(assertSuccess<unknown[]>(managed).length > 0)
  assert.deepEqual(assertSuccess(await world.get(path, { headers, query: { ...query, mode: 'test' } })), [])
  const list = `/manage/v1/apps/${world.app.appId}/conversions`
  assert.equal(assertSuccess<unknown[]>(await world.get(list, { headers })).length, 1)
  assert.deepEqual(assertSuccess(await world.get(list, { headers, query: { mode: 'test' } })), [])
  const later = { from: String(Math.floor(world.clock.nowMs() / 1000) + 60) }
  assert.deepEqual(assertSuccess(await world.get(list, { headers, query: later })), [])
  const file = await world.get(`${list}/file`, { headers })
  assert.match(file.body, /^\uFEFFtime,changed,conversion,/)
  assert.match(file.body, /teller/)
})

test('a statement adds up, and its end is what is owed', async () => {
  const now = new Date(world.clock.nowMs()).toISOString().slice(0, 7)
  const statement = await call<Record<string, string>>('GET', `statement?month=${now}`)
  const balance = await call<Record<string, string>>('GET', 'balance')
  const parts = ['opening', 'approved', 'reversed', 'reversed_earlier', 'adjusted', 'paid']
  const sum = parts.reduce((total, name) => total + Math.round(Number(statement[name]) * 1e6), 0)
  assert.equal(sum, Math.round(Number(statement['closing']) * 1e6))
  assert.equal(statement['closing'], balance['owed'])
  assert.equal(balance['owed'], '1.25')
  const [month] = await call<Record<string, string>[]>('GET', 'statements')
  assert.deepEqual([month?.['month'], month?.['closing']], [now, balance['owed']])
  const { body: file } = await world.get(`/manage/v1/statement/file?month=${now}`, { headers })
  const lines = file
    .trim()
    .split('\r\n')
    .slice(1)
    .map((line) => Number(line.split(',').at(-2)))
  assert.equal(lines.at(-1), 1.25)
  assert.equal(
    lines.slice(0, -1).reduce((total, amount) => total + amount, 0),
    lines.at(-1),
  )
  assertError(await world.get('/manage/v1/statement?month=2026-13', { headers }), 400, 'INVALID_REQUEST')
})

test('a log is filtered by step, user and time, and what a filter names is replayed alone', async () => {
  const { id } = await setUp({ name: 'filtered', events: ['conversion.approved', 'conversion.reversed'] })
  const offerId = await world.addOffer()
  for (const userId of ['ann', 'bob']) {
    const clickId = await followOffer(world, { offerId, userId })
    await tell(world, { query: { click_id: clickId, payout: '1', status: 'approved' } })
    await tell(world, { query: { click_id: clickId, payout: '1', status: 'reversed' } })
  }
  type Row = { user_id: string; event: string; state: string }
  const log = async (query: string) => {
    const rows = await call<Row[]>('GET', `callback-endpoints/${id}/callbacks?${query}`)
    return rows.map(({ user_id, event }) => `${user_id} ${event}`).toSorted()
  }
  assert.equal((await log('')).length, 4)
  assert.deepEqual(await log('userId=ann&event=conversion.reversed'), ['ann conversion.reversed'])
  const nowSec = Math.floor(world.clock.nowMs() / 1000)
  assert.equal((await log(`from=${nowSec - 60}&to=${nowSec + 60}`)).length, 4)
  assert.deepEqual(await log(`from=${nowSec + 60}`), [])
  await world.ports.db.query(
    "update callbacks set state = 'dead', next_attempt_at = null, ended_at = now() where endpoint_id = $1",
    [id],
  )
  const body = { userId: 'bob', event: 'conversion.approved' }
  assertSuccess(
    await world.call({ method: 'POST', path: `/manage/v1/callback-endpoints/${id}/replay`, headers, body }),
    202,
  )
  const jobs = runJobs(world.ports)
  await eventually(() => log('state=pending'), ['bob conversion.approved'])
  await jobs.stop()
  const paused = await call<{ id: string }>('POST', `callback-endpoints/${id}/disable`)
  assert.equal(paused.id, id)
  const { waiting, disabled_reason } = await call<{ waiting: number; disabled_reason: string }>(
    'GET',
    `callback-endpoints/${id}`,
  )
  assert.deepEqual([waiting, disabled_reason], [1, 'operator'])
  await call('DELETE', `callback-endpoints/${id}`)
})
