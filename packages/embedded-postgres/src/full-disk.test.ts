import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'

import { type Database, isUnavailable, openDatabase } from '../../server/src/store/pg/database.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts'

/** PostgreSQL needs about 40 MB to begin with, and this for each further piece of its log. */
const logPieceBytes = 16 * 1024 * 1024
const diskBytes = 112 * 1024 * 1024
const skip =
  process.getuid?.() === 0 && process.platform === 'linux'
    ? false
    : 'a small disk can be mounted by root alone'

test('on a full disk writing stops with a clear error, nothing acknowledged is lost, and it heals', {
  skip,
}, async (t) => {
  const disk = mountSmallDisk()
  if (disk === undefined) return t.skip('this machine does not let us mount a file system')
  const servers: EmbeddedPostgres[] = []
  t.after(async () => {
    for (const server of servers) await server.stop()
    removeDisk(disk)
  })
  const said: string[] = []
  const postgres = await startEmbeddedPostgres({
    dataDir: join(disk, 'data'),
    log: (line) => said.push(line),
  })
  servers.push(postgres)
  const database = await openDatabase({ url: postgres.url, connectionsMax: 4, statementTimeoutMs: 5_000 })
  await database.query('create table clicks (id int primary key, padding text not null)')

  // Some space is held by another file, which then goes away, as when an operator cleans up.
  const ballast = join(disk, 'ballast')
  writeFileSync(ballast, Buffer.alloc(2 * logPieceBytes))
  const acknowledged = new Set<number>()
  const refusals = await writeUntilFull(database, acknowledged)
  t.diagnostic(`${acknowledged.size} acknowledged before: ${[...new Set(refusals.map(String))].join(' | ')}`)
  assert(refusals.every(isUnavailable), 'each refusal is one that a plane answers with 503')
  const { bavail, bsize } = statfsSync(disk)
  assert(bavail * bsize < logPieceBytes, 'there is no room for the next piece of the log')

  rmSync(ballast)
  const startedAt = performance.now()
  await insertWhenBack(database, acknowledged)
  t.diagnostic(
    `healed ${Math.round(performance.now() - startedAt)} ms after there was space: ${said.join(' | ')}`,
  )
  await assertStored(database, acknowledged)
  await database.close()
  await postgres.stop()

  // Once more with nothing in memory: each page comes from the disk, and a damaged one fails its checksum.
  const again = await startEmbeddedPostgres({ dataDir: join(disk, 'data') })
  servers.push(again)
  const reopened = await openDatabase({ url: again.url, connectionsMax: 1, statementTimeoutMs: 5_000 })
  await assertStored(reopened, acknowledged)
  await reopened.close()
})

/** Reads every page of the table and, in the order, of its index. */
async function assertStored(database: Database, acknowledged: ReadonlySet<number>): Promise<void> {
  const rows = await database.query<{ id: number; is_whole: boolean }>(
    'select id, length(padding) = 1920 as is_whole from clicks order by id',
  )
  const whole = new Set(rows.filter((row) => row.is_whole).map((row) => row.id))
  assert.deepEqual(
    [...acknowledged].filter((id) => !whole.has(id)),
    [],
    'nothing acknowledged is lost',
  )
  assert.equal(whole.size, rows.length, 'no row is there twice or in part')
}

/** A tmpfs of its own; undefined where the kernel or a container forbids it. */
function mountSmallDisk(): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'quoin-small-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${diskBytes},mode=0755`, 'quoin-test', folder], {
      stdio: 'pipe',
    })
    chmodSync(folder, 0o755)
    return folder
  } catch {
    rmSync(folder, { recursive: true })
    return undefined
  }
}

function removeDisk(folder: string): void {
  // Lazily: a process that has just ended may not have let go of its last file.
  execFileSync('umount', ['--lazy', folder])
  rmSync(folder, { recursive: true })
}

/** Four writers insert until each has been refused twenty times. */
async function writeUntilFull(database: Database, acknowledged: Set<number>): Promise<unknown[]> {
  const refusals: unknown[] = []
  let next = 1
  async function write(): Promise<void> {
    for (let refused = 0; refused < 20; ) {
      const id = next++
      try {
        await insert(database, id)
        acknowledged.add(id)
      } catch (error) {
        refusals.push(error)
        refused++
        await delay(20)
      }
    }
  }
  await Promise.all([write(), write(), write(), write()])
  return refusals
}

async function insertWhenBack(database: Database, acknowledged: Set<number>): Promise<void> {
  for (const deadline = Date.now() + 60_000; ; await delay(50)) {
    try {
      await insert(database, 1_000_000)
      acknowledged.add(1_000_000)
      return
    } catch (error) {
      if (Date.now() > deadline) throw error
    }
  }
}

/** Rows that do not compress, so that the disk fills quickly. */
async function insert(database: Database, id: number): Promise<void> {
  await database.query(
    `insert into clicks (id, padding)
     select $1, string_agg(md5(random()::text), '') from generate_series(1, 60)`,
    [id],
  )
}
