import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import type { Click } from '@quoin/core/tracking/click.ts'
import { formatId } from '@quoin/core/tracking/click-id.ts'
import { makeClick } from '../../../../../test/support/make-click.ts'
import { createWorld, type World } from '../../../../../test/support/world.ts'
import { ClickSpool } from '../../adapters/click-spool/click-spool.ts'
import { isUnavailable } from '../../store/pg/database.ts'
import { replayClicks, type Spool } from './replay-clicks.ts'
import type { PostbackReport } from '../../ports/writes.ts'

let world: World
let offerId: number
before(async () => {
  world = await createWorld()
  offerId = await world.addOffer()
})
after(() => world.close())

let made = 0

function nextClick(changes: Partial<Click> = {}): Click {
  made += 1
  const clickedAtMs = world.clock.nowMs() + made
  const facts = { appId: world.app.appId, offerId, userId: `spooled-${made}` }
  return makeClick({ ...facts, clickedAtMs, ...changes })
}

/** The files on a disk, one per list; a file that is written is gone. */
function spoolOf(...files: (readonly Click[])[]): Spool & { readonly files: (readonly Click[])[] } {
  return {
    id: world.ports.newId(),
    files,
    seal: async () => {},
    async replay(write) {
      let clicks = 0
      for (let file = files[0]; file; file = files[0]) {
        clicks += file.length - (await write(file))
        files.shift()
      }
      return { clicks, damagedFiles: [], hasMore: false }
    },
  }
}

async function replay(spool: Spool, signal = new AbortController().signal): Promise<void> {
  const { applyPostback } = world.ports.writers
  await replayClicks(world.ports, { spool, applyPostback, isUnavailable, signal })
}

async function countClicks(clicks: readonly Click[]): Promise<number> {
  const found = await Promise.all(
    clicks.map(({ id }) => world.ports.store.clicks.findClick(world.ports.db, id)),
  )
  return found.filter((click) => click !== undefined).length
}

/** A postback as it is kept while its click is unknown. */
async function keepReport(clickId: string, changes: Partial<PostbackReport> = {}): Promise<string> {
  const { db, store, newId } = world.ports
  const report: PostbackReport = {
    id: newId(),
    networkId: null,
    clickId,
    word: 'approved',
    reportedMicros: 1_500_000,
    currency: 'USD',
    goal: '',
    txnId: null,
    isDryRun: false,
    receivedAtMs: world.clock.nowMs(),
    method: 'GET',
    address: '192.0.2.1',
    parameters: {},
    ...changes,
  }
  const { id, networkId, receivedAtMs, method, address, parameters } = report
  await store.postbackRequests.insertRequests(db, [
    {
      id,
      networkId,
      receivedAtMs,
      method,
      address,
      parameters,
      clickId,
      report,
      conversionId: null,
      outcome: 'unmatched',
      httpStatus: 503,
      message: null,
      refused: null,
      reason: 'unknown_click',
    },
  ])
  return report.id
}

async function statusesOf(clickId: string): Promise<string[]> {
  const rows = await world.ports.db.query<{ status: string }>(
    'select status from conversions where click_id = $1 order by id',
    [clickId],
  )
  return rows.map(({ status }) => status)
}

test('spooled clicks are written once, however often they are replayed', async () => {
  const clicks = [nextClick(), nextClick(), nextClick()]
  await replay(spoolOf(clicks))
  const first = clicks[0]
  assert.ok(first)
  const stored = await world.ports.store.clicks.findClick(world.ports.db, first.id)
  await replay(spoolOf(clicks, clicks))
  assert.equal(await countClicks(clicks), 3)
  assert.deepEqual(await world.ports.store.clicks.findClick(world.ports.db, first.id), stored)
  assert.deepEqual(stored, { ...first, risk: null })
})

test('the partition of a week that has none is made', async () => {
  const longAgoMs = world.clock.nowMs() - 60 * 86_400_000
  const old = nextClick({ id: formatId(longAgoMs, Buffer.alloc(8, 7)), clickedAtMs: longAgoMs })
  await replay(spoolOf([old, nextClick()]))
  assert.equal(await countClicks([old]), 1)
})

test('kept postbacks are applied in the order in which they came, once, and with their own amounts', async () => {
  const click = nextClick()
  await keepReport(click.id, { word: 'pending', reportedMicros: 2_000_000 })
  await keepReport(click.id, { word: 'approved', reportedMicros: 2_000_000 })
  await keepReport(click.id, { word: 'approved', reportedMicros: 2_000_000 })
  await keepReport(nextClick().id)
  await replay(spoolOf([click]))
  assert.deepEqual(await statusesOf(click.id), ['approved'])
  const kept = () =>
    world.ports.store.unmatchedPostbacks.listKeptReports(world.ports.db, { clickIds: [click.id], limit: 9 })
  assert.deepEqual(await kept(), [])
  await replay(spoolOf([click]))
  assert.deepEqual(await statusesOf(click.id), ['approved'])
})

