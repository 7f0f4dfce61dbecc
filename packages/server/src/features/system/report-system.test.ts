import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { SystemPart } from '@quoin/core/alerts/system-part.ts'
import { assertSuccess } from '../../../../../test/support/assert-answer.ts'
import { diskWith } from '../../../../../test/support/disk-with.ts'
import { createWorld, type World } from '../../../../../test/support/world.ts'
import { reportSystem } from './report-system.ts'

const token = 'a-token-of-the-operator-0123456789abcdef'
let world: World
before(async () => {
  world = await createWorld({ environment: { OPERATOR_TOKEN: token, RATE_LIMIT_PER_MINUTE: '77' } })
})
after(() => world.close())

async function partsOf(process: Partial<World['ports']['process']> = {}, more: Partial<World['ports']> = {}) {
  const ports = { ...world.ports, ...more, process: { ...world.ports.process, ...process } }
  const report = await reportSystem(ports)
  const parts = new Map<string, SystemPart>(report.parts.map((part) => [part.part, part]))
  return { ...report, stateOf: (part: string) => parts.get(part)?.state, parts }
}

test('a service at rest works in every part', async () => {
  const { state, parts, stateOf } = await partsOf({ lagMs: () => 0 })
  assert.equal(state, 'ok')
  for (const part of [
    'database',
    'connections',
    'queue_clicks',
    'spool',
    'memory',
    'catalogue',
    'statistics',
    'callbacks',
    'jobs',
  ])
    assert.ok(parts.has(part), part)
  assert.deepEqual([stateOf('replication'), stateOf('mail'), stateOf('postbacks')], ['idle', 'idle', 'idle'])
  assert.match(parts.get('database')?.detail ?? '', /^PostgreSQL 1\d\.\d.*schema \d+/)
})

test('an odd or broken part is told, and the whole is as bad as its worst part', async () => {
  const waiting = await partsOf({ lagMs: () => 0, pool: () => ({ total: 12, idle: 0, waiting: 3 }) })
  assert.deepEqual([waiting.state, waiting.stateOf('connections')], ['warning', 'warning'])
  const queues = () => [{ name: 'clicks', rows: 900, oldestMs: 6_000 }]
  const late = await partsOf({
    lagMs: () => 700,
    queues,
    measureSpool: async () => ({ rows: 1, bytes: 10, oldestAtMs: world.clock.nowMs(), damagedFiles: 0 }),
  })
  assert.equal(late.state, 'broken')
  assert.deepEqual(['event_loop', 'queue_clicks', 'spool'].map(late.stateOf), ['broken', 'broken', 'warning'])
  const disk = diskWith(1)
  assert.equal((await partsOf({}, { disk })).stateOf('disk'), 'broken')
})

test('clicks that could not be read are told until their file is gone', async () => {
  const spool = (damagedFiles: number, rows = 0) =>
    partsOf({ measureSpool: async () => ({ rows, bytes: rows, oldestAtMs: null, damagedFiles }) })
  const one = await spool(1)
  assert.equal(one.stateOf('spool'), 'warning')
  assert.match(one.parts.get('spool')?.detail ?? '', /^A file has clicks that could not be read .*\.damaged/)
  const beside = (await spool(2, 7)).parts.get('spool')?.detail
  assert.match(beside ?? '', /^7 clicks wait .* 2 files have clicks that could not be read/)
  assert.equal((await spool(0)).stateOf('spool'), 'ok')
})

test('a failed job and statistics that are behind are told', async () => {
  const { db, store, newId, clock } = world.ports
  const job = { id: newId(), kind: 'stats.rebuild', actor: 'test', about: {}, payload: null }
  await store.jobs.insertJob(db, { ...job, nowMs: clock.nowMs() })
  await db.query("update jobs set state = 'failed', finished_at = clock_timestamp() where id = $1", [job.id])
  const { parts, stateOf } = await partsOf()
  assert.equal(stateOf('jobs'), 'warning')
  assert.match(parts.get('jobs')?.detail ?? '', /1 failed/)
})

test('where a standby is required and none is waited for, replication is broken and says why', async () => {
  const { settings, store } = world.ports
  const required = { ...settings, requireStandby: true }
  const alone = await partsOf({}, { settings: required })
  assert.equal(alone.stateOf('replication'), 'broken')
  const told = /^It acknowledges without a copy: no synchronous standby is waited for \(REQUIRE_STANDBY\)\.$/
  assert.match(alone.parts.get('replication')?.detail ?? '', told)
  const copied = { ...store, systemFacts: { ...store.systemFacts, isCopied: async () => true } }
  const waited = await partsOf({}, { settings: required, store: copied })
  assert.equal(waited.stateOf('replication'), 'idle')
})

test('without its database it tells of itself alone, and why', async () => {
  const { state, parts } = await partsOf({ awayReason: () => 'nobody answers at db-1' })
  assert.equal(state, 'broken')
  assert.match(parts.get('database')?.detail ?? '', /nobody answers at db-1/)
  assert.ok(parts.has('spool') && !parts.has('callbacks'))
})

test('settings are told with their source, and no secret with its value', async () => {
  const headers = { authorization: `Bearer ${token}` }
  const answer = await world.get('/operator/v1/settings', { headers })
  const settings = assertSuccess<{ variable: string; value: string | null; source: string }[]>(answer)
  const told = (name: string) => settings.find(({ variable }) => variable === name)
  assert.deepEqual(
    [told('RATE_LIMIT_PER_MINUTE')?.value, told('RATE_LIMIT_PER_MINUTE')?.source],
    ['77', 'environment'],
  )
  assert.equal(told('LINKS_PER_MINUTE')?.source, 'default')
  assert.doesNotMatch(answer.body, new RegExp(token))
})
