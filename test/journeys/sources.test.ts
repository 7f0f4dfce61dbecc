import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, beforeEach, test } from 'node:test'
import { DomainError } from '@quoin/core/errors.ts'
import { leaseMs, missingRunsMax, noCounts } from '@quoin/core/sources/source.ts'
import { listNeeds } from '../../packages/server/src/features/alerts/list-needs.ts'
import { pauseOffer } from '../../packages/server/src/features/catalogue/pause-offer.ts'
import { allowOffer } from '../../packages/server/src/features/sources/allow-offer.ts'
import { createSource, updateSource } from '../../packages/server/src/features/sources/change-source.ts'
import {
  applyWaiting,
  discardWaiting,
  undoRun,
} from '../../packages/server/src/features/sources/decide-run.ts'
import { runSource } from '../../packages/server/src/features/sources/run-source.ts'
import { createWorld, type World } from '../support/world.ts'

const key = 'a-key-of-tests-9f27'

interface FedOffer {
  readonly id: number
  readonly name?: string
  readonly amount?: number
  readonly description?: string
  readonly approval?: string
  readonly countries?: readonly string[]
  readonly platforms?: readonly string[]
}

let world: World
let network: Server
let offers: readonly FedOffer[] = []
let total: number | undefined
before(async () => {
  world = await createWorld({
    environment: { OUTGOING_ALLOW: '127.0.0.0/8', RATE_LIMIT_PER_MINUTE: '1000000' },
  })
  network = createServer((request, response) => {
    response.setHeader('content-type', 'application/json')
    response.statusCode = request.headers['x-eflow-api-key'] === key ? 200 : 401
    const body = {
      offers: offers.map(recordOf),
      paging: { page: 1, page_size: 500, total_count: total ?? offers.length },
    }
    response.end(JSON.stringify(response.statusCode === 200 ? body : { error: `no key ${key}` }))
  })
  await new Promise<void>((resolve) => network.listen(0, '127.0.0.1', resolve))
})
beforeEach(() => {
  total = undefined
})
after(async () => {
  await new Promise((resolve) => network.close(resolve))
  await world.close()
})

function recordOf({
  id,
  name = `Farm ${id}`,
  amount = 2,
  description = '',
  approval = 'approved',
  countries = [],
  platforms = [],
}: FedOffer) {
  return {
    ...{
      network_offer_id: id,
      name,
      offer_status: 'active',
      currency_id: 'USD',
      html_description: description,
    },
    ...{ tracking_url: `https://trk.example/${id}/`, is_caps_enabled: false },
    relationship: {
      offer_affiliate_status: approval,
      payouts: {
        entries: [
          {
            network_offer_payout_revenue_id: id * 10,
            entry_name: 'Base',
            payout_type: 'cpa',
            payout_amount: amount,
            is_default: true,
          },
        ],
      },
      ruleset: {
        countries: countries.map((code) => ({ country_code: code, targeting_type: 'include' })),
        platforms: platforms.map((label) => ({ label, targeting_type: 'include' })),
      },
    },
  }
}

let made = 0

async function addSource(given: Partial<Parameters<typeof createSource>[1]> = {}): Promise<number> {
  made += 1
  const slug = `net-${made}`
  await world.addNetwork({ slug, preset: 'everflow' })
  const { port } = network.address() as AddressInfo
  const settings = { api_host: `http://127.0.0.1:${port}` }
  return await createSource(world.ports, { networkSlug: slug, kind: 'everflow', key, settings, ...given })
}

/** One run, by whoever. */
async function run(sourceId: number) {
  const { store, db, newId } = world.ports
  const lease = newId()
  const source = await store.sources.takeSource(db, { id: sourceId, lease, leaseMs })
  assert.ok(source)
  const stopping = new AbortController().signal
  const ended = await runSource(
    { ...world.ports, log: world.log },
    { source, lease, actor: 'test', stopping },
  )
  const left = await store.sources.findSource(db, sourceId)
  assert.equal(left?.leasedUntilMs, null)
  return ended
}

/** The source with its first run applied. */
async function addApplied(first: readonly FedOffer[]): Promise<number> {
  offers = first
  const sourceId = await addSource()
  const { runId, state } = await run(sourceId)
  assert.equal(state, 'waiting')
  await applyWaiting(world.ports, { runId, actor: 'test' })
  return sourceId
}

