import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { dayMs } from '@quoin/core/time/durations.ts'
import { rollUpAll } from '../../../../../test/support/roll-up-all.ts'
import { createWorld, type World } from '../../../../../test/support/world.ts'
import { makeRanking } from './make-ranking.ts'

const browser =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36'

let world: World
let offers: number[]

before(async () => {
  world = await createWorld({ environment: { RATE_LIMIT_PER_MINUTE: '10000' } })
  offers = await world.addOffers(Array.from({ length: 30 }, (_, index) => ({ payout: `${30 - index}.00` })))
})
after(() => world.close())

/** Statistics as they are after some days on the wall: of one offer, or of all. */
async function fill(offerId: number, clicks: number, day = 1): Promise<void> {
  const { clock, ports, app } = world
  await ports.db.query(
    `insert into stats_15min (app_id, quarter, offer_id, country, platform, sub_id, status, clicks, unique_clicks)
     values ($1, to_timestamp(floor($2::bigint / 900) * 900), $3, 'ZZ', 'desktop', '', '', $4, $4)`,
    [app.appId, Math.floor((clock.nowMs() - day * dayMs) / 1000), offerId, clicks],
  )
  await ports.db.query(
    `insert into impressions (hour, app_id, offer_id, country, platform, impressions)
     values (to_timestamp(floor($2::bigint / 3600) * 3600), $1, $3, 'ZZ', 'desktop', $4::bigint * 20)`,
    [app.appId, Math.floor((clock.nowMs() - day * dayMs) / 1000), offerId, clicks],
  )
}

async function earn(offerId: number, userId: string, status = 'approved'): Promise<string> {
  const query = { offerId: String(offerId), apiKey: world.app.live.apiKey, userId }
  const { headers } = await world.get('/track', { query, headers: { 'user-agent': browser } })
  const clickId = new URL(String(headers.location)).searchParams.get('click_id') ?? ''
  await world.get('/postback', { query: { click_id: clickId, payout: '40', status } })
  return clickId
}

interface Evidence {
  readonly clicks: number
  readonly earners: number
  readonly payoutMicros: number
}

/** The next round, and what it says of an offer. */
async function nextRound(): Promise<ReadonlyMap<number, Evidence>> {
  await rollUpAll(world.ports)
  world.clock.advance({ seconds: 660 })
  assert.notEqual(await makeRanking(world.ports), undefined)
  const rounds = await world.ports.store.rankings.listRoundsAfter(world.ports.db, 0)
  await world.open.ranking.refresh()
  return new Map(rounds.at(-1)?.evidence.map((row) => [row.offerId, row]))
}

async function list(query: Readonly<Record<string, string>>) {
  const answer = await world.get('/api/v1/offers', {
    query: { userId: 'reader', sort: 'recommended', limit: '7', ...query },
    headers: world.credentials,
  })
  assert.equal(answer.statusCode, 200, answer.body)
  const { data, meta } = answer.json()
  return { ids: data.map(({ offer_id }: { offer_id: number }) => offer_id) as number[], meta }
}

async function readAll(ranking?: string): Promise<{ ids: number[]; names: Set<string> }> {
  const ids: number[] = []
  const names = new Set<string>()
  let name = ranking
  for (let offset = 0; offset < offers.length; offset += 7) {
    const page = await list({ offset: String(offset), ...(name ? { ranking: name } : {}) })
    ids.push(...page.ids)
    name = page.meta.ranking
    names.add(String(name))
  }
  return { ids, names }
}

test('before anything is known the recommended order is that of payouts', async () => {
  const { ids, names } = await readAll()
  assert.deepEqual(ids, offers)
  assert.deepEqual([...names], ['0-0'])
  const plain = await world.get('/api/v1/offers', { query: { userId: 'reader' }, headers: world.credentials })
  assert.equal(plain.json().meta.ranking, undefined)
})

