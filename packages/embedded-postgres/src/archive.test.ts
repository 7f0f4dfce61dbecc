import assert from 'node:assert/strict'
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import pg from 'pg'
import { until } from '../../../test/support/eventually.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import { readSegmentName } from './log-segments.ts'

test('a closed piece of the log is copied beside the cluster, as a whole', async (t) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'quoin-archive-'))
  await chmod(dataDir, 0o711)
  t.after(() => rm(dataDir, { recursive: true, force: true }))
  const server = await startEmbeddedPostgres({ dataDir, isArchived: true })
  try {
    const archive = server.archive ?? ''
    const client = new pg.Client({ connectionString: server.url })
    await client.connect()
    await client.query('create table notes (note int)')
    const { rows } = await client.query('select pg_walfile_name(pg_switch_wal()) as name')
    const name = String(rows[0]?.name)
    await until(async () => (await readdir(archive)).includes(name), 'it is there')
    assert.notEqual(readSegmentName(name), undefined)
    await client.end()
  } finally {
    await server.stop()
  }
})
