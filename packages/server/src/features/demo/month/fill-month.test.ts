import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { repository } from '../../../../../../test/support/run-program.ts'
import { createWorld, type World } from '../../../../../../test/support/world.ts'
import { readOfferFile } from '../../../adapters/offer-files/offer-files.ts'
import { importOffers } from '../../catalogue/import-offers.ts'
import { checkLedger } from '../../ledger/check-ledger.ts'
import { checkStats } from '../../stats/check-stats.ts'
import { rollUpStats } from '../../stats/roll-up-stats.ts'
import { removeDemo } from '../remove-demo.ts'
import { beginMonth } from './begin-month.ts'
import { fillMonth } from './fill-month.ts'

const dayMs = 86_400_000
/** The days of the month's thirty that are written: the last ones, with all that happens in them. */
const daysWritten = 4

const files = join(repository, 'examples')
const worlds: World[] = []
after(async () => {
  for (const world of worlds) await world.close()
})

async function openDemoWorld(): Promise<World> {
  const world = await createWorld()
  worlds.push(world)
  await importOffers(world.ports, { networkSlug: 'demo', entries: readOfferFile(join(files, 'offers.csv')) })
  await beginMonth(world.ports, world.clock.nowMs() - daysWritten * dayMs)
  return world
}

/** Stops after so many steps, when a number is given. */
async function fill({ ports }: World, stepsMax = Number.POSITIVE_INFINITY): Promise<boolean> {
  const stopping = new AbortController()
  let steps = 0
  return await fillMonth(ports, {
    readCatalogue: () => readOfferFile(join(files, 'demo-offers.csv')),
    signal: stopping.signal,
    async pause() {
      steps += 1
      if (steps > stepsMax) stopping.abort()
    },
  })
}

/** The rows of a demo that everybody would see, without the ids that the database chose. */
async function pictureOf({ database }: World): Promise<Readonly<Record<string, readonly object[]>>> {
  const queries = {
    clicks: `select id, user_id, address, country, platform, verdict, outcome, reason, sub_id from clicks order by id`,
    conversions: `select click_id, goal, status, reason, revenue_micros, payout_micros, created_at from conversions
      order by click_id, goal, created_at`,
    requests: 'select id, outcome, reason, http_status from postback_requests order by id',
    callbacks: `select a.name, c.event_type, count(*) from callbacks c join callback_endpoints e
      on e.id = c.endpoint_id join apps a on a.id = e.app_id group by 1, 2 order by 1, 2`,
    balances: 'select account, sum(amount_micros) from ledger_entries group by 1 order by 1',
  }
  const picture: Record<string, readonly object[]> = {}
  for (const [name, text] of Object.entries(queries)) picture[name] = await database.database.query(text, [])
  return picture
}

async function countOf({ database }: World, text: string): Promise<number> {
  const [row] = await database.database.query<{ count: number }>(`select count(*) ${text}`, [])
  return row?.count ?? 0
}

const first = await openDemoWorld()
const second = await openDemoWorld()

test('the month is the same each time, and its ledger and statistics are clean', async (t) => {
  const startedMs = performance.now()
  assert.equal(await fill(first), true)
  t.diagnostic(`${daysWritten} days in ${Math.round(performance.now() - startedMs)} ms`)
  assert.deepEqual((await checkLedger(first.ports)).faults, [])
  await rollUpStats(first.ports)
  assert.deepEqual((await checkStats(first.ports, {})).differences, [])
})

test('stopped twice on the way and started again it is the same month', async () => {
  assert.equal(await fill(second, 60), false)
  assert.equal(await fill(second, 40), false)
  assert.equal(await fill(second), true)
  const picture = await pictureOf(second)
  for (const [name, rows] of Object.entries(await pictureOf(first))) {
    const other = picture[name] ?? []
    assert.equal(other.length, rows.length, name)
    for (const [place, row] of rows.entries()) assert.deepEqual(other[place], row, name)
  }
})

test('there is something to see of everything', async () => {
  const there: readonly string[] = [
    "from clicks where verdict = 'bot'",
    "from clicks where outcome = 'fallback'",
    "from conversions where status = 'approved'",
    "from conversions where status = 'rejected'",
    "from conversions where status = 'pending' and reason = 'claim'",
    "from conversions where status = 'pending' and reason = 'hold'",
    "from conversions where status = 'pending' and reason = 'risk'",
    "from postback_requests where outcome = 'refused'",
    "from postback_requests where outcome = 'unmatched'",
    "from callbacks where state = 'delivered'",
    'from callback_attempts where http_status = 500',
    "from callback_attempts where failure = 'connect'",
    "from settlements where kind = 'paid'",
    'from risk_assessments where score_tenths > 800',
    "from audit_log where actor like 'demo:%'",
    "from conversions where app_id in (select id from apps where name = 'Demo app') and status = 'approved'",
    'from promotions',
    'from caps',
  ]
  const missing = []
  for (const text of there) if ((await countOf(first, text)) === 0) missing.push(text)
  assert.deepEqual(missing, [])
})

test('its publishers can have people, as any other', async () => {
  const without = await countOf(
    first,
    'from publishers p where not exists (select from people_organizations o where o.publisher_id = p.id)',
  )
  assert.equal(without, 0)
})

test('removed, it leaves nothing of its own and all of what others made', async () => {
  const world = first
  await world.addNetwork({ slug: 'own' })
  const [offerId] = await world.addOffers([{ name: 'Own offer' }], 'own')
  // A visitor of the demo's wall has asked for a reward.
  await world.ports.db.query(`insert into tickets (app_id, user_id, is_test, click_id, offer_id, diagnosis, note, created_at)
    select app_id, user_id, false, id, offer_id, 'late', 'It never came.', now() from clicks limit 1`)
  await removeDemo(world.ports)
  const empty = `clicks conversions conversion_events postback_requests ledger_entries settlements callbacks
    callback_attempts callback_endpoints devices device_users risk_assessments list_entries caps cap_counters
    margin_rules promotions exchange_rates stats_15min stats_credit_times stats_sub_ids claim_keys tickets`.split(
    /\s+/,
  )
  const left = []
  for (const table of empty) if ((await countOf(world, `from ${table}`)) > 0) left.push(table)
  assert.deepEqual(left, [])
  const [{ apps, networks, offers } = { apps: 0, networks: 0, offers: 0 }] =
    await world.database.database.query<{
      apps: number
      networks: number
      offers: number
    }>(
      `select (select count(*) from apps) as apps, (select count(*) from networks) as networks,
       (select count(*) from offers where not is_test) as offers`,
      [],
    )
  assert.deepEqual([apps, networks, offers], [1, 1, 1])
  assert.ok(world.ports.snapshots.catalogue().findOffer(offerId ?? 0))
  assert.equal(await fill(world), false, 'it is not written again')
  assert.deepEqual((await checkLedger(world.ports)).faults, [])
})