interface StoredOffer {
  readonly id: number
  readonly name: string
  readonly status: string
  readonly payout: number
}

async function stored(sourceId: number): Promise<Readonly<Record<string, StoredOffer>>> {
  const rows = await world.ports.db.query<StoredOffer & { externalId: string }>(
    `select o.external_id as "externalId", o.id, o.name, o.status, o.payout_micros as payout
     from offers o join sources s on s.network_id = o.network_id where s.id = $1 order by o.external_id`,
    [sourceId],
  )
  return Object.fromEntries(rows.map(({ externalId, ...offer }) => [externalId, offer]))
}

async function runOffers(runId: number) {
  const slice = { sort: 'external_id', isDescending: false, after: null, limit: 100 }
  const { rows } = await world.ports.store.runOffers.listRunOfferPage(
    world.ports.db,
    { runId, verdict: null, search: null },
    slice,
  )
  return rows.map(({ externalId, verdict, changes }) => [
    externalId,
    verdict,
    changes.map(({ field }) => field),
  ])
}

const many = (count: number, from = 1): readonly FedOffer[] =>
  Array.from({ length: count }, (_, at) => ({ id: from + at }))

test('the first run waits and changes nothing; applied, its offers are listed with the publisher’s part', async () => {
  offers = [
    { id: 1, amount: 2.5 },
    { id: 2, countries: ['UK'] },
  ]
  const sourceId = await addSource()
  const first = await run(sourceId)
  assert.deepEqual([first.state, first.cause, first.counts.new], ['waiting', 'first', 2])
  assert.deepEqual(await stored(sourceId), {})
  await applyWaiting(world.ports, { runId: first.runId, actor: 'mira' })
  const [one, two] = Object.values(await stored(sourceId))
  assert.deepEqual([one?.payout, two?.payout], [1_750_000, 1_400_000])
  const list = await world.get('/api/v1/offers', {
    headers: world.credentials,
    query: { userId: 'u', country: 'GB', platform: 'android' },
  })
  const listed = list.json<{ data: { offer_id: number; payout: number }[] }>().data
  assert.deepEqual(
    listed.filter(({ offer_id }) => [one?.id, two?.id].includes(offer_id)).map(({ payout }) => payout),
    [1.75, 1.4],
  )
  assert.equal((await run(sourceId)).state, 'same')
})

for (const [what, one] of [
  ['countries', { countries: ['DE'] }],
  ['platforms', { platforms: ['Android'] }],
] as const) {
  test(`a run that would show many offers without their ${what} waits, and changes nothing`, async () => {
    const sourceId = await addApplied(many(4).map((offer) => ({ ...offer, ...one })))
    offers = many(4)
    const second = await run(sourceId)
    assert.deepEqual([second.state, second.cause], ['waiting', 'audiences_opened'])
    const rows = await world.ports.db.query<{ targets: readonly string[] }>(
      `select o.${what} as targets from offers o join sources s on s.network_id = o.network_id where s.id = $1`,
      [sourceId],
    )
    assert.deepEqual(
      rows.map(({ targets }) => targets.length),
      [1, 1, 1, 1],
    )
  })
}

test('a second run changes exactly what is different, and says what of which offer', async () => {
  const sourceId = await addApplied(many(10))
  offers = [...many(8), { id: 9, amount: 3 }, { id: 10, name: 'Barn' }, { id: 11 }]
  const second = await run(sourceId)
  assert.deepEqual(
    [second.state, second.counts.new, second.counts.changed, second.counts.same],
    ['applied', 1, 2, 8],
  )
  assert.deepEqual(await runOffers(second.runId), [
    ['10', 'changed', ['name']],
    ['11', 'new', ['payout', 'revenue', 'countries', 'platforms']],
    ['9', 'changed', ['payout', 'revenue']],
  ])
})

test('a change by an operator stays theirs through every run, and a pause too', async () => {
  const sourceId = await addApplied(many(5))
  const before = await stored(sourceId)
  await world.ports.db.query(`update offers set name = 'Sunny Farm', daily_cap = 7 where id = $1`, [
    before['1']?.id,
  ])
  await pauseOffer(world.ports, { offerId: before['2']?.id ?? 0, status: 'paused', actor: 'mira' })
  offers = [{ id: 1, name: 'Farm of theirs', amount: 4 }, { id: 2, name: 'Paused farm' }, ...many(3, 3)]
  assert.equal((await run(sourceId)).state, 'applied')
  const now = await stored(sourceId)
  assert.deepEqual(
    [now['1']?.name, now['1']?.payout, now['2']?.name],
    ['Sunny Farm', 2_800_000, 'Paused farm'],
  )
  const [paused] = await world.ports.db.query<{ isPaused: boolean }>(
    'select paused_at is not null as "isPaused" from offers where id = $1',
    [before['2']?.id],
  )
  assert.equal(paused?.isPaused, true)
})

