import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { followOffer, tell } from '../../../../../../test/support/conversions.ts'
import { createWorld, type World } from '../../../../../../test/support/world.ts'
import { countries } from '@quoin/core/detect/country.ts'
import { textOf } from '@quoin/core/audit/piece.ts'
import { tellChange } from '@quoin/core/audit/tell-change.ts'
import { findThings } from '../../../features/audit/find-things.ts'
import { pruneEdits } from '../../../features/catalogue/edit-offers/prune-edits.ts'
import { importOffers } from '../../../features/catalogue/import-offers.ts'

let world: World
before(async () => {
  world = await createWorld({
    people: {
      findSession: () => undefined,
      findToken: (token) => ({ id: token, name: token, role: 'operator' }),
    },
  })
})
after(() => world.close())

const authorization = 'Bearer ada'
const path = '/operator/v1/offer-edits'

async function call(where: string, body?: object) {
  const answer = await world.post(`${path}${where}`, {
    headers: { authorization },
    ...(body ? { body } : {}),
  })
  return { status: answer.statusCode, ...answer.json(), ...answer.json().error }
}

async function show(id: number) {
  return (await world.get(`/operator/v1/offers/${id}`, { headers: { authorization } })).json().data
}

async function networkOf(slug: string): Promise<number> {
  return (await world.ports.store.networks.findNetworkBySlug(world.ports.db, slug))?.id ?? 0
}

/** A network of its own, so that a filter finds nothing else. */
async function makeNetwork(slug: string, rows: readonly object[]) {
  await world.addNetwork({ slug, name: slug })
  const ids = await world.addOffers(rows as Parameters<World['addOffers']>[0], slug)
  return { ids, networkId: await networkOf(slug) }
}

const raise = [{ field: 'dailyCap', op: 'raise', value: '20' }]

test('all that match are changed as the preview said, and one undo puts them back', async () => {
  const { ids, networkId } = await makeNetwork('lumen', [
    { name: 'One', daily_cap: 500, payout: '1', revenue: '2' },
    { name: 'Two', payout: '1', revenue: '2' },
    { name: 'Three', daily_cap: 10, payout: '1', revenue: '2' },
    { name: 'Share', daily_cap: 10, payout: '1', payout_share: '50%', revenue: '2' },
  ])
  const [one = 0, two = 0, three = 0] = ids
  const changes = [...raise, { field: 'payout', op: 'margin', value: '30' }]
  const body = { networkId, exceptIds: [three], changes }
  const { data: preview } = await call('/preview', body)
  assert.deepEqual(preview.counts, { change: 2, same: 0, cannot: 1 })
  assert.deepEqual(preview.change[0].changes, [
    { field: 'dailyCap', before: '500', after: '600' },
    { field: 'payout', before: '1', after: '1.4' },
  ])
  assert.equal(preview.cannot[0].reason, 'Its payout is 50 % of what the network pays, not an amount.')
  assert.deepEqual(preview.payout, { rises: 2, falls: 0, difference: '0' })
  assert.equal((await show(one)).daily_cap, 500)
  const { status, data: edit } = await call('', { ...body, seen: preview.seen })
  assert.equal(status, 201)
  assert.deepEqual([edit.changed, edit.same, edit.cannot, edit.network], [2, 0, 1, 'lumen'])
  assert.deepEqual([(await show(one)).daily_cap, (await show(one)).payout], [600, '1.4'])
  assert.deepEqual([(await show(two)).daily_cap, (await show(two)).payout], [null, '1.4'])
  assert.equal((await show(three)).daily_cap, 10)
  const got = (await world.get(`${path}/${edit.id}`, { headers: { authorization } })).json().data
  assert.deepEqual(
    got.offers.map(({ id }: { id: string }) => Number(id)),
    [one, two],
  )
  const { data: undone } = await call(`/${edit.id}/undo`)
  assert.deepEqual(undone, { put_back: 2, stayed: 0, told: '2 put back.' })
  assert.deepEqual([(await show(one)).daily_cap, (await show(one)).payout], [500, '1'])
  const again = await call(`/${edit.id}/undo`)
  assert.deepEqual([again.status, again.code], [400, 'INVALID_REQUEST'])
})

