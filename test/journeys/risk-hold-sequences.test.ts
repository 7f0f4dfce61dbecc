import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { DomainError } from '@quoin/core/errors.ts'
import fc from 'fast-check'

import { updateApp } from '../../packages/server/src/features/apps/update-app.ts'
import { setHold } from '../../packages/server/src/features/catalogue/set-hold.ts'
import { confirmClaim } from '../../packages/server/src/features/conversions/confirm-claim.ts'
import { expireClaims } from '../../packages/server/src/features/conversions/expire-claims.ts'
import { refuseClaim } from '../../packages/server/src/features/conversions/refuse-claim.ts'
import { releaseHolds } from '../../packages/server/src/features/conversions/release-holds.ts'
import { checkLedger } from '../../packages/server/src/features/ledger/check-ledger.ts'
import { checkStats } from '../../packages/server/src/features/stats/check-stats.ts'
import { finishErasures } from '../../packages/server/src/features/users/finish-erasures.ts'
import { addEndpoint } from '../support/callback-endpoints.ts'
import { followOffer, tell } from '../support/conversions.ts'
import { countCases } from '../support/count-cases.ts'
import { rollUpAll } from '../support/roll-up-all.ts'
import { createWorld, type World } from '../support/world.ts'

let world: World
let beside: World
before(async () => {
  const environment = { RATE_LIMIT_PER_MINUTE: '1000000' }
  world = await createWorld({ environment })
  beside = await createWorld({ environment, beside: world })
  await addEndpoint(world.ports.db, { appId: world.app.appId, url: 'https://publisher.example/told' })
  await world.ports.store.snapshotVersions.bumpSnapshot(world.ports.db, 'apps')
  for (const each of [world, beside]) await each.ports.snapshots.refresh('apps')
})
after(async () => {
  await beside.close()
  await world.close()
})

type Step =
  | { readonly kind: 'click'; readonly user: number; readonly offer: number }
  | {
      readonly kind: 'report'
      readonly click: number
      readonly status: string
      readonly payout: string
      readonly txn: string
    }
  | { readonly kind: 'claim'; readonly user: number; readonly offer: number; readonly txn: string }
  | { readonly kind: 'confirm' | 'refuse'; readonly conversion: number }
  | { readonly kind: 'wait'; readonly hours: number }
  | { readonly kind: 'release' | 'expire' | 'rollUp' }
  | { readonly kind: 'erase'; readonly user: number }
  | { readonly kind: 'holdScore'; readonly score: number }

const users = 2
const offers = 3
const anyReport = fc.record({
  kind: fc.constant('report' as const),
  click: fc.nat(3),
  status: fc.constantFrom('pending', 'approved', 'approved', 'approved', 'rejected', 'reversed', 'reversed'),
  payout: fc.constantFrom('1', '1', '2.5', '0'),
  txn: fc.constantFrom('', '', '', 'a', 'b'),
})
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('click' as const),
      user: fc.nat(users - 1),
      offer: fc.nat(offers - 1),
    }),
  },
  { weight: 8, arbitrary: anyReport },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('claim' as const),
      user: fc.nat(users - 1),
      offer: fc.nat(offers - 1),
      txn: fc.constantFrom('', 'a', 'b'),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constantFrom('confirm' as const, 'refuse' as const),
      conversion: fc.nat(5),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('wait' as const), hours: fc.constantFrom(1, 30, 60) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constantFrom('release' as const, 'expire' as const, 'rollUp' as const) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('erase' as const), user: fc.nat(users - 1) }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('holdScore' as const), score: fc.constantFrom(0, 50, 50) }),
  },
)

interface Scene {
  readonly users: readonly string[]
  readonly offers: readonly number[]
  readonly clicks: string[]
}

/** An operator's decision that comes too late changes nothing. */
async function unlessRefused(run: Promise<unknown>): Promise<void> {
  try {
    await run
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
  }
}

