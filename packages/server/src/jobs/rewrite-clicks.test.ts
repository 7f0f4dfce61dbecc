import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { SystemPart } from '@quoin/core/alerts/system-part.ts'
import { weekMs } from '@quoin/core/time/durations.ts'
import { diskWith } from '../../../../test/support/disk-with.ts'
import { until } from '../../../../test/support/eventually.ts'
import { makeWideWeeks } from '../../../../test/support/wide-weeks.ts'
import { createWorld, GatheredLog, type World } from '../../../../test/support/world.ts'
import { reportSystem } from '../features/system/report-system.ts'
import { rewriteClicks } from './rewrite-clicks.ts'

let world: World
before(async () => {
  world = await createWorld()
  const nowMs = world.clock.nowMs()
  await makeWideWeeks(world.ports.db, {
    mondaysMs: [nowMs - 2 * weekMs, nowMs - 3 * weekMs],
    cutoverMs: nowMs,
  })
})
after(() => world.close())

const gigabyte = 1024 ** 3

async function toldWith(freeBytes: number): Promise<SystemPart | undefined> {
  const disk = diskWith(freeBytes, { totalBytes: 100 * gigabyte })
  const { parts } = await reportSystem({ ...world.ports, disk })
  return parts.find(({ part }) => part === 'clicks_to_rewrite')
}

/** Rewrites with a disk until something is so, and returns what was logged. */
async function rewriteUntil(
  freeBytes: number,
  isSo: (log: GatheredLog) => Promise<boolean>,
): Promise<GatheredLog> {
  const log = new GatheredLog()
  const { db, store, clock, settings } = world.ports
  const disk = diskWith(freeBytes, { totalBytes: 100 * gigabyte })
  const rewriting = rewriteClicks({ db, store, clock, settings, log, disk })
  await until(() => isSo(log), 'the rewriting has come so far')
  await rewriting.stop()
  return log
}

test('a week of clicks is not rewritten where the disk has no room for it, and the report says so', async () => {
  const log = await rewriteUntil(1_000, async ({ lines }) => lines.length > 0)
  assert.match(JSON.stringify(log.lines), /no room/)
  assert.equal((await world.ports.store.wideWeeks.measureWideWeeks(world.ports.db)).weeks, 2)
  const told = await toldWith(1_000)
  assert.deepEqual([told?.state, told?.detail.includes('1000 B are free')], ['warning', true])
})

test('the report tells how much is left to rewrite, and nothing when all is done', async () => {
  const told = await toldWith(50 * gigabyte)
  assert.equal(told?.state, 'ok')
  assert.match(told?.detail ?? '', /^2 weeks of clicks from before the upgrade/)
  assert.ok((told?.value ?? 0) > 0)
  await rewriteUntil(50 * gigabyte, async () => (await toldWith(50 * gigabyte)) === undefined)
})
