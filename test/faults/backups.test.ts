import assert from 'node:assert/strict'
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { startEmbeddedPostgres } from '../../packages/embedded-postgres/src/embedded-postgres.ts'
import { findDamage } from '../../packages/server/src/store/system/backup-inventory.ts'
import { openDatabase } from '../../packages/server/src/store/pg/database.ts'
import { runCommandHere } from '../support/run-command.ts'
import { runQuoin } from '../support/run-program.ts'
import { createFaultWorld } from './support/fault-world.ts'
import { assertNothingLost, databaseOf, describe } from './support/journal.ts'

/** `npm run faults:long` has more of them. */
const isLong = process.env['FAULTS'] === 'long'
const rounds = isLong ? 20 : 2
/** In every fourth round, and in the last of a few, server or database is killed while the backup is made. */
const killEvery = isLong ? 4 : 2
const passphrase = { BACKUP_PASSPHRASE: 'a passphrase of the fault tests' }

interface Taken {
  readonly backup: string
}

test('a backup under load has everything that was acknowledged before it, and one that is broken off is none', async (t) => {
  const world = await createFaultWorld(t)
  const folder = await mkdtemp(join(tmpdir(), 'quoin-backups-'))
  // As root, PostgreSQL runs as another account: it must get through, or its files lie elsewhere and stay.
  await chmod(folder, 0o711)
  t.after(() => rm(folder, { recursive: true, force: true }))
  const backups = join(folder, 'kept')
  const environment = { ...world.server().environment, ...passphrase }
  const timelines: number[] = []
  let kills = 0
  for (let round = 1; round <= rounds; round += 1) {
    const load = world.load({ isRelentless: true })
    await delay(1_500)
    const before = world.journal.copy()
    const taking = runQuoin(['backup', backups, '--max-rate', '0'], environment)
    if (round % killEvery === 0) {
      await delay(200 + Math.random() * 800)
      kills += 1
      if (kills % 2 === 0) await world.killServer()
      else await world.killDatabase()
      await taking
      await load.stop()
      if (kills % 2 === 0) await world.startServer()
      await world.settle()
      continue
    }
    const ended = await taking
    await load.stop()
    assert.equal(ended.code, 0, ended.stderr)
    const { backup } = JSON.parse(ended.stdout) as Taken
    const dataDir = join(folder, `restored-${round}`)
    const restored = await runCommandHere(['restore', backups, '--into', dataDir], passphrase)
    assert.equal(restored.code, 0, restored.stderr)
    assert.equal((JSON.parse(restored.stdout) as Taken).backup, backup)
    const server = await startEmbeddedPostgres({ dataDir })
    try {
      const verdict = await before.compare(server.url)
      assertNothingLost(verdict)
      const db = await openDatabase({ url: server.url, connectionsMax: 1, statementTimeoutMs: 0 })
      assert.deepEqual((await findDamage(db)).damages, [])
      const [row] = await db.query<{ timeline: number }>(
        'select timeline_id as timeline from pg_control_checkpoint()',
      )
      timelines.push(row?.timeline ?? 0)
      await db.close()
      t.diagnostic(`round ${round}: ${describe(verdict)}`)
    } finally {
      await server.stop()
      await rm(dataDir, { recursive: true, force: true })
    }
  }
  assert.ok(kills > 0)
  assert.deepEqual(timelines, [...new Set(timelines)], 'every restore has a timeline of its own')
  assert.ok(timelines.every((timeline) => timeline > 1))
  assert.deepEqual(
    (await readdir(folder)).filter((name) => name !== 'kept'),
    [],
    'nothing half restored is left',
  )
  assertNothingLost(await world.journal.compare(await databaseOf(world.dataDir)))
})
