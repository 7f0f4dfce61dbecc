import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { DomainError } from '@quoin/core/errors.ts'
import { backupCheckNames } from '@quoin/core/backup/backup-checks.ts'
import { dayMs, hourMs, minuteMs } from '@quoin/core/time/durations.ts'
import { createWorld, type World } from '../../../../../test/support/world.ts'
import type { Backups, LogState } from '../../ports/backups.ts'
import type { Ports } from '../../ports/ports.ts'
import { listNeeds } from '../alerts/list-needs.ts'
import { workOnJob } from '../jobs/work-on-job.ts'
import { beginDue } from './begin-due.ts'
import { startBackupJob } from './start-backup-job.ts'
import { readBackupPart } from './tell-backups.ts'
import { readBackupsNow } from './read-backups-now.ts'

let world: World
beforeEach(async () => {
  // The ends of jobs are told by the clock of the database.
  world = await createWorld({ nowMs: Date.now() + minuteMs })
})
afterEach(() => world.close())

const nobodyStops = new AbortController().signal

const logState: LogState = { untilMs: null, waitingSinceMs: null, waitingBytes: 0, isWhole: true }

/** The world's ports with backups that end as they are told. */
function portsWith(given: Partial<Backups> = {}): Ports {
  const backups: Backups = {
    to: '/mnt/backups',
    everyMs: 6 * hourMs,
    async make() {
      const begunAt = new Date(world.clock.nowMs()).toISOString()
      return { backup: '20261124T120000Z', begunAt, endedAt: begunAt, bytes: 1_000 }
    },
    prove: async () => verdict(true),
    isThere: async () => true,
    keepErasures: async () => {},
    keepToldIds: async () => true,
    shipLog: async () => {},
    logState: async () => logState,
    list: async () => [],
    isOnDatabaseDisk: async () => false,
    ...given,
  }
  return { ...world.ports, backups }
}

function verdict(isGood: boolean) {
  const checks = backupCheckNames.map((check) => ({
    check,
    isHeld: isGood,
    detail: isGood ? 'all' : 'A file is damaged.',
  }))
  const verifiedAt = new Date(world.clock.nowMs()).toISOString()
  return { backup: '20261124T120000Z', verifiedAt, seconds: 4, isGood, checks }
}

const refuse = async () => {
  throw new DomainError('SERVER_ERROR', 'The folder is full.')
}

async function work(ports: Ports): Promise<void> {
  while (await workOnJob(ports, nobodyStops, 'backups')) {
    // the next one
  }
}

async function needsOf(ports: Ports): Promise<readonly string[]> {
  const needs = await listNeeds(ports)
  return needs
    .filter(({ rule }) => rule.startsWith('backup_'))
    .map(({ rule, sentence }) => `${rule}: ${sentence}`)
}

test('a backup is begun at once, then its proof, and each again at its pace', async () => {
  const ports = portsWith()
  assert.deepEqual(await beginDue(ports), ['backups.take'])
  await work(ports)
  assert.deepEqual(await beginDue(ports), ['backups.prove'])
  await work(ports)
  assert.deepEqual(await beginDue(ports), [])
  world.clock.advance({ seconds: 6 * 3_600 })
  assert.deepEqual(await beginDue(ports), ['backups.take'])
  await work(ports)
  for (let step = 0; step < 28; step += 1) {
    world.clock.advance({ seconds: 6 * 3_600 })
    const due = await beginDue(ports)
    assert.ok(due.includes('backups.take'))
    assert.equal(due.includes('backups.prove'), step >= 26, `step ${step}`)
    if (due.includes('backups.prove')) break
    await work(ports)
  }
})

test('a backup that several find due is begun by one, and whoever asks meanwhile is told of that one', async () => {
  const ports = portsWith()
  await Promise.all([beginDue(ports), beginDue(ports), beginDue(ports)])
  const ids = await Promise.all(
    [1, 2, 3].map(() => startBackupJob(ports, { kind: 'backups.take', actor: 'token:a' })),
  )
  assert.equal(new Set(ids).size, 1)
  assert.equal((await ports.store.backupJobs.listOpen(ports.db, ['backups.take'])).length, 1)
})

test('other jobs do not wait for a backup, and a backup is no other job', async () => {
  const ports = portsWith()
  await beginDue(ports)
  assert.equal(await workOnJob(ports, nobodyStops), false)
  assert.equal(await workOnJob(ports, nobodyStops, 'backups'), true)
})