test('a postback that is kept in the moment in which its click is written is found, too', async () => {
  const early = nextClick()
  const click = nextClick()
  const late = nextClick()
  const spool = spoolOf([early, click, late])
  const seen: Spool = {
    ...spool,
    async replay(write) {
      const replayed = await spool.replay(write)
      // After the look for kept ones: the sender had looked for the click before it was written.
      await keepReport(click.id)
      return replayed
    },
  }
  await replay(seen)
  assert.deepEqual(await statusesOf(click.id), ['approved'])
})

test('a click that the database does not take keeps no other in the spool', async () => {
  const clicks = [nextClick(), nextClick({ id: 'no-uuid' }), nextClick()]
  const spool = spoolOf(clicks)
  const refused: number[] = []
  await replay({
    ...spool,
    replay: (write) =>
      spool.replay(async (batch) => {
        refused.push(await write(batch))
        return refused[0] ?? 0
      }),
  })
  assert.deepEqual(refused, [1])
  assert.equal(await countClicks(clicks.filter(({ id }) => id !== 'no-uuid')), 2)
})

test('the outages of a folder are over when it is replayed, and not before', async () => {
  const { db, store, newId } = world.ports
  const nowMs = world.clock.nowMs()
  const clickedAtMs = nowMs - 5_000
  const isOpen = () => store.clickOutages.isInOpenOutage(db, { clickedAtMs, nowMs })
  const spool = spoolOf([nextClick()], [nextClick()])
  const outage = { fromMs: nowMs - 10_000, toMs: nowMs }
  await store.clickOutages.upsertClickOutage(
    db,
    { id: newId(), spoolId: spool.id, ...outage },
    { timeoutMs: 1_000 },
  )
  const stopping = new AbortController()
  const stopped: Spool = {
    ...spool,
    replay: (write) =>
      spool.replay(async (batch) => {
        const count = await write(batch)
        stopping.abort()
        return count
      }),
  }
  await assert.rejects(replay(stopped, stopping.signal), { name: 'AbortError' })
  assert.equal(spool.files.length, 1)
  assert.equal(await isOpen(), true)
  await replay(spool)
  assert.equal(await isOpen(), false)
})

test('a peak of another process on the folder stays on record when the clicks until now are replayed', async () => {
  const { db, store, newId } = world.ports
  const nowMs = world.clock.nowMs()
  const isOpen = () => store.clickOutages.isInOpenOutage(db, { clickedAtMs: nowMs, nowMs })
  const spool = spoolOf([nextClick()])
  const peak = { id: newId(), spoolId: spool.id, fromMs: nowMs - 10_000, toMs: nowMs + 60_000 }
  await store.clickOutages.upsertClickOutage(db, peak, { timeoutMs: 1_000 })
  await replay({ ...spool, replay: async (write) => ({ ...(await spool.replay(write)), hasMore: true }) })
  assert.equal(await isOpen(), true)
  await replay(spool)
  assert.equal(await isOpen(), false)
})

test('an outage whose spool did not come back in days is not waited for', async () => {
  const { db, store, newId } = world.ports
  const fromMs = world.clock.nowMs() - 10 * 86_400_000
  const outage = { id: newId(), spoolId: newId(), fromMs, toMs: fromMs + 60_000 }
  await store.clickOutages.upsertClickOutage(db, outage, { timeoutMs: 1_000 })
  const isOpen = (nowMs: number) =>
    store.clickOutages.isInOpenOutage(db, { clickedAtMs: fromMs + 1_000, nowMs })
  assert.equal(await isOpen(fromMs + 86_400_000), true)
  assert.equal(await isOpen(world.clock.nowMs()), false)
})

test('a line whose time was damaged on the disk does not keep the other clicks there', async (t) => {
  const directory = mkdtempSync(join(tmpdir(), 'quoin-replay-'))
  t.after(() => rmSync(directory, { recursive: true }))
  const { nowMs, monotonicMs } = world.clock
  const spool = await ClickSpool.open({ directory, maxBytes: 1_000_000, nowMs, monotonicMs })
  const clicks = [nextClick(), nextClick()]
  const damaged = JSON.stringify(nextClick()).replace('"clickedAtMs"', '"clickedAtMS"')
  const [first, last] = clicks.map((click) => JSON.stringify(click))
  writeFileSync(join(directory, 'clicks-1-a.sealed'), `${first}\n${damaged}\n${last}\n`)
  await replay(spool)
  assert.equal(await countClicks(clicks), 2)
})
