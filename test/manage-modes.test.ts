import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Operation } from '@quoin/contract/operation.ts'
import { manageOperations } from '@quoin/contract/manage/operations.ts'
import type { LightMyRequestResponse } from 'fastify'
import { setEndpoint } from '../packages/server/src/features/callbacks/endpoints/set-endpoint.ts'
import { runJobs } from '../packages/server/src/jobs/run-jobs.ts'
import { keepTestOffers } from '../packages/server/src/features/catalogue/keep-test-offers.ts'
import { followOffer, tell } from './support/conversions.ts'
import { until } from './support/eventually.ts'
import { bearer } from './support/bearer.ts'
import { createWorld, type World } from './support/world.ts'

/*
 * Test data stand apart: generated from the table of operations, so that a new list is asked, too. Things of both modes are
 * done by the same user on the same offer and told to the same endpoint, so that only the mode keeps them apart.
 */

const modes = ['live', 'test'] as const
type Mode = (typeof modes)[number]
const otherOf = { live: 'test', test: 'live' } as const

/** Operations that read, and name no single click or callback: of these the id says what is read. */
const lists = manageOperations.filter(
  ({ method, pathParameters = {} }) =>
    method === 'GET' && !('clickId' in pathParameters) && !('callbackId' in pathParameters),
)
const ofBoth = lists.filter(({ query }) => 'mode' in query)

/** Operations that are the same for both modes, and tell of both on purpose. */
const ofNoMode: Readonly<Record<string, string>> = {
  getMyStart: 'its steps are done in test mode first, then live',
  getMyLinkKey: 'one key signs the links of both modes',
  getMyCallbackEndpoint: 'how an endpoint fares is told of all that it hears of',
}
/**
 * Operations that tell nothing of their own in a mode: test data enter no report, and live offers are listed in test
 * mode, too.
 */
const markless: Readonly<Record<string, readonly Mode[]>> = {
  getMyStats: modes,
  listMyOffers: ['live'],
  explainMyOffer: modes,
}

let world: World
let values: Readonly<Record<string, string>> = {}
/** The ids, keys and texts that only one of the modes has. */
const marks = { live: new Set<string>(), test: new Set<string>() }
let made = 0

before(async () => {
  world = await createWorld({
    people: {
      findPublisherToken(name) {
        const { publisherId } = world.app
        return { id: name, name, role: 'owner', publisherId, publisher: 'Publisher', status: 'active' }
      },
    },
  })
  const { appId } = world.app
  const choices = { url: 'https://publisher.invalid/told', mode: 'both' } as const
  const { endpointId } = await setEndpoint(world.ports, { appId, name: 'both', choices, actor: 'test' })
  for (const mode of modes) {
    const own = { url: `https://${mode}.invalid/told`, mode }
    await setEndpoint(world.ports, { appId, name: `of-${mode}`, choices: own, actor: 'test' })
    marks[mode].add(`of-${mode}`).add(`${mode}.invalid`).add(world.app[mode].apiKey)
  }
  const offerId = await world.addOffer()
  await keepTestOffers(world.ports)
  marks.test.add('Test offer: for everybody')
  values = {
    appId: String(appId),
    endpointId: String(endpointId),
    offerId: String(offerId),
    publisher: String(world.app.publisherId),
    userId: 'both',
    country: 'DE',
    platform: 'ios',
    from: '2026-11-01',
    to: '2026-11-30',
    month: '2026-11',
  }
  for (const mode of modes) await live(mode)
})
after(() => world.close())

/** A day in the life of an app: a call, a click, a conversion, a callback that is owed. */
async function live(mode: Mode): Promise<void> {
  made += 1
  const { apiKey, apiSecret } = world.app[mode]
  const [userId, subId, txnId] = ['user', 'sub', 'txn'].map((what) => `${what}-of-${mode}-${made}`)
  for (const who of ['both', userId ?? '']) {
    const offerId = Number(values['offerId'])
    const clickId = await followOffer(world, { offerId, apiKey, userId: who, subId: subId ?? '' })
    await tell(world, {
      query: { click_id: clickId, payout: '2', status: 'approved', txn_id: `${txnId}${who}` },
    })
    marks[mode].add(clickId)
  }
  for (const text of [userId, subId, txnId]) marks[mode].add(text ?? '')
  const headers = { 'x-api-key': apiKey, 'x-api-secret': apiSecret }
  const answer = await world.get('/api/v1/offers', { query: { userId: 'both' }, headers })
  marks[mode].add(answer.json().meta.request_id)
  await world.open.calls.write()
}