async function take(scene: Scene, step: Step, at: World): Promise<void> {
  const { ports } = at
  switch (step.kind) {
    case 'click': {
      const userId = scene.users[step.user] ?? ''
      scene.clicks.push(
        await followOffer(at, {
          offerId: scene.offers[step.offer] ?? 0,
          userId,
          apiKey: world.app.live.apiKey,
        }),
      )
      return
    }
    case 'report': {
      const { status, payout, txn } = step
      const click_id = scene.clicks.at(-1 - (step.click % scene.clicks.length)) ?? ''
      const answer = await tell(at, {
        query: { click_id, status, payout, ...(txn === '' ? {} : { txn_id: txn }) },
      })
      assert.ok([200, 400, 404].includes(answer.statusCode), answer.body)
      return
    }
    case 'claim': {
      const named = step.txn === '' ? {} : { transactionId: ` ${step.txn}` }
      const body = { userId: scene.users[step.user], offerId: scene.offers[step.offer], ...named }
      const answer = await at.post('/v1/conversions', { body, headers: world.credentials })
      assert.ok(answer.statusCode < 500, answer.body)
      return
    }
    case 'confirm':
    case 'refuse': {
      const [row] = await ports.db.query<{ id: string }>(
        'select id from conversions where offer_id = any($1) order by id offset $2 limit 1',
        [scene.offers, step.conversion],
      )
      const decide = step.kind === 'confirm' ? confirmClaim : refuseClaim
      if (row) await unlessRefused(decide(ports, { conversionId: row.id, actor: 'ops' }))
      return
    }
    case 'wait':
      world.clock.advance({ seconds: step.hours * 3600 })
      return
    case 'release':
      await releaseHolds(ports)
      return
    case 'expire':
      await expireClaims(ports)
      return
    case 'rollUp':
      await rollUpAll(ports)
      return
    case 'erase': {
      const path = `/api/v1/users/${scene.users[step.user]}`
      const answer = await at.call({ method: 'DELETE', path, headers: world.credentials })
      assert.ok([200, 202, 404].includes(answer.statusCode), answer.body)
      return
    }
    case 'holdScore':
      await updateApp(ports, world.app.appId, { holdScore: step.score })
      for (const each of [world, beside]) await each.ports.snapshots.refresh('apps')
      return
    default:
      step satisfies never
  }
}

let scenes = 0

/** A user who will be held, one who will not; an offer that holds for a day, a repeatable one, a plain one. */
async function openScene(): Promise<Scene> {
  scenes += 1
  const named = ['risky', 'plain'].map((name) => `${name}-${scenes}`)
  const offerIds = await world.addOffers([{}, { repeatable: 'true' }, {}])
  await setHold(world.ports, { offerId: offerIds[0] ?? 0, holdDays: 1, actor: 'ops' })
  await beside.ports.snapshots.refresh('catalogue')
  const data = { webdriver: true, webgl_renderer: 'Google SwiftShader' }
  const body = {
    fingerprint_hash: `d${scenes}`,
    user_id: named[0],
    fingerprint_data: data,
    userAgent: 'curl/8',
  }
  const answer = await world.post('/api/v1/fingerprint', { body, headers: world.credentials })
  assert.ok(answer.json().data.risk_score > 80, answer.body)
  return { users: named, offers: offerIds, clicks: [] }
}

