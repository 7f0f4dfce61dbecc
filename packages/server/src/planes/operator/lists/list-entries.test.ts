import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { assertError, assertSuccess } from '../../../../../../test/support/assert-answer.ts'
import { createWorld, type World } from '../../../../../../test/support/world.ts'
import { GatheredUsage } from '../../../adapters/usage-notes.ts'

let world: World
before(async () => {
  world = await createWorld({
    people: {
      findToken: (token) => (token === 'reviewer' ? { id: '1', name: 'ci', role: 'reviewer' } : undefined),
    },
  })
})
after(() => world.close())

const path = '/operator/v1/list-entries'
const headers = { authorization: 'Bearer reviewer' }

interface Entry {
  readonly id: string
  readonly value: string
  readonly app: string | null
  readonly hits: number
  readonly is_active: boolean
}

async function list(query: Record<string, string> = {}): Promise<readonly Entry[]> {
  return assertSuccess<readonly Entry[]>(await world.get(path, { headers, query }))
}

async function add(body: object): Promise<Entry> {
  return assertSuccess<Entry>(await world.post(path, { headers, body }))
}

test('an entry is in force at once, found by every filter, and gone when it is removed', async () => {
  const appId = world.app.appId
  const judge = (userId: string) =>
    world.ports.snapshots.lists().judge({ appId, userId }, world.clock.nowMs())?.action
  const { id } = await add({ action: 'block', kind: 'user', value: 'Mallory', appId, reason: 'ring <b>' })
  assert.equal(judge('Mallory'), 'block')
  await add({ action: 'allow', kind: 'asn', value: 'as64500' })
  const found = async (query: Record<string, string>) => (await list(query)).map(({ value }) => value)
  assert.deepEqual(await found({}), ['AS64500', 'Mallory'])
  assert.deepEqual(await found({ sort: 'value' }), ['AS64500', 'Mallory'])
  for (const query of [
    { action: 'block' },
    { kind: 'user' },
    { app: String(appId) },
    { search: 'MALL' },
    { search: 'RING' },
  ])
    assert.deepEqual(await found(query), ['Mallory'], JSON.stringify(query))
  assert.deepEqual(await found({ scope: 'platform', state: 'active', search: 'token:ci' }), ['AS64500'])
  assertSuccess(await world.call({ method: 'DELETE', path: `${path}/${id}`, headers }))
  assert.equal(judge('Mallory'), undefined)
  assert.deepEqual(await found({ kind: 'user' }), [])
})

test('a bad entry is refused with every field named', async () => {
  const answer = await world.post(path, { headers, body: { action: 'block', kind: 'user', value: 'x' } })
  assertError(answer, 400, 'INVALID_REQUEST')
  assert.match(answer.body, /user ids are an app’s own/)
})

test('an ended entry is shown as such and decides nothing', async () => {
  const expiresAt = Math.floor(world.clock.nowMs() / 1000) + 60
  await add({ action: 'block', kind: 'device', value: 'short', expiresAt })
  await add({ action: 'block', kind: 'device', value: 'long', expiresAt: null })
  world.clock.advance({ seconds: 61 })
  const shown = await list({ kind: 'device', sort: 'expires' })
  assert.deepEqual(
    shown.map(({ value, is_active }) => [value, is_active]),
    [
      ['short', false],
      ['long', true],
    ],
  )
  assert.deepEqual(
    (await list({ kind: 'device', state: 'ended' })).map(({ value }) => value),
    ['short'],
  )
})

test('hits are counted per entry for 30 days, and pages in their order neither skip nor repeat', async () => {
  const { db, log, clock, snapshots } = world.ports
  const usage = new GatheredUsage({ db, log, clock })
  const ids = new Map<string, number>()
  for (const value of ['DE', 'FR', 'IT', 'ES'])
    ids.set(value, Number((await add({ action: 'review', kind: 'country', value })).id))
  const hit = async (value: string, times: number) => {
    for (let time = 0; time < times; time += 1) usage.listMatched(ids.get(value) ?? 0)
    await usage.write()
  }
  await hit('FR', 3)
  world.clock.advance({ seconds: 29 * 86_400 })
  await hit('FR', 2)
  await hit('IT', 4)
  usage.listMatched(987_654)
  await usage.close()
  const pages: [string, number][] = []
  let after: string | undefined
  do {
    const query = { kind: 'country', sort: '-hits', limit: '1', ...(after === undefined ? {} : { after }) }
    const answer = await world.get(path, { headers, query })
    for (const { value, hits } of assertSuccess<readonly Entry[]>(answer)) pages.push([value, hits])
    after = answer.json<{ meta: { next: string | null } }>().meta.next ?? undefined
  } while (after !== undefined)
  assert.deepEqual(pages, [
    ['FR', 5],
    ['IT', 4],
    ['ES', 0],
    ['DE', 0],
  ])
  world.clock.advance({ seconds: 86_400 })
  assert.deepEqual((await list({ search: 'FR', kind: 'country' }))[0]?.hits, 2)
  assert.ok(snapshots.lists().judge({ appId: 1, country: 'FR' }, clock.nowMs()))
})

test('a user who is stopped by an entry is one of its hits', async () => {
  const { appId } = world.app
  const { id } = await add({ action: 'block', kind: 'user', value: 'counted', appId })
  await world.get('/api/v1/offers', { headers: world.credentials, query: { userId: 'counted' } })
  assert.ok(world.ports.usage instanceof GatheredUsage)
  await world.ports.usage.write()
  const [entry] = await list({ search: 'counted' })
  assert.deepEqual([entry?.id, entry?.hits], [id, 1])
})

test('a file is judged before it is imported, and comes back as it was exported', async () => {
  const text = 'action,kind,value,reason\nblock,address,203.0.113.9,farm\nblock,planet,mars,\n'
  const importIt = async (dryRun: boolean) =>
    assertSuccess<{ changed: number; refused: number; problems: { line: number; message: string }[] }>(
      await world.post(`${path}/import`, { headers, body: { text, dryRun } }),
    )
  const tried = await importIt(true)
  assert.deepEqual([tried.changed, tried.refused, tried.problems[0]?.line], [0, 1, 3])
  assert.deepEqual(await list({ kind: 'address' }), [])
  assert.equal((await importIt(false)).changed, 1)
  const file = await world.get(`${path}/file`, { headers })
  assert.match(String(file.headers['content-disposition']), /attachment; filename="lists\.csv"/)
  assert.match(file.body, /^action,kind,value,app_id,.*\n/)
  assert.match(file.body, /block,address,203\.0\.113\.9,,farm,/)
})
