import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { openDisk } from './disk.ts'

test('one disk is told once, with all that is on it, and a folder that is missing is left out', async (t) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'quoin-disk-'))
  t.after(() => rm(dataDir, { recursive: true }))
  const disk = openDisk({ dataDir, isEmbedded: true })
  await mkdir(join(dataDir, 'spool'))
  assert.deepEqual(
    (await disk.measure()).map(({ uses }) => uses),
    [['data', 'spool']],
  )
  await mkdir(join(dataDir, 'postgres'))
  const [one, ...others] = await disk.measure()
  assert.deepEqual([one?.uses, others], [['data', 'spool', 'database'], []])
  assert.ok(one && one.freeBytes > 0 && one.freeBytes <= one.totalBytes)
})

test('a data directory that is gone is on no disk', async () => {
  const disk = openDisk({ dataDir: '/nowhere/quoin', isEmbedded: false })
  assert.deepEqual(await disk.measure(), [])
})
