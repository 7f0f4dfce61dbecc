import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { zstdCompressSync } from 'node:zlib'
import tar from 'tar-stream'
import { unpackCluster } from './unpack-cluster.ts'

const folder = await mkdtemp(join(tmpdir(), 'quoin-unpack-'))
after(() => rm(folder, { recursive: true, force: true }))
const large = randomBytes(8 * 1024 * 1024)

type Entry = readonly [header: tar.Headers, content: Buffer | string]

async function archiveOf(entries: readonly Entry[]): Promise<Buffer> {
  const pack = tar.pack()
  for (const [header, content] of entries) pack.entry(header, content)
  pack.finalize()
  return zstdCompressSync(await buffer(pack))
}

/** The archive comes in pieces, as from a disk: what is behind a fault is not read. */
function piecesOf(bytes: Buffer, end?: Error): () => Readable {
  return () =>
    Readable.from(
      (async function* () {
        for (let place = 0; place < bytes.length; place += 65_536) yield bytes.subarray(place, place + 65_536)
        if (end !== undefined) throw end
      })(),
    )
}

let made = 0
async function newFolder(): Promise<string> {
  made += 1
  const path = join(folder, String(made))
  await mkdir(path)
  return path
}

const good: readonly Entry[] = [
  [{ name: 'PG_VERSION' }, '18\n'],
  [{ name: 'base/', type: 'directory' }, ''],
  [{ name: 'base/1' }, large],
  [{ name: 'empty' }, ''],
]

test('files are written as they were packed, with their sums', async () => {
  const into = await newFolder()
  const found = await unpackCluster(piecesOf(await archiveOf(good)), into)
  assert.deepEqual([...found.keys()], ['PG_VERSION', 'base/1', 'empty'])
  assert.deepEqual(await readFile(join(into, 'base', '1')), large)
  assert.equal(found.get('base/1')?.sha256, createHash('sha256').update(large).digest('hex'))
})

test('an archive that was changed or cut says so in a sentence, wherever the fault is', async () => {
  const bytes = await archiveOf(good)
  for (const share of [0.001, 0.1, 0.5, 0.9]) {
    const changed = Buffer.from(bytes)
    const place = Math.floor(bytes.length * share)
    for (let nth = 0; nth < 64; nth += 1) changed[place + nth] = (changed[place + nth] ?? 0) ^ 0xff
    // Random content is stored as it is: there the sums of the files find the fault.
    const found = await unpackCluster(piecesOf(changed), await newFolder()).catch((error: Error) => error)
    if (found instanceof Error) assert.match(found.message, /is damaged: it cannot be unpacked/)
    else assert.notEqual(found.get('base/1')?.sha256, createHash('sha256').update(large).digest('hex'))
    await assert.rejects(
      unpackCluster(piecesOf(bytes.subarray(0, place)), await newFolder()),
      /is damaged: it cannot be unpacked/,
    )
  }
  await assert.rejects(unpackCluster(piecesOf(randomBytes(400_000)), await newFolder()), /is damaged/)
})

test('the sentence of whoever reads the archive is the one that is told', async () => {
  const told = new Error('base.tar.zst cannot be read')
  const bytes = await archiveOf(good)
  for (const end of [bytes.length, Math.floor(bytes.length / 2), 0])
    await assert.rejects(unpackCluster(piecesOf(bytes.subarray(0, end), told), await newFolder()), told)
})

test('a disk that takes no more is told by the system, and names that lead elsewhere are refused', async () => {
  const taken = await newFolder()
  await writeFile(join(taken, 'base'), 'a file in place of the folder')
  await assert.rejects(unpackCluster(piecesOf(await archiveOf(good)), taken), { syscall: 'mkdir' })
  for (const name of ['../outside', 'pg_wal/../../outside', 'pg_wal/../standby.signal'])
    await assert.rejects(
      unpackCluster(piecesOf(await archiveOf([[{ name }, 'x']])), await newFolder()),
      /outside of its folder/,
    )
  const link: Entry = [{ name: 'link', type: 'symlink', linkname: '/etc/passwd' }, '']
  await assert.rejects(
    unpackCluster(piecesOf(await archiveOf([link])), await newFolder()),
    /neither a file nor/,
  )
})
