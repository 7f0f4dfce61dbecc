import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Need } from '@quoin/core/alerts/need.ts'
import { addEndpoint } from '../../../../../test/support/callback-endpoints.ts'
import { addTicket } from '../../../../../test/support/operator/ticket-samples.ts'
import { followOffer, tell } from '../../../../../test/support/conversions.ts'
import { rollUpAll } from '../../../../../test/support/roll-up-all.ts'
import { diskWith } from '../../../../../test/support/disk-with.ts'
import { createWorld, type World } from '../../../../../test/support/world.ts'
import { importRates } from '../terms/import-rates.ts'
import { removeCap } from '../caps/remove-cap.ts'
import { setCap } from '../caps/set-cap.ts'
import { findCapped } from '../catalogue/find-capped.ts'
import { updateAlertRule } from './alert-rules.ts'
import { listNeeds } from './list-needs.ts'

let world: World
before(async () => {
  world = await createWorld()
})
after(() => world.close())

const fullDisk = diskWith(1)
const freeDisk = diskWith(50)

async function find(cause: string, disk = freeDisk): Promise<Need | undefined> {
  return (await listNeeds({ ...world.ports, disk })).find((need) => need.cause.startsWith(cause))
}

/** Postbacks of the demo network, the last of them so many minutes ago. */
async function send(outcome: string, { count, everyMin, lastMin }: Record<string, number>): Promise<void> {
  const { ports, clock } = world
  const [network] = await ports.db.query<{ id: number }>("select id from networks where slug = 'demo'")
  for (let one = Number(count) - 1; one >= 0; one -= 1) {
    const atMs = clock.nowMs() - (Number(lastMin) + one * Number(everyMin)) * 60_000
    await ports.db.query(
      `insert into postback_requests (id, network_id, received_at, method, parameters, outcome, http_status, reason)
       values ($1, $2, to_timestamp($3::bigint / 1000.0), 'GET', '{}', $4, 200, $5)`,
      [idAt(atMs, one), network?.id, atMs, outcome, outcome === 'refused' ? 'unknown_goal' : null],
    )
  }
}