test('an offer that is missing is paused after three runs, comes back by itself, and is then counted anew', async () => {
  const sourceId = await addApplied(many(10))
  offers = many(9)
  for (let missing = 1; missing <= missingRunsMax; missing += 1) {
    assert.equal((await stored(sourceId))['10']?.status, 'active')
    await run(sourceId)
  }
  assert.equal((await stored(sourceId))['10']?.status, 'paused')
  offers = many(10)
  await run(sourceId)
  assert.equal((await stored(sourceId))['10']?.status, 'active')
  offers = many(9)
  await run(sourceId)
  assert.equal((await stored(sourceId))['10']?.status, 'active')
})

test('a run that would pause many, or move prices by half, waits; the next good one closes it by itself', async () => {
  const sourceId = await addApplied(many(10))
  offers = many(10).map((offer) => ({ ...offer, amount: 9 }))
  const moved = await run(sourceId)
  assert.deepEqual([moved.state, moved.cause], ['waiting', 'prices_moved'])
  offers = many(10).map((offer, at) => (at < 4 ? { ...offer, approval: 'rejected' } : offer))
  const ending = await run(sourceId)
  assert.deepEqual([ending.state, ending.cause], ['waiting', 'many_end'])
  assert.ok(
    Object.values(await stored(sourceId)).every(
      ({ status, payout }) => status === 'active' && payout === 1_400_000,
    ),
  )
  const replaced = await world.ports.store.sourceRuns.findRun(world.ports.db, moved.runId)
  assert.equal(replaced?.state, 'replaced')
  offers = many(10)
  assert.equal((await run(sourceId)).state, 'same')
  const closed = await world.ports.store.sourceRuns.findRun(world.ports.db, ending.runId)
  assert.equal(closed?.state, 'replaced')
  await assert.rejects(applyWaiting(world.ports, { runId: ending.runId, actor: 'test' }), /does not wait/)
})

test('a run that is left aside changes nothing, and fewer offers than the network counts wait', async () => {
  const sourceId = await addApplied(many(5))
  total = 7
  offers = [...many(4), { id: 5, name: 'Barn' }]
  const short = await run(sourceId)
  assert.deepEqual([short.state, short.cause], ['waiting', 'count_differs'])
  await discardWaiting(world.ports, { runId: short.runId, actor: 'test' })
  assert.equal((await stored(sourceId))['5']?.name, 'Farm 5')
})

test('an offer whose words forbid rewards is never shown, and one that was shown is paused; allowed, it is listed', async () => {
  const sourceId = await addApplied([...many(4), { id: 5, description: 'No incent traffic allowed.' }])
  assert.equal((await stored(sourceId))['5'], undefined)
  offers = [
    { id: 1, description: 'Incentivized traffic is not allowed.' },
    ...many(3, 2),
    { id: 5, description: 'No incent traffic allowed.' },
  ]
  const forbidding = await run(sourceId)
  assert.equal(forbidding.counts.forbidden, 2)
  assert.equal((await stored(sourceId))['1']?.status, 'paused')
  await allowOffer(world.ports, { sourceId, externalId: '5', reason: 'Agreed by mail', actor: 'mira' })
  await run(sourceId)
  const now = await stored(sourceId)
  assert.deepEqual([now['1']?.status, now['5']?.status], ['paused', 'active'])
})