test('payouts of prices by country are changed by an edit, earned by later clicks, and put back by its undo', async () => {
  const prices = [{ platforms: ['android'], payout: '2', revenue: '4' }]
  const ids = await world.addOffers([{ payout: '1', revenue: '2', prices }, {}])
  const [priced = 0] = ids
  const before = await followOffer(world, { offerId: priced, userId: 'before' })
  world.clock.advance({ seconds: 1 })
  const { data: edit } = await call('', {
    ids,
    changes: [{ field: 'prices', op: 'percent', value: '-25' }],
  })
  assert.deepEqual([edit.changed, edit.same, edit.cannot], [1, 1, 0])
  assert.deepEqual(
    (await show(priced)).prices.map(({ payout }: { payout: string }) => payout),
    ['1.5'],
  )
  world.clock.advance({ seconds: 1 })
  const after = await followOffer(world, { offerId: priced, userId: 'after' })
  const paid: number[] = []
  for (const click_id of [before, after]) {
    await tell(world, { query: { click_id, payout: '4', status: 'approved' } })
    const [row] = await world.ports.db.query<{ payout: number }>(
      'select payout_micros as payout from conversions where click_id = $1',
      [click_id],
    )
    paid.push((row?.payout ?? 0) / 1_000_000)
  }
  assert.deepEqual(paid, [2, 1.5])
  const { data: undone } = await call(`/${edit.id}/undo`)
  assert.equal(undone.put_back, 1)
  assert.equal((await show(priced)).prices[0].payout, '2')
})

test('payouts of the prices of goals are changed by an edit, shown before, earned by later clicks, and put back as they were', async () => {
  const prices = [{ platforms: ['android'], payout: '2', revenue: '4' }]
  const [offerId = 0, since = 0] = await world.addOffers(
    ['Priced', 'Since'].map((name) => ({
      name,
      payout: '2',
      revenue: '4',
      goals: [
        { goal: 'install', name: 'Install', payout: '1', revenue: '2', default: true, prices },
        { goal: 'signup', name: 'Sign up', payout: '1', revenue: '2' },
      ],
    })),
  )
  const goalRows = () =>
    world.ports.db.query(
      'select goal, payout_micros, prices from offer_goals where offer_id = $1 order by goal',
      [offerId],
    )
  const rows = await goalRows()
  const before = await followOffer(world, { offerId, userId: 'goal-before' })
  world.clock.advance({ seconds: 1 })
  const asked = { ids: [offerId, since], changes: [{ field: 'prices', op: 'percent', value: '-25' }] }
  const { data: preview } = await call('/preview', asked)
  assert.deepEqual(preview.counts, { change: 2, same: 0, cannot: 0 })
  assert.deepEqual(preview.change[0].changes, [
    {
      field: 'prices',
      before: 'install (every country on android: 2 of 4)',
      after: 'install (every country on android: 1.5 of 4)',
    },
  ])
  assert.deepEqual(await goalRows(), rows)
  const { data: edit } = await call('', { ...asked, seen: preview.seen })
  assert.deepEqual([edit.changed, edit.same, edit.cannot], [2, 0, 0])
  world.clock.advance({ seconds: 1 })
  const after = await followOffer(world, { offerId, userId: 'goal-after' })
  const paid: number[] = []
  for (const click_id of [before, after]) {
    await tell(world, { query: { click_id, payout: '4', status: 'approved' } })
    const [row] = await world.ports.db.query<{ payout: number }>(
      'select payout_micros as payout from conversions where click_id = $1',
      [click_id],
    )
    paid.push((row?.payout ?? 0) / 1_000_000)
  }
  assert.deepEqual(paid, [2, 1.5])
  await world.ports.db.query(
    `update offer_goals set prices = jsonb_set(prices, '{0,payoutMicros}', '7') where offer_id = $1 and goal = 'install'`,
    [since],
  )
  const { data: undone } = await call(`/${edit.id}/undo`)
  assert.deepEqual([undone.put_back, undone.stayed], [1, 1])
  assert.deepEqual(await goalRows(), rows)
  assert.equal((await show(since)).goals[0].prices[0].payout, '0.000007')
})

