import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { assertError, assertSuccess } from '../../../../../../test/support/assert-answer.ts'
import { createWorld, type World } from '../../../../../../test/support/world.ts'
import { listChangeGroups } from '../../../features/audit/list-changes.ts'

let world: World
before(async () => {
  world = await createWorld({
    people: {
      findToken: (token) => (token === 'operator' ? { id: '1', name: 'ci', role: 'operator' } : undefined),
    },
  })
})
after(() => world.close())

const headers = { authorization: 'Bearer operator', 'user-agent': 'curl/8.4' }
const path = '/operator/v1/audit'

interface Piece {
  readonly text: string
  readonly link: string | null
}

interface Row {
  readonly id: string
  readonly text: string
  readonly sentence: readonly Piece[]
  readonly reason: string | null
  readonly origin: { readonly request_id: string; readonly tool: string; readonly address: string } | null
  readonly count: number
  readonly first_id: string
}

async function ask<Data>(query: Record<string, string> = {}, part = ''): Promise<Data> {
  return assertSuccess<Data>(await world.get(`${path}${part}`, { headers, query }))
}

async function note(
  object: string,
  { actor = 'eli', action = 'offer.paused', atMs = world.clock.nowMs(), details = {} } = {},
): Promise<void> {
  const { db, store } = world.ports
  const entry = { actor, action: action as 'offer.paused', object, details, nowMs: atMs }
  await store.audit.insertAudit(db, entry)
}

test('a change by the API is a sentence with a way to the thing, and says where it came from', async () => {
  const offerId = await world.addOffer({ name: 'Raid Heroes' })
  assertSuccess(await world.post(`/operator/v1/offers/${offerId}/pause`, { headers, body: {} }))
  const [row] = await ask<readonly Row[]>({ object: `offer:${offerId}`, action: 'offer.paused' })
  assert.equal(row?.text, 'The program ci paused Raid Heroes')
  assert.deepEqual(row.sentence.find(({ text }) => text === 'Raid Heroes')?.link, `/ops/offers/${offerId}`)
  assert.equal(row.origin?.tool, 'curl')
  assert.match(row.origin.request_id, /^req_/)
})

test('an object that is gone has the name that was noted last, and no page', async () => {
  await note('publisher:999', { action: 'publisher.created', details: { after: { name: 'Old Name' } } })
  await note('publisher:999', { action: 'publisher.renamed', details: { after: { name: 'Gone Games' } } })
  await note('publisher:999', { action: 'publisher.suspended' })
  const [row] = await ask<readonly Row[]>({ object: 'publisher:999' })
  assert.equal(row?.text, 'eli on the server suspended Gone Games')
  assert.equal(row.sentence.at(-1)?.link, null)
})

test('the actions of one person in one go are one row with a count, whoever else does something in between', async () => {
  const startMs = world.clock.nowMs()
  const minutes = [0, 5, 14, 30, 31]
  for (const [index, minute] of minutes.entries()) {
    await note(`offer:${index + 500}`, { actor: 'bulk', atMs: startMs + minute * 60_000 })
    await note(`offer:${index + 500}`, {
      actor: 'other',
      action: 'offer.active',
      atMs: startMs + minute * 60_000,
    })
  }
  const groups = await ask<readonly Row[]>({ actor: 'bulk' }, '/groups')
  assert.deepEqual(
    groups.map(({ count }) => count),
    [2, 3],
  )
  const [, older] = groups
  const members = await ask<readonly Row[]>({
    actor: 'bulk',
    action: 'offer.paused',
    firstId: older?.first_id ?? '',
    lastId: older?.id ?? '',
  })
  assert.equal(members.length, 3)
})