test('a run is taken back once: what nobody has changed since is as it was, and the next run would bring it again', async () => {
  const sourceId = await addApplied(many(6))
  offers = [{ id: 1, amount: 3 }, { id: 2, name: 'Barn' }, ...many(5, 3)]
  const second = await run(sourceId)
  assert.deepEqual([second.counts.changed, second.counts.new], [2, 1])
  const before = await stored(sourceId)
  await world.ports.db.query(`update offers set name = 'Mine' where id = $1`, [before['2']?.id])
  const undone = await undoRun(world.ports, { runId: second.runId, actor: 'mira', isPausing: true })
  assert.deepEqual(undone, { putBack: 2, stayed: 1 })
  const now = await stored(sourceId)
  assert.deepEqual([now['1']?.payout, now['2']?.name, now['7']?.status], [1_400_000, 'Mine', 'paused'])
  await assert.rejects(
    undoRun(world.ports, { runId: second.runId, actor: 'mira', isPausing: false }),
    /taken back already/,
  )
  const source = await world.ports.store.sources.findSource(world.ports.db, sourceId)
  assert.notEqual(source?.pausedAtMs, null)
  const again = await run(sourceId)
  assert.equal(again.state, 'applied')
  const last = await stored(sourceId)
  assert.deepEqual([last['1']?.payout, last['7']?.status], [2_100_000, 'active'])
})

test('a refused key is told without the key, changes nothing, and a new one is tried at once', async () => {
  const sourceId = await addApplied(many(3))
  const { ports } = world
  await updateSource(ports, sourceId, { key: 'another-key-of-tests' })
  const refused = await run(sourceId)
  assert.deepEqual([refused.state, refused.cause], ['failed', 'key_refused'])
  assert.doesNotMatch(JSON.stringify([refused, world.log.lines]), new RegExp(key))
  const failing = await ports.store.sources.findSource(ports.db, sourceId)
  const needs = await listNeeds(ports)
  const need = needs.find(({ cause }) => cause === `source_failing:${sourceId}`)
  assert.match(need?.sentence ?? '', /refuses the key.* once\.$/)
  assert.equal(failing?.failures, 1)
  assert.ok((failing?.nextRunAtMs ?? 0) > ports.clock.nowMs())
  await updateSource(ports, sourceId, { key })
  const tried = await ports.store.sources.findSource(ports.db, sourceId)
  assert.deepEqual([tried?.failures, tried?.nextRunAtMs], [0, ports.clock.nowMs()])
  assert.equal((await run(sourceId)).state, 'same')
  assert.equal(Object.keys(await stored(sourceId)).length, 3)
})

test('two processes never work on a source at the same time, and one that has died is followed', async () => {
  offers = many(2)
  const sourceId = await addSource()
  const { store, db } = world.ports
  const lease = '0199f2c4-7a1e-7c3b-9d52-3f1e5a7b9c0d'
  assert.ok(await store.sources.takeSource(db, { id: sourceId, lease, leaseMs }))
  assert.equal(
    await store.sources.takeSource(db, { id: sourceId, lease: world.ports.newId(), leaseMs }),
    undefined,
  )
  const dead = await store.sourceRuns.insertRun(db, {
    sourceId,
    actor: 'test',
    counts: noCounts,
    nowMs: 1,
  })
  await db.query(`update sources set leased_until = clock_timestamp() - interval '1 second' where id = $1`, [
    sourceId,
  ])
  assert.equal((await run(sourceId)).state, 'waiting')
  assert.equal((await store.sourceRuns.findRun(db, dead))?.cause, 'interrupted')
})

test('a source is refused with every fault at once, and none of its key is told', async () => {
  await world.addNetwork({ slug: 'faulty' })
  const given = {
    networkSlug: 'faulty',
    kind: 'everflow',
    key: ` ${key}`,
    settings: { api_host: 'no host', other: 'x' },
    everySec: 5,
  }
  const faultsOf = async (source: Parameters<typeof createSource>[1]): Promise<readonly string[]> => {
    const error = await createSource(world.ports, source).catch((one: unknown) => one)
    assert.ok(error instanceof DomainError)
    assert.doesNotMatch(JSON.stringify(error.details) + error.message, new RegExp(key))
    return (error.details ?? []).map(({ field }) => field)
  }
  assert.deepEqual(await faultsOf(given), ['key', 'everySec', 'settings.other', 'settings.api_host'])
  assert.deepEqual(await faultsOf({ ...given, kind: 'nobody' }), ['kind'])
  const right = { ...given, key, settings: { api_host: 'api.network.example' }, everySec: 900 }
  assert.deepEqual(await faultsOf(right), ['network'], 'its preset is another')
  const audit = await world.ports.store.audit.listAudit(world.ports.db, { object: 'source:1', limit: 100 })
  assert.ok(audit.length > 0)
  assert.doesNotMatch(JSON.stringify(audit), new RegExp(key))
})
