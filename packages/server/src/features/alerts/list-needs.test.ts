import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Need } from '@quoin/core/alerts/need.ts'
import { addEndpoint } from '../../../../../test/support/callback-endpoints.ts'
import { addTicket } from '../../../../../test/support/operator/ticket-samples.ts'
import { followOffer, tell } from '../../../../../test/support/conversions.ts'
import { rollUpAll } from '../../../../../test/support/roll-up-all.ts'
import { diskWith } from '../../../../../test/support/disk-with.ts'
import { createWorld, type World } from '../../../../../test/support/world.ts'
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