test('an offer whose prices would tell too many audiences apart is left with the reason of an import, and the others change', async () => {
  const places = countries.slice(0, 64)
  const prices = places.map((country, at) => ({ countries: [country], payout: '1', revenue: String(2 + at) }))
  const ids = await world.addOffers([{ name: 'Many', countries: places, prices }, { countries: places }])
  const asked = { ids, changes: [{ field: 'countries', op: 'everywhere' }] }
  const { data } = await call('/preview', asked)
  assert.deepEqual(data.counts, { change: 1, same: 0, cannot: 1 })
  assert.equal(data.cannot[0].reason, 'Its prices tell 65 audiences apart; at most 64 are allowed.')
  await call('', { ...asked, seen: data.seen })
  const left = await Promise.all(ids.map(async (id) => (await show(id)).countries.length))
  assert.deepEqual(left, [64, 0])
})

test('a field that was changed since stays when an edit is undone, and the answer says by whom', async () => {
  const { ids, networkId } = await makeNetwork('since', [
    { daily_cap: 10 },
    { daily_cap: 20 },
    { daily_cap: 30 },
  ])
  const [one = 0, two = 0] = ids
  const changes = [
    ...raise,
    { field: 'holdDays', op: 'set', value: '7' },
    { field: 'state', op: 'pause' },
    { field: 'margin', op: 'set', value: '25' },
    { field: 'countries', op: 'replace', value: ['DE'] },
    { field: 'categories', op: 'add', value: ['survey'] },
    { field: 'platforms', op: 'replace', value: ['ios'] },
  ]
  const { data: edit } = await call('', { networkId, changes })
  assert.equal((await show(one)).status, 'paused')
  const margins = await world.ports.store.marginRules.listMarginRules(world.ports.db)
  assert.deepEqual(
    margins.filter(({ offerId }) => ids.includes(offerId ?? 0)).map(({ basisPoints }) => basisPoints),
    [2_500, 2_500, 2_500],
  )
  world.clock.advance({ seconds: 1 })
  await world.call({
    method: 'PATCH',
    path: `/operator/v1/offers/${two}`,
    headers: { authorization: 'Bearer mira' },
    body: { dailyCap: 99 },
  })
  const { data: undone } = await call(`/${edit.id}/undo`)
  assert.deepEqual(undone, {
    put_back: 2,
    stayed: 1,
    told: '2 put back, 1 was changed since by The program mira and stays, but for its other fields.',
  })
  const [first, second] = [await show(one), await show(two)]
  assert.deepEqual([first.daily_cap, first.hold_days, first.status, first.countries], [10, 0, 'active', []])
  assert.deepEqual([second.daily_cap, second.hold_days, second.status], [99, 0, 'active'])
  const left = await world.ports.store.marginRules.listMarginRules(world.ports.db)
  assert.ok(!left.some(({ offerId }) => ids.includes(offerId ?? 0)))
})

