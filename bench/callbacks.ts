// npm run bench:callbacks: from the commit of a conversion to the first attempt to tell of it.
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { upsertEndpoint } from '../packages/server/src/store/callbacks/callback-endpoints.ts'
import { insertClicks } from '../packages/server/src/store/tracking/clicks.ts'
import { type Database, openDatabase } from '../packages/server/src/store/pg/database.ts'
import { bumpSnapshot } from '../packages/server/src/store/snapshots/snapshot-versions.ts'
import { benchClick } from './bench-click.ts'
import { type QuoinServer, startQuoin } from './quoin-server.ts'

const seconds = process.argv.includes('--quick') ? 3 : 10
const ratesPerSec = [50, 200, 500]
const port = 18_450
const tickMs = 10
/** Endpoints that are gone, and the callbacks that each is owed: `--dead 10000 --due 1000` is ten million rows. */
const dead = numberOf('--dead', 10_000)
const due = numberOf('--due', 100)
const onlyDead = process.argv.includes('--only-dead')
/** Those that are gone take the connection and say nothing, where others refuse it. */
const areHanging = process.argv.includes('--hanging')
const settleSec = 30
const slowMs = 9_000
const comesBackWithinMs = 200_000

function numberOf(option: string, standard: number): number {
  const place = process.argv.indexOf(option)
  return place < 0 ? standard : Number(process.argv[place + 1])
}

/** When a callback came, in Unix milliseconds, by its id. */
const cameAt = new Map<string, number>()

