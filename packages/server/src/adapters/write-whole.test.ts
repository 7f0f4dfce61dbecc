import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { writeWhole } from './write-whole.ts'

test('a file is replaced at once, and a failed attempt leaves nothing behind', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'quoin-whole-'))
  const path = join(folder, 'new', 'table')
  writeWhole(path, 'one')
  writeWhole(path, new TextEncoder().encode('two'))
  assert.equal(await readFile(path, 'utf8'), 'two')
  // A folder cannot be replaced by a file.
  assert.throws(() => writeWhole(join(folder, 'new'), 'three'))
  assert.deepEqual([await readdir(folder), await readdir(join(folder, 'new'))], [['new'], ['table']])
})