test('pages of groups meet without a gap or a repeat, and count changes', async () => {
  const whole = await world.get(`${path}/groups`, { headers, query: {} })
  const all = whole.json<{ data: readonly Row[]; meta: { total: number } }>()
  const seen: string[] = []
  for (let next: string | null = ''; next !== null; ) {
    const query: Record<string, string> = next === '' ? { limit: '2' } : { limit: '2', after: next }
    const answer = await world.get(`${path}/groups`, { headers, query })
    const page = answer.json<{ data: readonly Row[]; meta: { next: string | null } }>()
    seen.push(...page.data.map(({ id }) => id))
    next = page.meta.next
  }
  assert.deepEqual(
    seen,
    all.data.map(({ id }) => id),
  )
  assert.equal(
    all.data.reduce((sum, { count }) => sum + count, 0),
    all.meta.total,
  )
})

test('names are looked up once for each kind of thing, however many rows a page has', async () => {
  const countFor = async (actor: string, changes: number) => {
    for (let index = 0; index < changes; index += 1)
      await note(`offer:${index + 600}`, {
        actor,
        atMs: index * 3_600_000,
        details: { appId: 1, networkId: 1 },
      })
    let queries = 0
    const { db } = world.ports
    const query: typeof db.query = (...given) => {
      queries += 1
      return db.query(...given)
    }
    const counting = { ...db, query }
    const asked = { ...everything, actors: [actor] }
    const slice = { sort: 'id', isDescending: true, after: null, limit: 50 }
    await listChangeGroups({ ...world.ports, db: counting as typeof db }, asked, slice)
    return queries
  }
  const [one, many] = [await countFor('once', 1), await countFor('often', 50)]
  assert.equal(many, one)
})

const everything = {
  action: null,
  actions: null,
  object: null,
  actors: null,
  fromSec: null,
  toSec: null,
  publisherId: null,
  firstId: null,
  lastId: null,
  search: null,
}

test('a text finds the things that it names and any id', async () => {
  const found = async (search: string) => (await ask<readonly Row[]>({ search })).map(({ text }) => text)
  assert.deepEqual(await found('raid her'), ['The program ci paused Raid Heroes'])
  assert.equal((await found('999')).length, 3)
  assert.deepEqual(await found('nobody at all'), [])
  const [row] = await ask<readonly Row[]>({ search: 'raid her' })
  assert.equal((await found(row?.origin?.request_id ?? '')).length, 1)
})

test('kinds and actors are counted in a range, and the last change before it is known', async () => {
  const { actors, counts } = await ask<{
    actors: readonly { actor: string; count: number; who: { name: string } }[]
    counts: readonly { actor: string; kind: string; count: number }[]
  }>({}, '/counts')
  assert.deepEqual(
    actors.filter(({ actor }) => actor === 'bulk').map(({ count, who }) => [count, who.name]),
    [[5, 'bulk on the server']],
  )
  assert.deepEqual(
    counts.filter(({ actor }) => actor === 'bulk').map(({ kind, count }) => [kind, count]),
    [['offers.paused', 5]],
  )
  const later = String(Math.floor(world.clock.nowMs() / 1000) + 86_400)
  const { last_before: last } = await ask<{ last_before: number }>({ from: later }, '/counts')
  assert.ok(last > 0)
  assert.deepEqual(await ask({ kinds: 'money' }), [])
  assert.equal((await ask<readonly Row[]>({ kinds: 'offers.paused', actors: 'bulk,once' })).length, 6)
  assertError(await world.get(path, { headers, query: { kinds: 'money,moon' } }), 400, 'INVALID_REQUEST')
})

test('the file has sentences and raw columns of the same changes', async () => {
  const answer = await world.get(`${path}/file`, { headers, query: { search: 'raid her' } })
  const [head = '', row = '', rest] = answer.body.trim().split('\r\n')
  assert.equal(
    head.replace('\uFEFF', ''),
    'id,time,sentence,reason,change,kind,actor,action,object,details,request_id,tool,address',
  )
  assert.match(row, /The program ci paused Raid Heroes/)
  assert.match(row, /token:ci,offer\.paused,offer:\d+/)
  assert.equal(rest, undefined)
})
