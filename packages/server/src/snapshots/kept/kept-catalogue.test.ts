import assert from 'node:assert/strict'
import { mkdtempSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { noBars } from '@quoin/core/caps/bars.ts'
import { hourMs } from '@quoin/core/time/durations.ts'
import { dayMs } from '@quoin/core/time/durations.ts'
import { createWorld, GatheredLog, type World } from '../../../../../test/support/world.ts'
import { listSnapshotVersions } from '../../store/snapshots/snapshot-versions.ts'
import { CatalogueKeeper, findKept } from './kept-catalogue.ts'

let world: World
before(async () => {
  world = await createWorld()
})
after(() => world.close())

type Given = Partial<ConstructorParameters<typeof CatalogueKeeper>[0]>

function keep(dataDir: string, given: Given = {}): () => Promise<void> {
  const { ports } = world
  const facts = {
    catalogue: () => ports.snapshots.catalogue(),
    catalogueVersion: () => undefined,
    bars: () => noBars,
    nowMs: ports.clock.nowMs,
  }
  return new CatalogueKeeper({
    db: ports.db,
    dataDir,
    owner: 'ours',
    log: new GatheredLog(),
    ...facts,
    ...given,
  }).follow()
}

function follow(dataDir: string, log = new GatheredLog()): () => Promise<void> {
  return keep(dataDir, { log })
}

function find(dataDir: string, { owner = 'ours', nowMs = world.clock.nowMs(), log = world.log } = {}) {
  return findKept({ dataDir, owners: [owner], nowMs, log })
}

function makeDataDir(): string {
  return mkdtempSync(join(tmpdir(), 'quoin-keeper-'))
}

test('a process keeps its catalogue at once, and again when it ends after a change', async () => {
  const dataDir = makeDataDir()
  await world.addOffer({ external_id: 'first' })
  await follow(dataDir)()
  const first = await find(dataDir)
  assert.equal(first?.content.offers.size, world.ports.snapshots.catalogue().size)
  const stop = follow(dataDir)
  const offerId = await world.addOffer({ external_id: 'second' })
  await stop()
  const second = await find(dataDir)
  assert.ok(second)
  assert.ok(second.content.offers.ids.includes(offerId))
  assert.notEqual(second.versions, first?.versions)
})

test('an unchanged catalogue is not written again', async () => {
  const dataDir = makeDataDir()
  const stop = follow(dataDir)
  await stop()
  const { ino } = statSync(join(dataDir, 'spool', 'catalogue'))
  await stop()
  assert.equal(statSync(join(dataDir, 'spool', 'catalogue')).ino, ino)
})

test('a catalogue that had not caught up when it was kept is kept again when it has', async () => {
  const dataDir = makeDataDir()
  let catalogue = world.ports.snapshots.catalogue()
  let version = await catalogueVersion()
  const stop = keep(dataDir, { catalogue: () => catalogue, catalogueVersion: () => version })
  // Written already, and not loaded yet.
  const offerId = await world.addOffer({ external_id: 'late' })
  await stop()
  assert.ok(!(await find(dataDir))?.content.offers.ids.includes(offerId))
  catalogue = world.ports.snapshots.catalogue()
  version = await catalogueVersion()
  await stop()
  assert.ok((await find(dataDir))?.content.offers.ids.includes(offerId))
})

test('a cap that is used up is kept, and kept anew before it is too old to be believed', async () => {
  const dataDir = makeDataDir()
  let bars = noBars
  let nowMs = world.ports.clock.nowMs()
  const stop = keep(dataDir, { bars: () => bars, nowMs: () => nowMs })
  await stop()
  bars = { offerIds: new Set([7]), wide: [] }
  await stop()
  assert.deepEqual((await find(dataDir))?.content.barred.offerIds, [7])
  nowMs += 2 * hourMs
  await stop()
  assert.equal((await find(dataDir))?.keptAtMs, nowMs)
})

async function catalogueVersion(): Promise<number | undefined> {
  const versions = await listSnapshotVersions(world.ports.db)
  return versions.find(({ name }) => name === 'catalogue')?.version
}

test('a disk that takes no file is told in the log, and ends nothing', async () => {
  const log = new GatheredLog()
  await follow('/dev/null', log)()
  assert.ok(log.lines.some((line) => line.includes('last good catalogue not kept')))
  assert.equal(await find(makeDataDir()), undefined)
})

test('a catalogue of another database or secret, or one that is older than three days, is not used', async () => {
  const dataDir = makeDataDir()
  await follow(dataDir)()
  const log = new GatheredLog()
  assert.ok(await find(dataDir, { log }))
  assert.equal(await find(dataDir, { owner: 'theirs', log }), undefined)
  const nowMs = world.clock.nowMs() + 3 * dayMs + 1
  assert.equal(await find(dataDir, { nowMs, log }), undefined)
  assert.match(log.lines.join('\n'), /another database, or another QUOIN_SECRET[\s\S]*older than three days/)
})

test('a catalogue that nothing changes is kept anew each half day', async () => {
  const dataDir = makeDataDir()
  let nowMs = world.clock.nowMs()
  await keep(dataDir, { nowMs: () => nowMs })()
  const before = (await find(dataDir))?.keptAtMs
  const stop = keep(dataDir, { nowMs: () => nowMs })
  nowMs += dayMs / 2
  await stop()
  assert.deepEqual([(await find(dataDir, { nowMs }))?.keptAtMs, before], [nowMs, world.clock.nowMs()])
})
