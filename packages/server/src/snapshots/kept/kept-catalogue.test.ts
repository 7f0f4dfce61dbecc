import assert from 'node:assert/strict'
import { mkdtempSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { createWorld, GatheredLog, type World } from '../../../../../test/support/world.ts'
import { CatalogueKeeper, findKept } from './kept-catalogue.ts'

let world: World
const own = { current: 'print of our secret', previous: null }
before(async () => {
  world = await createWorld()
})
after(() => world.close())

function follow(dataDir: string, log = new GatheredLog()): () => Promise<void> {
  const { ports } = world
  const bars = { offerIds: new Set<number>(), wide: [] }
  const facts = { catalogue: () => ports.snapshots.catalogue(), bars: () => bars, nowMs: ports.clock.nowMs }
  const secretPrint = own.current
  return new CatalogueKeeper({ db: ports.db, dataDir, log, secretPrint, ...facts }).follow()
}

function makeDataDir(): string {
  return mkdtempSync(join(tmpdir(), 'quoin-keeper-'))
}

test('a process keeps its catalogue at once, and again when it ends after a change', async () => {
  const dataDir = makeDataDir()
  await world.addOffer({ external_id: 'first' })
  await follow(dataDir)()
  const first = await findKept(dataDir, { log: world.log, secret: own })
  assert.equal(first?.content.offers.size, world.ports.snapshots.catalogue().size)
  const stop = follow(dataDir)
  const offerId = await world.addOffer({ external_id: 'second' })
  await stop()
  const second = await findKept(dataDir, { log: world.log, secret: own })
  assert.ok(second)
  assert.ok(second.content.offers.ids.includes(offerId))
  assert.notEqual(second.versions, first?.versions)
})

test('what has not changed is not written again', async () => {
  const dataDir = makeDataDir()
  const stop = follow(dataDir)
  await stop()
  const { ino } = statSync(join(dataDir, 'spool', 'catalogue'))
  await stop()
  assert.equal(statSync(join(dataDir, 'spool', 'catalogue')).ino, ino)
})

test('a disk that takes no file is told in the log, and ends nothing', async () => {
  const log = new GatheredLog()
  await follow('/dev/null', log)()
  assert.ok(log.lines.some((line) => line.includes('last good catalogue not kept')))
  assert.equal(await findKept(makeDataDir(), { log: world.log, secret: own }), undefined)
})

test('a catalogue that was kept under another master secret is not used, but after a rotation', async () => {
  const dataDir = makeDataDir()
  const log = new GatheredLog()
  await follow(dataDir)()
  assert.equal(await findKept(dataDir, { log, secret: { current: 'another', previous: null } }), undefined)
  assert.ok(log.lines.some((line) => line.includes('last good catalogue not used')))
  assert.ok(await findKept(dataDir, { log, secret: { current: 'another', previous: own.current } }))
})
