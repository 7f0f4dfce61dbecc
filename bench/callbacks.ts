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
import { startQuoin } from './quoin-server.ts'

const seconds = process.argv.includes('--quick') ? 3 : 10
const ratesPerSec = [50, 200, 500]
const port = 18_450
const tickMs = 10

/** When a callback came, in Unix milliseconds, by its id. */
const cameAt = new Map<string, number>()

async function listen(answer: RequestListener): Promise<string> {
  const server = createServer(answer)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  server.unref()
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}` // it listens on a port
}

/** A receiver that notes and thanks, and one beside it that never answers. */
async function openReceivers(): Promise<{ well: string; dead: string }> {
  const well = await listen((request, response) => {
    const id = new URL(request.url ?? '/', 'http://localhost').searchParams.get('id') ?? ''
    if (!cameAt.has(id)) cameAt.set(id, Date.now())
    response.end('OK')
  })
  return { well, dead: await listen(() => {}) }
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
    'select id from offers where daily_cap is null and total_cap is null and not is_test limit 1',
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

process.env['OUTGOING_ALLOW'] = '127.0.0.1'
const server = await startQuoin(100, port)
const db = await openDatabase({ url: server.databaseUrl, connectionsMax: 2, statementTimeoutMs: 60_000 })
try {
  const { well, dead } = await openReceivers()
  const [app] = await db.query<{ id: number }>('select min(id) as id from apps', [])
  await setEndpoint(db, app?.id ?? 0, { name: 'well', url: well })
  await delay(2_000)
  for (const perSec of ratesPerSec) console.log(await measure(db, server.origin, perSec))
  await setEndpoint(db, app?.id ?? 0, { name: 'dead', url: dead })
  await delay(2_000)
  console.log('beside a receiver that never answers:')
  for (const perSec of ratesPerSec) console.log(await measure(db, server.origin, perSec))
} finally {
  await db.close()
  await server.stop()
}
process.exit(0)