test('an edit after an import of one of its offers is refused, and changes nothing', async () => {
  const { ids, networkId } = await makeNetwork('meanwhile', [
    { external_id: 'a', daily_cap: 10 },
    { external_id: 'b', daily_cap: 20 },
  ])
  const body = { networkId, changes: raise }
  const { data: preview } = await call('/preview', body)
  world.clock.advance({ seconds: 1 })
  async function* file() {
    const destination_url = 'https://go.example/?click_id={click_id}'
    yield {
      line: 1,
      row: { external_id: 'a', name: 'A', payout: '1', revenue: '2', daily_cap: 50, destination_url },
    }
  }
  await importOffers(world.ports, { networkSlug: 'meanwhile', entries: file() })
  const refused = await call('', { ...body, seen: preview.seen })
  assert.equal(refused.status, 400)
  assert.deepEqual([refused.details[0].field, refused.details[0].rule], ['seen', 'changed'])
  assert.deepEqual(await Promise.all(ids.map(async (id) => (await show(id)).daily_cap)), [50, 20])
  const { data: anew } = await call('/preview', body)
  assert.equal((await call('', { ...body, seen: anew.seen })).status, 201)
})

test('only one of two edits of one preview at once is made', async () => {
  const { ids, networkId } = await makeNetwork('twice', [{ daily_cap: 10 }, { daily_cap: 20 }])
  const body = { networkId, changes: raise }
  const { data: preview } = await call('/preview', body)
  const answers = await Promise.all([0, 1].map(() => call('', { ...body, seen: preview.seen })))
  assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 400])
  assert.deepEqual(await Promise.all(ids.map(async (id) => (await show(id)).daily_cap)), [12, 24])
})

test('edits and imports of the same offers at once all come to an end', async () => {
  const rows = Array.from({ length: 60 }, (_, index) => ({ external_id: `x${index}`, daily_cap: 100 }))
  const { networkId } = await makeNetwork('crowd', rows)
  async function* file() {
    for (const [index] of [...rows.entries()].reverse()) {
      const destination_url = 'https://go.example/?click_id={click_id}'
      const row = {
        external_id: `x${index}`,
        name: 'X',
        payout: '1',
        revenue: '2',
        daily_cap: 100,
        destination_url,
      }
      yield { line: index, row }
    }
  }
  const edits = [0, 1, 2].map(() => call('', { networkId, changes: raise }))
  const imports = [0, 1, 2].map(() => importOffers(world.ports, { networkSlug: 'crowd', entries: file() }))
  const answers = await Promise.all(edits)
  assert.ok((await Promise.all(imports)).every(({ refused }) => refused === 0))
  assert.ok(answers.every(({ status }) => status === 201 || status === 400))
})

test('a cap below today’s conversions closes the offer at once, and the preview says so', async () => {
  const [one = 0, two = 0] = await world.addOffers([
    { name: 'Toonlock', daily_cap: 500 },
    { name: 'Brewlark', daily_cap: 500 },
  ])
  for (const userId of ['ann', 'bob']) {
    const clickId = await followOffer(world, { offerId: one, userId })
    await tell(world, { query: { click_id: clickId, payout: '1.5', status: 'approved' } })
  }
  const changes = [{ field: 'dailyCap', op: 'set', value: '1' }]
  const { data } = await call('/preview', { ids: [one, two], changes })
  assert.equal(data.closing_count, 1)
  assert.equal(data.closing[0].name, 'Toonlock')
  assert.equal(data.change[0].closes_at, 2)
})

test('bad changes, too many and nothing to change are refused with every place named', async () => {
  const { networkId } = await makeNetwork('bad', [{ daily_cap: 10 }])
  const bad = await call('/preview', {
    networkId,
    changes: [
      { field: 'dailyCap', op: 'raise', value: '-5' },
      { field: 'payout', op: 'double', value: '2' },
    ],
  })
  assert.deepEqual(
    [bad.status, bad.details.map(({ field }: { field: string }) => field)],
    [400, ['changes.0.value', 'changes.1.op']],
  )
  assert.equal((await call('', { networkId, changes: [] })).status, 400)
  assert.equal(
    (await call('', { networkId, changes: [{ field: 'name', op: 'set', value: 'x' }] })).status,
    400,
  )
  const nothing = await call('', { networkId, changes: [{ field: 'dailyCap', op: 'set', value: '10' }] })
  assert.match(nothing.message, /Nothing would change/)
})

