import assert from 'node:assert/strict'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { Agent, get } from 'node:http'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { openDatabase } from '../../packages/server/src/store/pg/database.ts'
import { databasePids } from '../faults/support/fault-world.ts'
import { databaseOf } from '../faults/support/journal.ts'
import { askAgain } from '../support/ask-again.ts'
import { eventually, until } from '../support/eventually.ts'
import { runCommandHere } from '../support/run-command.ts'
import { type ServerProcess, startServerProcess } from '../support/server-process.ts'

let server: ServerProcess
let headers: Record<string, string>

before(async () => {
  server = await startServerProcess({ environment: { WORKERS: '3' } })
  const { apiKey, apiSecret } = JSON.parse(await readFile(join(server.dataDir, 'demo.json'), 'utf8')) as {
    apiKey: string
    apiSecret: string
  } // written by the server
  headers = { 'x-api-key': apiKey, 'x-api-secret': apiSecret }
})

after(async () => {
  await server.stop()
})

/** A busy worker refuses before it counts. */
async function listOffers(user: string): Promise<Response> {
  return await askAgain(`${server.url}/api/v1/offers?userId=${user}&limit=1`, {
    headers: { ...headers, connection: 'close' },
  })
}

test('over several workers exactly the limit passes: 300 calls at once are 100 answers', async () => {
  const answers = await Promise.all(Array.from({ length: 300 }, (_, call) => listOffers(`user-${call}`)))
  const statuses = answers.map(({ status }) => status)
  assert.equal(statuses.filter((status) => status === 200).length, 100)
  assert.equal(statuses.filter((status) => status === 429).length, 200)
})

async function countListings(): Promise<number> {
  const text = await (await fetch(`${server.url}/metrics`)).text()
  return text
    .split('\n')
    .filter((line) => /^quoin_http_request_seconds_count.*"\/api\/v1\/offers",status="(200|429)"/.test(line))
    .reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0)
}

test('/metrics sums up what all workers have counted', async () => {
  // An answer is counted when it has left.
  await eventually(countListings, 300)
})

test('/metrics tells when a worker was last started, and how late the latest of their event loops is', async () => {
  const text = await (await fetch(`${server.url}/metrics`)).text()
  const [, startedAt] = /^quoin_process_start_time_seconds (\d+)$/m.exec(text) ?? []
  // The sum of three would lie far ahead.
  assert.ok(Math.abs(Number(startedAt) - Date.now() / 1000) < 3_600, `${startedAt}`)
  assert.match(text, /^quoin_nodejs_eventloop_lag_p99_seconds \d/m)
})

/** An offer of the demo for every country and platform. */
async function offerForAll(): Promise<number> {
  const words = ['offers', 'list', '--name', 'Giftgoat Cards']
  const { stdout } = await runCommandHere(words, server.environment)
  const [offer] = JSON.parse(stdout) as readonly { readonly offerId: number }[] // printed by us
  return offer?.offerId ?? 0
}

test('a click of one worker is known to all: 30 copies of its postback are one conversion', async () => {
  const { postbackUrl, apiKey } = JSON.parse(await readFile(join(server.dataDir, 'demo.json'), 'utf8')) as {
    postbackUrl: string
    apiKey: string
  } // written by the server
  const offerId = await offerForAll()
  const link = `${server.url}/track?offerId=${offerId}&apiKey=${apiKey}&userId=worker-user`
  const redirect = await askAgain(link, {
    redirect: 'manual',
    headers: {
      'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/141.0.0.0 Safari/537.36',
    },
  })
  const clickId = new URL(redirect.headers.get('location') ?? '').searchParams.get('click_id')
  const url = `${postbackUrl}?click_id=${clickId}&payout=1&status=approved`
  const answers = await Promise.all(
    Array.from({ length: 30 }, async () =>
      (await askAgain(url, { headers: { connection: 'close' } })).json(),
    ),
  )
  const ids = new Set(
    answers.map((answer) => (answer as { data: { conversion_id: string } }).data.conversion_id),
  )
  const fresh = answers.filter((answer) => !(answer as { data: { duplicate: boolean } }).data.duplicate)
  assert.equal(ids.size, 1)
  assert.equal(fresh.length, 1)
})

test('while the primary is stopped its workers answer from limits of their own, within a moment', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const { port } = new URL(server.url)
  const ask = (): Promise<{ status: number; ms: number }> =>
    new Promise((resolve, reject) => {
      const startedMs = performance.now()
      const path = '/api/v1/offers?userId=stopped&limit=1'
      get({ host: 'localhost', port, path, agent, headers }, (answer) => {
        answer.resume().once('end', () => {
          resolve({ status: answer.statusCode ?? 0, ms: performance.now() - startedMs })
        })
      }).once('error', reject)
    })
  // The primary hands connections out: this one is a worker's already.
  await ask()
  server.signal('SIGSTOP')
  try {
    const answers = [await ask(), await ask(), await ask()]
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 200],
    )
    const waitedMs = Math.max(...answers.map(({ ms }) => ms))
    assert.ok(waitedMs < 2_000, `waited ${waitedMs} ms`)
  } finally {
    server.signal('SIGCONT')
    agent.destroy()
  }
})