async function listen(answer: RequestListener): Promise<string> {
  const server = createServer(answer)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  server.unref()
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}` // it listens on a port
}

/** When the last callback came to the one that comes back, and how many have come. */
const back = { isThere: false, came: 0, atMs: 0 }

interface Receivers {
  readonly well: string
  readonly silent: string
  readonly slow: string
  readonly returning: string
}

/** A receiver that notes and thanks, one that never answers, one that does so late, and one that comes back. */
async function openReceivers(): Promise<Receivers> {
  const well = await listen((request, response) => {
    const id = new URL(request.url ?? '/', 'http://localhost').searchParams.get('id') ?? ''
    if (!cameAt.has(id)) cameAt.set(id, Date.now())
    response.end('OK')
  })
  const slow = await listen((_request, response) => void setTimeout(() => response.end('OK'), slowMs))
  const returning = await listen((request, response) => {
    if (!back.isThere) return void request.socket.destroy()
    back.came += 1
    back.atMs = performance.now()
    response.end('OK')
  })
  return { well, silent: await listen(() => {}), slow, returning }
}

async function setEndpoint(
  db: Database,
  appId: number,
  { name, url }: { name: string; url: string },
): Promise<void> {
  await upsertEndpoint(db, {
    appId,
    name,
    url,
    mode: 'live',
    format: 'template',
    method: 'GET',
    parameters: 'id={callback_id}&user={user_id}&reward={reward}',
    signature: null,
    events: ['conversion.approved'],
    success: { okBody: null, failureBody: null },
    reversalStyle: 'same_id',
    amounts: 'signed',
    transactionIds: 'hex',
  })
  await bumpSnapshot(db, 'apps')
}

async function makeClicks(db: Database, count: number): Promise<string[]> {
  const [app] = await db.query<{ id: number }>('select min(id) as id from apps', [])
  const [offer] = await db.query<{ id: number }>(
    `select id from offers where daily_cap is null and total_cap is null and not is_test
       and payout_share_basis_points is null and payout_micros <= 1250000 limit 1`,
    [],
  )
  const wanted = { appId: app?.id ?? 0, offerId: offer?.id ?? 0 }
  const clicks = Array.from({ length: count }, () => benchClick(wanted))
  for (let done = 0; done < count; done += 1_000) await insertClicks(db, clicks.slice(done, done + 1_000))
  return clicks.map(({ id }) => id)
}

/** Reports clicks at a rate that does not wait for answers. */
async function report(origin: string, clickIds: readonly string[], perSec: number): Promise<void> {
  const startedMs = performance.now()
  const answers: Promise<unknown>[] = []
  for (let sent = 0; sent < clickIds.length; ) {
    const due = Math.min(clickIds.length, Math.ceil(((performance.now() - startedMs) / 1000) * perSec))
    for (; sent < due; sent += 1) {
      const url = `${origin}/postback?click_id=${clickIds[sent]}&payout=1.25&status=approved`
      answers.push(fetch(url).then((response) => response.text()))
    }
    await delay(tickMs)
  }
  await Promise.all(answers)
}

async function measure(db: Database, origin: string, perSec: number): Promise<string> {
  cameAt.clear()
  const clickIds = await makeClicks(db, perSec * seconds)
  await report(origin, clickIds, perSec)
  for (let waited = 0; cameAt.size < clickIds.length && waited < 30_000; waited += 100) await delay(100)
  const rows = await db.query<{ id: string; at: number }>(
    `select c.id, e.happened_at as at from callbacks c
       join conversion_events e on e.conversion_id = c.conversion_id and e.version = c.version
     where c.id = any($1)`,
    [[...cameAt.keys()]],
  )
  const waits = rows.map(({ id, at }) => (cameAt.get(id) ?? 0) - at).toSorted((a, b) => a - b)
  const at = (share: number): number =>
    waits[Math.min(waits.length - 1, Math.floor(waits.length * share))] ?? 0
  const missing = clickIds.length - waits.length
  return `${perSec}/s: ${waits.length} told, ${missing} missing; p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, max ${at(1)} ms`
}

/** An app whose endpoints nobody answers at, each owed the same conversions. */
async function addDeadEndpoints(db: Database, { silent, returning }: Receivers): Promise<void> {
  const [app] = await db.query<{ id: number }>(
    `insert into apps (publisher_id, name, currency_name) select publisher_id, 'Dead', 'Coins' from apps
     order by id limit 1 returning id`,
    [],
  )
  const [range] = await db.query<{ first: number; last: number }>(
    `with made as (
       insert into callback_endpoints (app_id, name, mode, format, url, method, parameters, events, reversal_style, amounts)
       select $1, 'dead ' || n, 'live', 'template', case n when $2::int then $4 else $3 || n end, 'GET', 'id={callback_id}',
         '{conversion.approved}', 'same_id', 'signed' from generate_series(1, $2::int) n returning id
     ) select min(id) as first, max(id) as last from made`,
    [app?.id, dead, areHanging ? `${silent}/` : 'http://127.0.0.1:9/', returning],
  )
  const { first = 0, last = -1 } = range ?? {}
  const endpointsAtOnce = Math.max(1, Math.floor(200_000 / due))
  for (let from = first; from <= last; from += endpointsAtOnce) {
    await db.query(
      `insert into callbacks (id, endpoint_id, conversion_id, version, event_type, next_attempt_at)
       select gen_random_uuid(), e, c.id, 1, 'conversion.approved', now() - interval '1 minute'
       from generate_series($1::bigint, $2::bigint) e
         cross join (select id from conversions order by id limit $3) c
       order by 2, 3`,
      [from, Math.min(last, from + endpointsAtOnce - 1), due],
    )
  }
  await bumpSnapshot(db, 'apps')
}

async function measureBesideDead(db: Database, server: QuoinServer, receivers: Receivers): Promise<void> {
  const startedMs = performance.now()
  await addDeadEndpoints(db, receivers)
  const tookSec = Math.round((performance.now() - startedMs) / 1000)
  console.log(`beside ${dead} endpoints that are gone, ${due} callbacks due each (made in ${tookSec} s):`)
  for (const phase of ['at first', `after ${settleSec} s`]) {
    if (phase !== 'at first') await delay(settleSec * 1_000)
    const beforeMs = server.processorMs()
    const fromMs = performance.now()
    const figures = await measure(db, server.origin, 50)
    const share = (server.processorMs() - beforeMs) / (performance.now() - fromMs)
    console.log(`${phase}: ${figures}; processor ${share.toFixed(2)} of a core`)
  }
  back.isThere = true
  const sinceMs = performance.now()
  while (back.came < due && performance.now() - sinceMs < comesBackWithinMs) await delay(100)
  const firstToLast = Math.round(back.atMs - sinceMs)
  console.log(`one of them comes back: ${back.came} of ${due} told after ${firstToLast} ms`)
}

process.env['OUTGOING_ALLOW'] = '127.0.0.1'
const server = await startQuoin(100, port)
const db = await openDatabase({ url: server.databaseUrl, connectionsMax: 2, statementTimeoutMs: 60_000 })
try {
  const receivers = await openReceivers()
  const { well, silent, slow } = receivers
  const [app] = await db.query<{ id: number }>('select min(id) as id from apps', [])
  await setEndpoint(db, app?.id ?? 0, { name: 'well', url: well })
  await delay(2_000)
  if (!onlyDead) for (const perSec of ratesPerSec) console.log(await measure(db, server.origin, perSec))
  if (!onlyDead) {
    await setEndpoint(db, app?.id ?? 0, { name: 'silent', url: silent })
    await delay(2_000)
    console.log('beside a receiver that never answers:')
    for (const perSec of ratesPerSec) console.log(await measure(db, server.origin, perSec))
    await db.query("update callback_endpoints set status = 'disabled' where name = 'silent'", [])
    await setEndpoint(db, app?.id ?? 0, { name: 'slow', url: slow })
    await delay(2_000)
    console.log(`beside a receiver that answers after ${slowMs / 1_000} s:`)
    for (const perSec of ratesPerSec) console.log(await measure(db, server.origin, perSec))
    await db.query("update callback_endpoints set status = 'disabled' where name = 'slow'", [])
  }
  console.log(`before them: ${await measure(db, server.origin, 50)}`)
  // Conversions that the endpoints to come are owed.
  await measure(db, server.origin, Math.ceil(due / seconds))
  await measureBesideDead(db, server, receivers)
} finally {
  await db.close()
  await server.stop()
}
process.exit(0)