/** Nothing was paid twice, lost or counted twice, whatever happened in which order. */
async function assertExact(scene: Scene): Promise<void> {
  const { ports } = world
  const verdict = await checkLedger(ports)
  assert.deepEqual(verdict.faults, [])
  await rollUpAll(ports)
  const { differences } = await checkStats(ports, {})
  assert.deepEqual(
    differences.filter(({ offerId }) => scene.offers.includes(offerId)),
    [],
  )
  const odd = await ports.db.query(
    `select v.id, v.status, v.payout_micros, b.owed, e.steps, e.moves, c.told
     from conversions v
     cross join lateral (select count(*) as steps,
         count(*) filter (where from_status is distinct from to_status) as moves
       from conversion_events where conversion_id = v.id) e
     cross join lateral (select count(*) as told from callbacks where conversion_id = v.id) c
     cross join lateral (select abs(coalesce(sum(amount_micros), 0)) as owed from ledger_entries
       where source_id = v.id and account = 'payable') b
     where v.offer_id = any($1) and (e.steps <> v.version or c.told < e.moves
       or b.owed <> case when v.status = 'approved' then v.payout_micros else 0 end)`,
    [scene.offers],
  )
  assert.deepEqual(odd, [])
  const twice = await ports.db.query(
    `select t.offer_id, t.txn from (
       select offer_id, txn_id as txn, id from conversions where status = 'approved'
       union select offer_id, former_txn_id, id from conversions where status = 'approved'
       union select offer_id, claim_txn_id, id from conversions where status = 'approved') t
     where t.offer_id = any($1) and t.txn is not null group by 1, 2 having count(distinct t.id) > 1`,
    [scene.offers],
  )
  assert.deepEqual(twice, [], 'a transaction was paid twice')
  // A hold that was in force before a network's word led to approval, and that neither time nor a person had lifted.
  const lifted = await ports.db.query(
    `select e.conversion_id from conversion_events e join conversions v on v.id = e.conversion_id
     cross join lateral (
       select max(h.version) as version from conversion_events h
       where h.conversion_id = e.conversion_id and h.version < e.version and h.to_status = 'pending'
         and h.reason is not null and h.reason <> 'claim') held
     where v.offer_id = any($1) and e.to_status = 'approved' and e.from_status <> 'approved' and e.source = 'postback'
       and held.version is not null and not exists (
         select from conversion_events l where l.conversion_id = e.conversion_id
           and l.version > held.version and l.version < e.version and l.source in ('operator', 'release'))`,
    [scene.offers],
  )
  assert.deepEqual(lifted, [], 'a word of a network lifted a hold')
  const revived = await ports.db.query(
    `select v.id from conversions v where v.offer_id = any($1) and v.network_state = 'reversed' and v.status = 'approved'`,
    [scene.offers],
  )
  assert.deepEqual(revived, [], 'what its network took back is paid')
}

/** Tells what came to pass in a scene, by the events of its conversions. */
async function lookBack({ offers }: Scene) {
  const [found] = await world.ports.db.query<Record<'held' | 'paid' | 'decided' | 'takenBack', boolean>>(
    `select coalesce(bool_or(e.to_status = 'pending' and e.reason is not null and e.reason <> 'claim'), false) as held,
       coalesce(bool_or(e.to_status = 'approved'), false) as paid,
       coalesce(bool_or(e.source = 'operator'), false) as decided,
       coalesce(bool_or(v.network_state = 'reversed'), false) as "takenBack"
     from conversion_events e join conversions v on v.id = e.conversion_id where v.offer_id = any($1)`,
    [offers],
  )
  assert.ok(found)
  return found
}

test('whatever is reported, held, released, reviewed, erased and taken back, the books are exact', async () => {
  const seen = countCases({ held: 0.3, paid: 0.3, decided: 0.15, takenBack: 0.05 })
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(anyStep, fc.option(anyStep, { nil: undefined, freq: 2 })), {
        minLength: 5,
        maxLength: 25,
      }),
      async (pairs) => {
        const scene = await openScene()
        await take(scene, { kind: 'click', user: 0, offer: 0 }, world)
        await take(scene, { kind: 'click', user: 1, offer: 1 }, beside)
        // Two at a time race each other in two processes.
        for (const [one, other] of pairs) {
          await Promise.all([take(scene, one, world), other && take(scene, other, beside)])
        }
        world.clock.advance({ seconds: 600 })
        await finishErasures(world.ports)
        await assertExact(scene)
        for (let moved = 1; moved > 0; ) moved = await releaseHolds(world.ports)
        await assertExact(scene)
        seen.note(await lookBack(scene))
      },
    ),
    { numRuns: Number(process.env['MONEY_RUNS'] ?? 8) },
  )
  seen.assertOften()
})
