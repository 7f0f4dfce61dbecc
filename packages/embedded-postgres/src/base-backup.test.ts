import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { after, before, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { type BaseBackupFile, takeBaseBackup } from './base-backup.ts'
import { readManifest } from './backup-manifest.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts'

let dataDir: string
let server: EmbeddedPostgres
before(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'quoin-base-'))
  server = await startEmbeddedPostgres({ dataDir })
})
after(async () => {
  await server.stop()
  await rm(dataDir, { recursive: true, force: true })
})

/** A disk that takes its time for each piece, and has room for few. */
function slow(chunks: Buffer[], waitMs: number): Writable {
  return new Writable({
    highWaterMark: 1,
    write(chunk: Buffer, _encoding, callback) {
      chunks.push(chunk)
      void delay(waitMs).then(() => callback())
    },
  })
}

test('a backup to a disk that is slower than the server comes to its end, with all of its files', async () => {
  for (const waitMs of [0, 3]) {
    const files = new Map<BaseBackupFile, Buffer[]>()
    const { timeline, startLsn, endLsn } = await takeBaseBackup({
      url: server.url,
      megabytesPerSecond: 0,
      open(file) {
        const chunks: Buffer[] = []
        files.set(file, chunks)
        return slow(chunks, waitMs)
      },
    })
    assert.equal(timeline, 1)
    assert.match(`${startLsn} ${endLsn}`, /^[0-9A-F]+\/[0-9A-F]+ [0-9A-F]+\/[0-9A-F]+$/)
    assert.deepEqual([...files.keys()], ['base.tar.zst', 'backup_manifest'])
    const manifest = readManifest(Buffer.concat(files.get('backup_manifest') ?? []))
    assert.ok(manifest.files.has('PG_VERSION') && manifest.files.size > 500)
    assert.match(manifest.system, /^\d{15,}$/)
  }
})

test('a backup fails where what it is written to fails, and the server has no slot of it left', async () => {
  const full = (): Writable =>
    new Writable({ write: (_chunk, _encoding, callback) => callback(new Error('no space left on device')) })
  await assert.rejects(
    takeBaseBackup({ url: server.url, megabytesPerSecond: 0, open: full }),
    /no space left/,
  )
  const { default: pg } = await import('pg')
  const client = new pg.Client({ connectionString: server.url })
  await client.connect()
  for (let tries = 0; tries < 100; tries += 1) {
    const { rows } = await client.query('select slot_name from pg_replication_slots')
    if (rows.length === 0) break
    assert.ok(tries < 99, 'the slot is gone')
    await delay(50)
  }
  await client.end()
})

test('a list of files that somebody changed is refused', () => {
  assert.throws(() => readManifest(Buffer.from('{}')), /damaged/)
  assert.throws(() => readManifest(Buffer.from('not a list')), /damaged/)
})
