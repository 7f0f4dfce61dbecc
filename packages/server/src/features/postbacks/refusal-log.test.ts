import assert from 'node:assert/strict'
import { test } from 'node:test'

import { GivenClock } from '../../../../../test/support/given-clock.ts'
import { store } from '../../store/index.ts'
import type { LoggedRequest } from '../../store/postbacks/postback-requests.ts'
import { RefusalLog } from './refusal-log.ts'

const refused: LoggedRequest = {
  id: '',
  networkId: null,
  receivedAtMs: 0,
  method: 'GET',
  address: '203.0.113.9',
  parameters: {},
  clickId: null,
  conversionId: null,
  outcome: 'refused',
  httpStatus: 400,
  reason: 'invalid',
  report: null,
  message: null,
  refused: null,
}

/** A log whose lines are counted instead of stored; `fails` says when the database is away. */
function openLog({
  fails = () => false,
  onWarning = () => {},
}: {
  fails?: () => boolean
  onWarning?: (facts: object) => void
} = {}) {
  const clock = new GivenClock()
  const lines: LoggedRequest[] = []
  const batches: number[] = []
  const warnings: string[] = []
  const silent = () => {}
  const warn = (facts: object, event: string) => {
    warnings.push(event)
    onWarning(facts)
  }
  const log = new RefusalLog({
    clock,
    db: undefined as never, // the store below asks nothing of it
    log: { debug: silent, info: silent, error: silent, warn },
    store: {
      ...store,
      postbackRequests: {
        ...store.postbackRequests,
        insertRequests: async (_db, requests) => {
          if (fails()) throw new Error('away')
          batches.push(requests.length)
          lines.push(...requests)
        },
      },
    },
  })
  return { log, clock, lines, batches, warnings }
}

async function note(log: RefusalLog, times: number, changes: Partial<LoggedRequest> = {}): Promise<void> {
  for (let time = 0; time < times; time += 1) {
    log.note({ ...refused, ...changes })
    if (time % 100 === 99) await log.close()
  }
  await log.close()
}

test('one address leaves ten lines a minute, and the next minute ten more', async () => {
  const { log, clock, lines } = openLog()
  await note(log, 50)
  assert.equal(lines.length, 10)
  await note(log, 50, { address: '203.0.113.200' })
  assert.equal(lines.length, 10)
  await note(log, 50, { address: '198.51.100.1' })
  assert.equal(lines.length, 20)
  clock.advance({ seconds: 60 })
  await note(log, 50)
  assert.equal(lines.length, 30)
})

test('a network that has proven itself leaves more', async () => {
  const { log, lines } = openLog()
  await note(log, 900, { networkId: 3, outcome: 'unmatched' })
  assert.equal(lines.length, 600)
})

test('all together leave 1,200 lines a minute, from however many addresses', async () => {
  const { log, lines } = openLog()
  for (let sender = 0; sender < 2_000; sender += 1) {
    await note(log, 2, { address: `10.${sender >> 8}.${sender & 255}.1` })
  }
  assert.equal(lines.length, 1_200)
})

test('all networks that wait for spooled clicks leave 600 lines a minute, one that is known its own', async () => {
  const { log, lines } = openLog()
  for (let sender = 0; sender < 700; sender += 1)
    await note(log, 1, { address: `10.0.${sender >> 8}.${sender & 255}`, httpStatus: 503 })
  assert.equal(lines.length, 600)
  await note(log, 1, { networkId: 3, httpStatus: 503 })
  await note(log, 1)
  assert.equal(lines.length, 602)
})

test('while a batch is written 200 lines wait at most, and those that waited follow in one batch', async () => {
  const { log, batches } = openLog()
  for (let time = 0; time < 300; time += 1) log.note({ ...refused, networkId: 3 })
  await log.close()
  assert.deepEqual(batches, [1, 200])
})

test('a thousand senders are remembered: who has had their ten lines gets none after 999 others', async () => {
  const { log, lines } = openLog()
  await note(log, 11, { address: '203.0.113.9' })
  assert.equal(lines.length, 10)
  for (let sender = 1; sender < 1_000; sender += 1) await note(log, 1, { networkId: sender })
  await note(log, 1, { address: '203.0.113.9' })
  assert.equal(lines.length, 10 + 999)
})

test('a database that is away costs lines, not the process', async () => {
  let isAway = true
  const { log, lines, warnings } = openLog({ fails: () => isAway })
  await note(log, 1)
  assert.deepEqual([lines.length, warnings.length], [0, 1])
  isAway = false
  await note(log, 2)
  assert.equal(lines.length, 2)
})

test('an outage that costs a thousand lines is told once a minute, with how many, and at the end', async () => {
  const facts: object[] = []
  const { log, clock, warnings } = openLog({ fails: () => true, onWarning: (one) => void facts.push(one) })
  await note(log, 1, { networkId: 3 })
  for (let time = 0; time < 299; time += 1) {
    log.note({ ...refused, networkId: 3 })
    await new Promise(setImmediate)
  }
  assert.equal(warnings.length, 1)
  clock.advance({ seconds: 60 })
  log.note({ ...refused, networkId: 3 })
  await log.close()
  assert.deepEqual(
    facts.map((one) => 'lines' in one && one.lines),
    [1, 300],
  )
})