test('a worker that hangs while all are asked for their figures takes no other with it', async () => {
  const [hung = 0] = workersOf(server)
  process.kill(hung, 'SIGSTOP')
  const ask = (): Promise<Response> =>
    fetch(`${server.url}/metrics`, { headers: { connection: 'close' }, signal: AbortSignal.timeout(8_000) })
  const asked = await Promise.allSettled([ask(), ask(), ask()])
  assert.ok(asked.every((one) => one.status === 'rejected' || one.value.status >= 500))
  process.kill(hung, 'SIGKILL')
  await eventually(async () => (await ask().catch(() => undefined))?.status, 200)
  assert.ok(!server.said.stderr.includes('Operation timed out'), server.said.stderr)
})

test('a worker that ends each time before it serves is replaced less and less often', async () => {
  const own = await startServerProcess({ environment: { WORKERS: '2' } })
  await until(() => own.said.stdout !== '', 'all of them serve')
  const db = await openDatabase({
    url: await databaseOf(own.dataDir),
    connectionsMax: 1,
    statementTimeoutMs: 30_000,
  })
  // Without a catalogue on the disk a worker whose tables are missing ends, and listens before it does.
  await rm(join(own.dataDir, 'spool', 'catalogue'), { force: true })
  await db.query('alter table apps rename to apps_elsewhere', [])
  const waits = (): number[] =>
    [...own.said.stderr.matchAll(/"waitMs":(\d+)/g)].map(([, waitMs]) => Number(waitMs))
  killWorkers(own)
  await until(() => waits().length >= 6, 'workers were replaced several times')
  const [first = 0, ...later] = waits()
  assert.ok(Math.max(...later) >= 8 * first, `waits of ${waits().join(', ')} ms`)
  await db.query('alter table apps_elsewhere rename to apps', [])
  await db.close()
  await own.stop()
})

function killWorkers(own: ServerProcess): void {
  for (const pid of workersOf(own)) process.kill(pid, 'SIGKILL')
}

/** Told by their environment: the folder of their server, and a number among its workers. */
function workersOf({ dataDir }: ServerProcess): number[] {
  const isOwn = (environment: string): boolean =>
    environment.includes(`DATA_DIR=${dataDir}\0`) && environment.includes('NODE_UNIQUE_ID=')
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && isOwn(readFileOrNothing(`/proc/${name}/environ`)))
    .map(Number)
}

function readFileOrNothing(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

test('/metrics tells that the database is away by 1, and of the folder that all spool to once', async () => {
  const figureOf = (text: string, name: string) => Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(text)?.[1])
  const readMetrics = async () => await (await fetch(`${server.url}/metrics`)).text()
  const pids = await databasePids(server.dataDir)
  const offerId = await offerForAll()
  for (const pid of pids) process.kill(pid, 'SIGSTOP')
  try {
    const follow = async (user: number) => {
      const { apiKey } = JSON.parse(await readFile(join(server.dataDir, 'demo.json'), 'utf8')) as {
        apiKey: string
      } // written by the server
      const link = `${server.url}/track?offerId=${offerId}&apiKey=${apiKey}&userId=away-${user}`
      return (await fetch(link, { redirect: 'manual', headers: { connection: 'close' } })).status
    }
    await until(async () => {
      await Promise.all(Array.from({ length: 30 }, (_, user) => follow(user)))
      return figureOf(await readMetrics(), 'quoin_database_away') > 0
    }, 'the database is away')
    // The other processes learn of it by clicks of their own.
    const statuses = await Promise.all(Array.from({ length: 60 }, (_, user) => follow(100 + user)))
    assert.deepEqual([...new Set(statuses)], [302])
    const text = await readMetrics()
    const bytes = spoolFiles().reduce((sum, path) => sum + statSync(path).size, 0)
    assert.equal(figureOf(text, 'quoin_database_away'), 1)
    assert.ok(bytes > 0 && figureOf(text, 'quoin_spool_bytes') <= bytes, text)
  } finally {
    for (const pid of pids.toReversed()) process.kill(pid, 'SIGCONT')
  }
})

function spoolFiles(): string[] {
  const folder = join(server.dataDir, 'spool')
  return readdirSync(folder)
    .filter((name) => name.startsWith('clicks-'))
    .map((name) => join(folder, name))
}