let made = 0
function idAt(atMs: number, salt: number): string {
  made += 1
  const time = atMs.toString(16).padStart(12, '0')
  const tail = (made * 1_000 + salt).toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${tail}`
}

test('a new platform needs nobody', async () => {
  assert.deepEqual(await listNeeds({ ...world.ports, disk: freeDisk }), [])
})

test('a network is silent after four times its usual gap, and not before', async () => {
  await send('applied', { count: 20, everyMin: 30, lastMin: 0 })
  world.clock.advance({ seconds: 119 * 60 })
  assert.equal(await find('network_silent'), undefined)
  world.clock.advance({ seconds: 120 })
  const need = await find('network_silent')
  assert.equal(need?.title, 'Demo network is silent')
  assert.match(need?.sentence ?? '', /every 30 min/)
  await send('applied', { count: 1, everyMin: 1, lastMin: 0 })
  assert.equal(await find('network_silent'), undefined)
})

test('refused postbacks are told above one in twenty', async () => {
  await send('refused', { count: 1, everyMin: 1, lastMin: 1 })
  assert.equal(await find('postbacks_refused'), undefined)
  await send('refused', { count: 3, everyMin: 1, lastMin: 1 })
  const need = await find('postbacks_refused')
  assert.equal(need?.count, 4)
  assert.match(need?.sentence ?? '', /mostly for unknown goal/)
  assert.match(need?.link ?? '', /^\/ops\/networks\/\d+\?tab=log&outcome=refused$/)
  await send('unmatched', { count: 5, everyMin: 1, lastMin: 1 })
  assert.match((await find('postbacks_refused'))?.link ?? '', /tab=log&outcome=unmatched$/)
})

test('a dead endpoint is told with what waits for it, and one that was switched off is not', async () => {
  const { ports, app } = world
  const { id } = await addEndpoint(ports.db, { appId: app.appId })
  await ports.store.callbackEndpoints.disableEndpoint(ports.db, id, {
    reason: 'operator',
    nowMs: world.clock.nowMs(),
  })
  assert.equal(await find('endpoint_dead'), undefined)
  await ports.store.callbackEndpoints.enableEndpoint(ports.db, id)
  await ports.store.callbackEndpoints.disableEndpoint(ports.db, id, {
    reason: 'gone',
    nowMs: world.clock.nowMs(),
  })
  const need = await find(`endpoint_dead:${id}`)
  assert.match(need?.sentence ?? '', /“main” answered that it is gone/)
  assert.equal(need?.severity, 'broken')
})

test('a receiver that loses some of what it is sent is told by the share that it takes, and one that takes nearly all is not', async () => {
  const { ports, app } = world
  const { id } = await addEndpoint(ports.db, { appId: app.appId, name: 'lossy' })
  const sent = async (count: number, state: 'delivered' | 'pending'): Promise<void> => {
    for (let one = 0; one < count; one += 1) {
      world.clock.advance({ ms: 10 })
      const row = [ports.newId(), id, ports.newId(), state]
      await ports.db.query(
        `insert into callbacks (id, endpoint_id, conversion_id, version, event_type, state, next_attempt_at, attempts)
         values ($1, $2, $3, 1, 'conversion.approved', $4, now(), 1)`,
        row,
      )
      await ports.db.query(
        `insert into callback_attempts (callback_id, number, attempted_at, method, url, headers, latency_ms, verdict, reason)
         values ($1, 1, now(), 'POST', '', '{}', 1, $2, '')`,
        [row[0], state === 'delivered' ? 'delivered' : 'retry'],
      )
    }
  }
  await sent(88, 'delivered')
  await sent(3, 'pending')
  assert.equal(await find(`callbacks_failing:${id}`), undefined)
  await sent(14, 'pending')
  const need = await find(`callbacks_failing:${id}`)
  assert.match(need?.sentence ?? '', /“lossy” took 83\.0 % of the last 100\. 17 callbacks wait\./)
  assert.equal(need?.link, `/ops/callbacks/${id}?state=pending`)
  const failingSince = (minutes: number) =>
    ports.db.query('update callback_endpoints set failing_since = $2 where id = $1', [
      id,
      new Date(world.clock.nowMs() - minutes * 60_000),
    ])
  await failingSince(59)
  assert.ok(await find(`callbacks_failing:${id}`))
  await failingSince(61)
  assert.equal(await find(`callbacks_failing:${id}`), undefined)
  assert.ok(await find(`endpoint_dead:${id}`))
})

test('the need about caps counts the offers that its list has, also those that a wider cap hides', async () => {
  const { ports } = world
  const [full = 0, other = 0] = await world.addOffers([{ daily_cap: 1 }, {}, {}])
  const click_id = await followOffer(world, { offerId: full, userId: 'caps' })
  assert.equal((await tell(world, { query: { click_id, payout: '1', status: 'approved' } })).statusCode, 200)
  await world.open.exclusions.refreshCapped()
  assert.equal((await find('caps_reached'))?.count, 1)
  const [offer] = await ports.db.query<{ networkId: number }>(
    'select network_id as "networkId" from offers where id = $1',
    [other],
  )
  const { id } = await setCap(ports, {
    networkId: offer?.networkId ?? 0,
    offerId: null,
    appId: null,
    userId: null,
    isPerUser: false,
    period: 'total',
    count: 1,
    actor: 'test',
  })
  await world.open.exclusions.refreshCapped()
  const need = await find('caps_reached')
  assert.ok(Number(need?.count) >= 3, String(need?.count))
  assert.deepEqual([need?.count, need?.link], [(await findCapped(ports)).length, '/ops/offers?status=capped'])
  await removeCap(ports, { id, actor: 'test' })
  await world.open.exclusions.refreshCapped()
})

test('a leaked secret is told until it is revoked', async () => {
  const { ports } = world
  await ports.db.query("update api_secrets set leaked_at = now(), leaked_origin = 'https://x.example'")
  const need = await find('secret_leaked')
  assert.match(need?.sentence ?? '', /from a browser on https:\/\/x\.example/)
  await ports.db.query('update api_secrets set revoked_at = now()')
  assert.equal(await find('secret_leaked'), undefined)
})

test('a full disk is told, and one of which nobody knows anything is not', async () => {
  assert.match(
    (await find('disk_low', fullDisk))?.sentence ?? '',
    /^1\.0 % of the disk of data, spool, database is free/,
  )
  const unknown = { place: 'nowhere', measure: async () => [] }
  assert.ok(!(await listNeeds({ ...world.ports, disk: unknown })).some(({ rule }) => rule === 'disk_low'))
})

test('a rule begins where somebody chose, is shown but not sent when it is off, and the change is audited', async () => {
  const change = { rule: 'disk_low', threshold: 60, isOn: false, actor: 'person:ada@example.com' }
  await updateAlertRule(world.ports, change)
  const need = await find('disk_low')
  assert.equal(need?.isUrgent, false)
  const [row] = await world.ports.db.query<{ actor: string }>(
    "select actor from audit_log where action = 'alert_rule.updated'",
  )
  assert.equal(row?.actor, 'person:ada@example.com')
  await assert.rejects(updateAlertRule(world.ports, { ...change, threshold: 0 }), /invalid/i)
  await assert.rejects(updateAlertRule(world.ports, { ...change, rule: 'toString' }), /no alert rule/)
})

test('publishers who wait for approval are told from the first one on, and it is urgent when the first has waited for long', async () => {
  const { db, store } = world.ports
  const { clock } = world
  const waiting: number[] = []
  for (const name of ['Nova', 'Orla']) {
    waiting.push(await store.publishers.insertPublisher(db, name, 'waiting'))
    const need = await find('publisher_waiting')
    assert.match(need?.title ?? '', waiting.length === 1 ? /^1 publisher waits/ : /^2 publishers wait/)
  }
  await db.query('update publishers set created_at = to_timestamp($1::bigint / 1000.0) where id = $2', [
    clock.nowMs() - 4 * 3_600_000,
    waiting[0],
  ])
  assert.equal((await find('publisher_waiting'))?.isUrgent, false)
  clock.advance({ seconds: 1 })
  assert.equal((await find('publisher_waiting'))?.isUrgent, true)
  for (const id of waiting) await store.publishers.updatePublisher(db, id, { status: 'active' })
  assert.equal(await find('publisher_waiting'), undefined)
})

test('tickets without an answer are told from the first one on, and it is urgent after a week', async () => {
  const { db } = world.ports
  const id = await addTicket(world)
  const need = await find('tickets_waiting')
  assert.deepEqual(
    [need?.title, need?.link, need?.isUrgent],
    ['1 ticket waits for an answer', '/ops/tickets', false],
  )
  assert.match(need?.sentence ?? '', /within 15 days/)
  world.clock.advance({ seconds: 7 * 86_400 })
  assert.equal((await find('tickets_waiting'))?.isUrgent, false)
  world.clock.advance({ seconds: 1 })
  assert.equal((await find('tickets_waiting'))?.isUrgent, true)
  await db.query("update tickets set answer = 'needs_more' where id = $1", [id])
  assert.equal(await find('tickets_waiting'), undefined, 'it waits for its user')
})

test('while the demo writes its month no network is silent; one that was left unfinished hides nothing', async () => {
  const { db, store, clock } = world.ports
  await send('applied', { count: 20, everyMin: 30, lastMin: 600 })
  assert.ok(await find('network_silent'))
  await store.demoMonth.insertDemoMonth(db, { endsAtMs: clock.nowMs(), fromMs: 0 })
  assert.equal(await find('network_silent'), undefined)
  assert.ok(await find('disk_low', fullDisk))
  await db.query("update demo_month set moved_at = now() - interval '61 seconds'")
  assert.ok(await find('network_silent'))
  await store.demoMonth.moveDemoMonth(db, 1)
  assert.equal(await find('network_silent'), undefined)
  await store.demoMonth.finishDemoMonth(db, clock.nowMs())
  assert.ok(await find('network_silent'))
})

test('a network of which little is left is told of, by all its conversions since yesterday', async () => {
  const slug = 'little'
  const { networkId, postbackUrl } = await world.addNetwork({ slug })
  const offerId = await world.addOffer({ payout: '19.90', revenue: '20' }, slug)
  const path = new URL(postbackUrl).pathname
  const clickId = await followOffer(world, { offerId })
  const told = await tell(world, { path, query: { click_id: clickId, payout: '20', status: 'approved' } })
  assert.equal(told.statusCode, 200, told.body)
  await rollUpAll(world.ports)
  const need = await find(`margin_low:${networkId}`)
  assert.match(need?.sentence ?? '', /^0\.5 % of its revenue since yesterday is kept/)
  world.clock.advance({ seconds: 3 * 86_400 })
  assert.equal(await find(`margin_low:${networkId}`), undefined)
})

test('an old rate of a currency in which offers are paid is told, until there is a newer one', async () => {
  const { ports } = world
  const rate = async (day: string) => {
    const entries = (async function* () {
      yield { line: 1, row: { currency: 'PLN', day, usd: '0.25' } }
    })()
    await importRates(ports, { entries, actor: 'ops' })
  }
  const today = new Date(world.clock.nowMs())
  const dayBefore = (days: number) => new Date(today.getTime() - days * 86_400_000).toISOString().slice(0, 10)
  await rate(dayBefore(4))
  assert.equal(await find('rates_late:PLN'), undefined)
  await world.addOffer({ currency: 'PLN', payout: '1', revenue: '8' })
  const need = await find('rates_late:PLN')
  assert.equal(need?.title, 'The rate of PLN is old')
  assert.match(
    need?.sentence ?? '',
    /^One offer is paid in PLN\. Its newest rate is of \d{4}-\d{2}-\d{2}; reports/,
  )
  await rate(dayBefore(1))
  assert.equal(await find('rates_late:PLN'), undefined)
})