async function ask(
  { id, path, pathParameters = {}, query }: Operation,
  more: Readonly<Record<string, string>>,
): Promise<LightMyRequestResponse> {
  const givenFor = (name: string) => {
    const value = values[name]
    assert.ok(value !== undefined, `${id}: ${name} has no value in this test`)
    return value
  }
  const needed = Object.keys(query).filter((name) => query[name]?.required)
  const address = Object.keys(pathParameters).reduce(
    (text, name) => text.replace(`{${name}}`, encodeURIComponent(givenFor(name))),
    path,
  )
  const asked = Object.fromEntries(['publisher', ...needed].map((name) => [name, givenFor(name)]))
  const answer = await world.get(address, { query: { ...asked, ...more }, headers: bearer('owner') })
  assert.equal(answer.statusCode, 200, `${id}: ${answer.body}`)
  return answer
}

/** Each way to ask: as it is, and with each word that a parameter knows. */
function waysOf({ query }: Operation): readonly Readonly<Record<string, string>>[] {
  const optional = Object.entries(query).filter(([name, { required }]) => !required && name !== 'mode')
  const chosen = optional.flatMap(([name, { field }]) => {
    const { enum: words = [] } = field.schema as { readonly enum?: readonly unknown[] } // only words have it
    return words.map((word) => ({ [name]: String(word) }))
  })
  return [{}, ...chosen]
}

for (const operation of ofBoth) {
  for (const mode of modes)
    test(`${operation.id}: ${mode} data, and nothing of the other mode`, async () => {
      const told: string[] = []
      for (const way of waysOf(operation)) {
        const { body } = await ask(operation, { ...way, mode })
        const foreign = [...marks[otherOf[mode]]].filter((mark) => body.includes(mark))
        assert.deepEqual(foreign, [], `${JSON.stringify(way)}: ${body}`)
        told.push(body)
      }
      const all = told.join('\n')
      const isTold = [...marks[mode]].some((mark) => all.includes(mark))
      assert.equal(isTold, !markless[operation.id]?.includes(mode), all)
    })

  test(`${operation.id}: live data, unless test data are asked for`, async () => {
    assert.equal(contentOf(await ask(operation, {})), contentOf(await ask(operation, { mode: 'live' })))
  })
}

test('an action in one mode changes no answer of the other', async () => {
  for (const mode of modes) {
    const other = otherOf[mode]
    const asked = lists.filter(({ id, query }) => !(id in ofNoMode) && (mode === 'live' || 'mode' in query))
    const read = async () => {
      const pairs = asked.map(async (operation) => {
        const answer = await ask(operation, 'mode' in operation.query ? { mode } : {})
        return [operation.id, contentOf(answer)] as const
      })
      return Object.fromEntries(await Promise.all(pairs))
    }
    const before = await read()
    await live(other)
    assert.deepEqual(await read(), before, `${other} changed what ${mode} shows`)
    await live(mode)
    const after = await read()
    const moved = asked.map(({ id }) => id).filter((id) => after[id] !== before[id])
    assert.ok(moved.includes('listMyConversions') && moved.includes('listMyCallbacks'), moved.join())
    assert.equal(moved.includes('getMyStats') && moved.includes('getMyBalance'), mode === 'live')
  }
})

test('a replay of an endpoint that hears of both is of one mode', async (context) => {
  const jobs = runJobs(world.ports)
  context.after(() => jobs.stop())
  const { db } = world.ports
  const states = async () =>
    await db.query<{ isTest: boolean; state: string; count: number }>(
      `select v.is_test as "isTest", c.state, count(*)::integer as count from callbacks c
       join conversions v on v.id = c.conversion_id where c.endpoint_id = $1 group by 1, 2 order by 1`,
      [values['endpointId']],
    )
  await db.query(`update callbacks set state = 'dead', ended_at = now() where endpoint_id = $1`, [
    values['endpointId'],
  ])
  const [live, trial] = await states()
  assert.ok(live !== undefined && trial !== undefined && live.count > 0 && trial.count > 0)
  for (const [mode, left] of [
    ['test', [live, { ...trial, state: 'pending' }]],
    ['live', [live, trial].map((one) => ({ ...one, state: 'pending' }))],
  ] as const) {
    const path = `/manage/v1/callback-endpoints/${values['endpointId']}/replay`
    const answer = await world.post(path, { query: { mode }, body: {}, headers: bearer('owner') })
    assert.equal(answer.statusCode, 202, answer.body)
    await until(async () => JSON.stringify(await states()) === JSON.stringify(left), `${mode} ones are owed`)
  }
})

/** An answer without what is each call's own. */
function contentOf({ body, headers }: LightMyRequestResponse): string {
  if (!String(headers['content-type']).startsWith('application/json')) return body
  const { data, meta = {} } = JSON.parse(body)
  const { request_id: _id, timestamp: _time, ...rest } = meta
  return JSON.stringify({ data, rest })
}