test('outcomes rank offers; what risk does not believe and its click teach nothing, and one user counts once', async () => {
  const [first = 0, good = 0] = [offers[0], offers[20]]
  for (const offer of offers) await fill(offer, 40)
  for (let user = 0; user < 15; user += 1) await earn(good, `good${user}`)
  const before = await nextRound()
  assert.ok(Math.abs((before.get(good)?.earners ?? 0) - 15) < 1, `${before.get(good)?.earners}`)
  const { ids } = await readAll()
  assert.ok(ids.indexOf(good) < 5, `the offer that earns is at ${ids.indexOf(good)}`)
  // A ring earns on the offer that pays most; all of it is held, and half of it refused.
  for (let user = 0; user < 20; user += 1) await earn(first, `ring${user}`)
  await world.ports.db.query(
    `update conversions set status = case when user_id < 'ring2' then 'rejected' else 'pending' end,
       reason = case when user_id < 'ring2' then 'refused' else 'risk' end where user_id ~ '^ring'`,
    [],
  )
  const ringed = await nextRound()
  assert.equal(ringed.get(first)?.earners, 0)
  assert.equal(ringed.get(first)?.payoutMicros, 0)
  const clicksOf = (known: ReadonlyMap<number, Evidence>): number => known.get(first)?.clicks ?? 0
  assert.ok(Math.abs(clicksOf(ringed) - clicksOf(before)) < 1, `${clicksOf(before)} → ${clicksOf(ringed)}`)
})

test('a page goes on in the order that it began with, and loses and doubles no offer when the order changes', async () => {
  await nextRound()
  const begun = await list({})
  assert.match(begun.meta.ranking, /^[1-9][0-9]*-[0-3]$/)
  await nextRound()
  const { ids, names } = await readAll(begun.meta.ranking)
  assert.deepEqual(ids.slice(0, 7), begun.ids)
  assert.deepEqual(
    [...ids].sort((a, b) => a - b),
    [...offers].sort((a, b) => a - b),
  )
  assert.deepEqual([...names], [begun.meta.ranking])
  const [added = 0] = await world.addOffers([{ payout: '99.00' }])
  offers.push(added)
  const later = await readAll(begun.meta.ranking)
  assert.equal(new Set(later.ids).size, offers.length)
  for (const ranking of ['999999-0', 'nonsense', `${begun.meta.ranking.split('-')[0]}-9`])
    assert.equal(new Set((await readAll(ranking)).ids).size, offers.length)
})

test('two processes make the same orders of a round, and only one makes a round', async () => {
  await nextRound()
  const beside = await createWorld({ beside: world })
  try {
    await beside.open.ranking.refresh()
    const asked = { audience: { country: 'ZZ', platform: 'desktop' as const }, user: 'u', named: undefined }
    const orderOf = ({ ports }: World) => {
      const catalogue = ports.snapshots.catalogue()
      const { name, order } = ports.ranking.find({ ...asked, catalogue })
      return { name, ids: [...(order ?? [])].map((index) => catalogue.data.ids[index]) }
    }
    assert.deepEqual(orderOf(beside), orderOf(world))
    world.clock.advance({ seconds: 660 })
    const made = await Promise.all([makeRanking(world.ports), makeRanking(beside.ports)])
    assert.equal(made.filter((id) => id !== undefined).length, 1)
    assert.equal(await makeRanking(world.ports), undefined)
  } finally {
    await beside.close()
  }
})

test('the wall is in the recommended order unless another one is asked for', async () => {
  const query = { apiKey: world.app.live.apiKey, userId: 'reader' }
  const page = async (more = {}) => {
    const answer = await world.get('/wall', {
      query: { ...query, ...more },
      headers: { accept: 'application/json' },
    })
    return answer.json().data.page as {
      sort: string
      ranking: string | null
      sorts: string[]
      offers: { id: number }[]
    }
  }
  const first = await page()
  assert.deepEqual([first.sort, first.sorts[0]], ['recommended', 'recommended'])
  const second = await page({ offset: '20', ranking: first.ranking })
  assert.equal(new Set([...first.offers, ...second.offers].map(({ id }) => id)).size, offers.length)
  assert.equal((await page({ sort: 'payout_desc' })).ranking, null)
})