test('an edit is one sentence of the log, in the history of each offer, and is gone after 90 days', async () => {
  const { ids, networkId } = await makeNetwork('told', [{ daily_cap: 10 }, { daily_cap: 20 }])
  const { data: edit } = await call('', { networkId, changes: raise })
  const { db, store, clock } = world.ports
  const read = async () => {
    const url = '/operator/v1/audit'
    const answer = await world.get(url, { headers: { authorization }, query: { object: `offer:${ids[0]}` } })
    return answer.json().data
  }
  const [row] = await read()
  assert.equal(row.action, 'offers.edited')
  const noted = { ...row, id: 1, happenedAtMs: 0, object: `offer_edit:${edit.id}`, origin: null }
  const change = { ...noted, details: { name: '2 offers', networkId, edit: { dailyCap: 'Raise by 20 %' } } }
  const told = tellChange(change, await findThings({ db, store }, [change]))
  assert.equal(textOf(told.sentence), 'changed 2 offers of told')
  assert.equal(textOf(told.more), 'Daily cap: Raise by 20 %')
  assert.equal((await read()).length, 1)
  const later = { nowMs: () => clock.nowMs() + 91 * 86_400_000 }
  assert.ok((await pruneEdits({ db, store, clock: { ...clock, ...later } as typeof clock })) > 0)
  assert.equal((await world.get(`${path}/${edit.id}`, { headers: { authorization } })).statusCode, 404)
})

test('an edit of an hour ago can be taken back, one of yesterday cannot', async () => {
  const { networkId } = await makeNetwork('late', [{ daily_cap: 10 }])
  const { data: edit } = await call('', { networkId, changes: raise })
  world.clock.advance({ days: 1, seconds: 1 })
  assert.match((await call(`/${edit.id}/undo`)).message, /24 hours/)
})

test('ten thousand offers are one edit, and one more is refused', async (context) => {
  const rows = Array.from({ length: 10_000 }, (_, index) => ({ daily_cap: 10 + index, countries: 'DE|AT' }))
  const { networkId } = await makeNetwork('many', rows)
  const changes = [
    ...raise,
    { field: 'payout', op: 'percent', value: '-10' },
    { field: 'countries', op: 'add', value: ['CH'] },
  ]
  const time = async <T>(what: string, work: () => Promise<T>): Promise<T> => {
    const begun = performance.now()
    const result = await work()
    context.diagnostic(`${what}: ${Math.round(performance.now() - begun)} ms`)
    return result
  }
  const { data: preview } = await time('preview', () => call('/preview', { networkId, changes, csv: true }))
  assert.deepEqual(preview.counts, { change: 10_000, same: 0, cannot: 0 })
  assert.equal(preview.change.length, 50)
  assert.equal(preview.csv.trim().split('\n').length, 10_001)
  const { data: edit } = await time('edit', () => call('', { networkId, changes, seen: preview.seen }))
  assert.equal(edit.changed, 10_000)
  const { data: undone } = await time('undo', () => call(`/${edit.id}/undo`))
  assert.equal(undone.put_back, 10_000)
  const capped = [{ field: 'dailyCap', op: 'remove' }]
  await time('edit without caps', () => call('', { networkId, changes: capped }))
  await time('edit with first caps', () =>
    call('', { networkId, changes: [{ field: 'dailyCap', op: 'set', value: '5' }] }),
  )
  await world.addOffer({}, 'many')
  const refused = await call('/preview', { networkId, changes })
  assert.match(refused.message, /More than 10000 offers match/)
  const margins = await call('/preview', {
    networkId,
    changes: [{ field: 'margin', op: 'set', value: '20' }],
  })
  assert.match(margins.message, /at most 1000 offers/)
})
