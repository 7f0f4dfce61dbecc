import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { type Database, openDatabase } from '../../packages/server/src/store/pg/database.ts'
import { type Behaviour, openReceiver } from '../support/callback-receiver.ts'
import { until } from '../support/eventually.ts'
import { runCommandHere } from '../support/run-command.ts'
import { createFaultWorld, type FaultWorld } from './support/fault-world.ts'
import { databaseOf } from './support/journal.ts'

/** The short form is for every change; the long one is what docs/reliability.md reports. */
const isLong = process.env['FAULTS'] === 'long'
const kills = isLong ? 50 : 3
const betweenKillsMs = 600
const answerSlowlyMs = 400
const goldenRatio = (1 + Math.sqrt(5)) / 2

/** Whom a receiver has thanked for what: by step of a conversion, the ids under which it was told. */
class Ledger {
  readonly idsByStep = new Map<string, Set<string>>()
  seen = 0

  note(body: string, id: string): void {
    const { data } = JSON.parse(body) as { data: { conversion_id: string; version: number } } // our own body
    const step = `${data.conversion_id} ${data.version}`
    this.idsByStep.set(step, (this.idsByStep.get(step) ?? new Set()).add(id))
    this.seen += 1
  }
}

/** A receiver on a bad day: half of what it is sent fails, in every way that there is, and each way in its turn. */
const badDay = (ledger: Ledger): Behaviour => {
  let turn = 0
  return ({ body, id }, response, request) => {
    // Multiples of the golden ratio are spread evenly, so that even a short run meets every way.
    turn += 1
    const dice = (turn * goldenRatio) % 1
    if (dice < 0.3) return void response.writeHead(500).end('broken')
    if (dice < 0.4) return void request.socket.destroy()
    if (dice < 0.41) return // It hangs.
    // Thanked, and the thanks are lost: it will come again, and must come under the same id.
    ledger.note(body, id)
    if (dice < 0.5) return void request.socket.destroy()
    if (dice < 0.6) return void setTimeout(() => response.writeHead(200).end('OK'), answerSlowlyMs)
    response.writeHead(200).end('OK')
  }
}

const goodDay =
  (ledger: Ledger): Behaviour =>
  ({ body, id }, response) => {
    ledger.note(body, id)
    response.writeHead(200).end('OK')
  }

test('no callback is missing, and each has one id, when workers are killed and receivers fail', async (t) => {
  const ledger = new Ledger()
  const receiver = await openReceiver(badDay(ledger))
  t.after(() => receiver.close())
  const world = await createFaultWorld(t, { environment: { OUTGOING_ALLOW: '127.0.0.1' } })
  await setEndpoint(world, receiver.url)
  const load = world.load(isLong ? { visitors: 4, networks: 2 } : { visitors: 1, networks: 1 })
  for (let killed = 0; killed < kills; killed += 1) {
    await delay(betweenKillsMs * (0.5 + Math.random()))
    await world.killServer()
    await world.startServer()
  }
  await until(() => ledger.seen >= 30, 'every way to fail has had its turn')
  await load.stop()
  await world.settle()
  receiver.behave(goodDay(ledger))
  const database = await openDatabase({
    url: await databaseOf(world.dataDir),
    connectionsMax: 2,
    statementTimeoutMs: 30_000,
  })
  t.after(() => database.close())
  await sendWhatWaits(database)
  const verdict = await judge(database, ledger)
  t.diagnostic(
    `${kills} kills: ${verdict.steps} steps of conversions, ${verdict.attempts} attempts, ${ledger.seen} received`,
  )
  assert.ok(verdict.steps > 0 && ledger.seen > verdict.steps, 'some were told more than once')
  assert.deepEqual([verdict.missing, verdict.undelivered, verdict.twoIds], [0, 0, 0])
})

async function setEndpoint(world: FaultWorld, url: string): Promise<void> {
  const { environment } = world.server()
  const run = async (...words: string[]): Promise<string> => {
    const ended = await runCommandHere(words, environment)
    assert.equal(ended.code, 0, ended.stderr)
    return ended.stdout
  }
  const [app] = JSON.parse(await run('apps', 'list')) as { id: number }[] // printed so
  await run('callbacks', 'set', String(app?.id), '--url', url)
  // Known to the next one from its first request on.
  await world.server().stop()
  await world.startServer()
}

/** The schedule is proven elsewhere: here what waits for its next attempt is sent at once, and never one under way. */
async function sendWhatWaits(database: Database): Promise<void> {
  await until(async () => {
    await database.query(
      `update callbacks set next_attempt_at = now()
       where state = 'pending' and next_attempt_at > now() + interval '1 second'
         and (lease_id is null or next_attempt_at > now() + interval '31 seconds')`,
      [],
    )
    await delay(200)
    const [row] = await database.query<{ count: number }>(
      "select count(*) from callbacks where state = 'pending'",
      [],
    )
    return row?.count === 0
  }, 'every callback has ended')
}

interface CallbackVerdict {
  readonly steps: number
  readonly attempts: number
  /** Steps of conversions that nobody was told of. */
  readonly missing: number
  /** Callbacks that have ended in another way. */
  readonly undelivered: number
  readonly twoIds: number
}

async function judge(database: Database, ledger: Ledger): Promise<CallbackVerdict> {
  const steps = await database.query<{ step: string }>(
    "select conversion_id || ' ' || version as step from conversion_events",
    [],
  )
  const [row] = await database.query<{ undelivered: number; attempts: number }>(
    `select (select count(*) from callbacks where state <> 'delivered') as undelivered,
       (select count(*) from callback_attempts) as attempts`,
    [],
  )
  return {
    steps: steps.length,
    attempts: row?.attempts ?? 0,
    missing: steps.filter(({ step }) => !ledger.idsByStep.has(step)).length,
    undelivered: row?.undelivered ?? -1,
    twoIds: [...ledger.idsByStep.values()].filter(({ size }) => size > 1).length,
  }
}