test('two failures in a row need a person, and the next good one ends that', async () => {
  const failing = portsWith({ make: refuse })
  for (const count of [1, 2]) {
    assert.deepEqual(await beginDue(failing), ['backups.take'])
    await work(failing)
    const needs = await needsOf(failing)
    assert.deepEqual(
      needs,
      count === 1 ? [] : ['backup_failed: The last 2 backups failed: The folder is full.'],
    )
    if (count === 1) assert.deepEqual(await beginDue(failing), [], 'not at once again')
    world.clock.advance({ seconds: 3_601 })
  }
  assert.equal((await readBackupPart(failing)).state, 'broken')
  const mended = portsWith()
  await beginDue(mended)
  await work(mended)
  assert.deepEqual(await needsOf(mended), [])
  assert.equal((await readBackupPart(mended)).state, 'ok')
})

test('a proof that does not hold needs a person, with the check that failed, until one holds', async () => {
  const failing = portsWith({ prove: async () => verdict(false) })
  await beginDue(failing)
  await work(failing)
  await beginDue(failing)
  await work(failing)
  assert.deepEqual(await needsOf(failing), ['backup_failed: The last proof failed: A file is damaged.'])
  assert.equal((await readBackupsNow(failing)).proofs.failures, 1)
  const ports = portsWith()
  await startBackupJob(ports, { kind: 'backups.prove', actor: 'person:ada' })
  await work(ports)
  assert.deepEqual(await needsOf(ports), [])
})

test('a backup that is late needs a person; without the setting there is none to be late', async () => {
  const ports = portsWith()
  await beginDue(ports)
  await work(ports)
  world.clock.advance({ ms: dayMs })
  assert.match((await needsOf(ports)).join(), /backup_late/)
  assert.deepEqual(await needsOf(world.ports), [])
  const { state, detail } = await readBackupPart(world.ports)
  assert.deepEqual([state, /Nothing is backed up/.test(detail)], ['idle', true])
})

test('a log that cannot leave the disk needs a person', async () => {
  const waitingSinceMs = world.clock.nowMs() - 11 * minuteMs
  const ports = portsWith({ logState: async () => ({ ...logState, waitingSinceMs, waitingBytes: 5 }) })
  await beginDue(ports)
  await work(ports)
  assert.match((await needsOf(ports)).join(), /backup_failed: The log of the database cannot leave/)
})

test('a backup that is gone needs a person; by itself none is made where its disk may be away, by hand one is', async () => {
  await beginDue(portsWith())
  await work(portsWith())
  const away = portsWith({ isThere: async () => false })
  assert.match((await needsOf(away)).join(), /backup_failed: The last good backup is not in its folder/)
  world.clock.advance({ seconds: 11 * 60 })
  assert.deepEqual(await beginDue(away), ['backups.take', 'backups.prove'])
  await work(away)
  const [failure] = (await readBackupsNow(away)).backups.failed
  assert.match(failure?.error ?? '', /If its disk is not mounted, mount it/)
  await startBackupJob(away, { kind: 'backups.take', actor: 'person:ada' })
  await work(away)
  assert.equal((await readBackupsNow(portsWith())).backups.failures, 0)
})

test('a clock in doubt removes no backup', async () => {
  const asked: boolean[] = []
  const make: Backups['make'] = async ({ mayRemove }) => {
    asked.push(mayRemove)
    return await refuse()
  }
  const ports = portsWith({ make })
  await beginDue(ports)
  await work(ports)
  const process = { ...ports.process, clockDoubts: () => ['It is a day ahead.'] }
  await startBackupJob(ports, { kind: 'backups.take', actor: 'person:ada' })
  await work({ ...ports, process })
  assert.deepEqual(asked, [true, false])
})

test('a gap in the log is mended by a backup before the next one is due', async () => {
  const ports = portsWith({ logState: async () => ({ ...logState, isWhole: false }) })
  await beginDue(ports)
  await work(ports)
  assert.deepEqual(await beginDue(ports), ['backups.prove'])
  await work(ports)
  assert.deepEqual(await beginDue(ports), [])
  world.clock.advance({ seconds: 11 * 60 })
  assert.deepEqual(await beginDue(ports), ['backups.take'])
})

test('backups on the disk of the database are told of', async () => {
  const ports = portsWith({ isOnDatabaseDisk: async () => true })
  await beginDue(ports)
  await work(ports)
  const { state, detail } = await readBackupPart(ports)
  assert.equal(state, 'warning')
  assert.match(detail, /disk of the database/)
})

test('a server that stops breaks a backup off, and the next one goes on with it', async () => {
  const stop = new AbortController()
  const ports = portsWith({
    async make({ stopping }) {
      setTimeout(() => stop.abort(), 50)
      return await new Promise((_resolve, reject) =>
        stopping.addEventListener('abort', () => reject(stopping.reason)),
      )
    },
  })
  await beginDue(ports)
  assert.equal(await workOnJob(ports, stop.signal, 'backups'), true)
  const [open] = await ports.store.backupJobs.listOpen(ports.db, ['backups.take'])
  assert.equal(open?.state, 'waiting')
  await work(portsWith())
  assert.equal((await readBackupsNow(portsWith())).state, 'good')
})
