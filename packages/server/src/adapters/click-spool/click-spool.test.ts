import assert from 'node:assert/strict'
import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type { Click } from '@quoin/core/tracking/click.ts'
import { formatId } from '@quoin/core/tracking/click-id.ts'
import { makeClick } from '../../../../../test/support/make-click.ts'
import { QueueFullError } from '../../group-commit/batcher.ts'
import { ClickSpool } from './click-spool.ts'

const nowMs = Date.UTC(2026, 10, 21, 12)
const folders: string[] = []
after(async () => {
  for (const folder of folders) await rm(folder, { recursive: true })
})

async function makeDirectory(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'quoin-spool-'))
  folders.push(folder)
  return join(folder, 'spool')
}

function openSpool(
  directory: string,
  maxBytes = 1_000_000,
  monotonicMs = () => performance.now(),
): Promise<ClickSpool> {
  return ClickSpool.open({ directory, maxBytes, nowMs: () => nowMs, monotonicMs })
}

function clickOf(number: number): Click {
  return makeClick({
    id: formatId(nowMs + number, Buffer.alloc(8, number)),
    userId: `user-${number}`,
    userAgent: 'a "quoted"\\ agent é ',
    clickedAtMs: nowMs + number,
  })
}

const clicks = Array.from({ length: 1_200 }, (_, number) => clickOf(number))

function addAll(spool: ClickSpool, some: readonly Click[]): Promise<unknown> {
  return Promise.all(some.map((click) => spool.add(click)))
}

/** Replays everything; returns the clicks in order of their ids, and what the spool says. */
async function replayAll(spool: ClickSpool) {
  const written: Click[] = []
  const replayed = await spool.replay(async (batch) => {
    written.push(...batch)
    return 0
  })
  return { written: written.sort((a, b) => (a.id < b.id ? -1 : 1)), ...replayed }
}

function filesIn(directory: string): string[] {
  return readdirSync(directory).filter((name) => name.startsWith('clicks-'))
}

test('added clicks come out as they were, once, and leave nothing behind', async () => {
  const directory = await makeDirectory()
  const spool = await openSpool(directory)
  await addAll(spool, clicks)
  assert.ok(spool.bytes > 100_000)
  await spool.seal()
  const { written, damagedFiles } = await replayAll(spool)
  assert.deepEqual(written, clicks)
  assert.deepEqual([damagedFiles, filesIn(directory), spool.bytes], [[], [], 0])
  assert.deepEqual((await replayAll(spool)).written, [])
})

test('a replay tells that another process has gone on to write', async () => {
  const directory = await makeDirectory()
  const [spool, other] = [await openSpool(directory), await openSpool(directory)]
  await spool.add(clickOf(1))
  const replayed = await spool.replay(async () => {
    await other.add(clickOf(2))
    return 0
  })
  assert.equal(replayed.hasMore, true)
  const { written, hasMore } = await replayAll(spool)
  assert.deepEqual([written, hasMore], [[clickOf(2)], false])
})

test('processes of one folder have one bound between them, as of a second ago', async () => {
  const directory = await makeDirectory()
  let passedMs = 0
  const [spool, other] = [
    await openSpool(directory, 3_000, () => passedMs),
    await openSpool(directory, 3_000, () => passedMs),
  ]
  await other.add(clickOf(1))
  const bytesOfOne = other.bytes
  while (other.bytes + bytesOfOne < 3_000) await other.add(clickOf(2))
  passedMs += 1_000
  await assert.rejects(spool.add(clickOf(3)), QueueFullError)
})

test('an add resolves when the click is in a file, and only the owner may read it', async () => {
  const directory = await makeDirectory()
  const spool = await openSpool(directory)
  await spool.add(clickOf(1))
  const [file = ''] = filesIn(directory)
  assert.match(readFileSync(join(directory, file), 'utf8'), /"userId":"user-1"/)
  assert.equal(statSync(join(directory, file)).mode & 0o777, 0o600)
  assert.equal(statSync(directory).mode & 0o777, 0o700)
  await spool.seal()
})

test('the clicks of a dead process are counted, dated and replayed by the next', async () => {
  const directory = await makeDirectory()
  const dead = await openSpool(directory)
  await addAll(dead, clicks.slice(0, 10))
  const next = await openSpool(directory)
  assert.equal(next.id, dead.id)
  assert.equal(next.bytes, dead.bytes)
  const sinceMs = (await next.sinceMs()) ?? Number.NaN
  assert.ok(sinceMs <= nowMs && sinceMs >= nowMs - 120_000)
  assert.deepEqual((await replayAll(next)).written, clicks.slice(0, 10))
  assert.equal(await next.sinceMs(), undefined)
  await dead.seal()
})

test('a last line that is torn was never acknowledged and is left out', async () => {
  const directory = await makeDirectory()
  const dead = await openSpool(directory)
  await addAll(dead, clicks.slice(0, 3))
  const [file = ''] = filesIn(directory)
  appendFileSync(join(directory, file), JSON.stringify(clickOf(4)).slice(0, 60))
  const { written, damagedFiles } = await replayAll(await openSpool(directory))
  assert.deepEqual(written, clicks.slice(0, 3))
  assert.deepEqual([damagedFiles, filesIn(directory)], [[], []])
  await dead.seal()
})

test('a file with a broken line in its middle is kept, and all the rest of it is replayed; mended, it is replayed whole', async () => {
  const directory = await makeDirectory()
  const spool = await openSpool(directory)
  const lines = clicks.slice(0, 5).map((click) => JSON.stringify(click))
  const [sealed, kept] = ['sealed', 'damaged'].map((end) => join(directory, `clicks-${nowMs}-0a.${end}`))
  assert.ok(sealed !== undefined && kept !== undefined)
  const broken = lines.with(2, `\u0000\u0000${lines[2]?.slice(9)}`)
  writeFileSync(sealed, `${broken.join('\n')}\n`)
  const { written, damagedFiles } = await replayAll(spool)
  assert.deepEqual(written.length, 4)
  assert.deepEqual(damagedFiles, [`clicks-${nowMs}-0a`])
  assert.deepEqual(filesIn(directory), [`clicks-${nowMs}-0a.damaged`])
  assert.equal(await spool.sinceMs(), undefined)
  assert.deepEqual(await spool.measure(), { rows: 0, bytes: 0, oldestAtMs: null, damagedFiles: 1 })
  // As the runbook says.
  writeFileSync(kept, `${lines.join('\n')}\n`)
  renameSync(kept, sealed)
  assert.deepEqual((await replayAll(spool)).written, clicks.slice(0, 5))
  assert.deepEqual(await spool.measure(), { rows: 0, bytes: 0, oldestAtMs: null, damagedFiles: 0 })
})

test('a replay that fails keeps everything, and the next one brings it all', async () => {
  const directory = await makeDirectory()
  const spool = await openSpool(directory)
  await addAll(spool, clicks)
  let batches = 0
  const failing = spool.replay(async () => {
    batches += 1
    if (batches === 2) throw new Error('away')
    return 0
  })
  await assert.rejects(failing, /away/)
  assert.ok(spool.bytes > 0)
  assert.deepEqual((await replayAll(spool)).written, clicks)
  await spool.seal()
})

test('a spool that is full refuses, and takes clicks again after a replay', async () => {
  const spool = await openSpool(await makeDirectory(), 2_000)
  const added = await Promise.allSettled(clicks.slice(0, 20).map((click) => spool.add(click)))
  assert.ok(added.every((one) => one.status === 'rejected' && one.reason instanceof QueueFullError))
  await addAll(spool, clicks.slice(0, 3))
  await assert.rejects(addAll(spool, clicks.slice(3, 9)), QueueFullError)
  await spool.seal()
  assert.equal((await replayAll(spool)).written.length, 3)
  await addAll(spool, clicks.slice(3, 6))
  await spool.seal()
})

test('a disk that fails acknowledges nothing and is not filled with empty files', async () => {
  const directory = await makeDirectory()
  const spool = await openSpool(directory)
  await spool.add(clickOf(1))
  await spool.seal()
  // No file can be made where the folder was.
  renameSync(directory, `${directory}-gone`)
  for (let attempt = 0; attempt < 3; attempt += 1) await assert.rejects(spool.add(clickOf(2)), /ENOENT/)
  renameSync(`${directory}-gone`, directory)
  await spool.add(clickOf(3))
  await spool.seal()
  assert.deepEqual(
    (await replayAll(spool)).written.map(({ userId }) => userId),
    ['user-1', 'user-3'],
  )
})

test('processes that share a folder lose nothing, whoever replays while others still write', async () => {
  const directory = await makeDirectory()
  const spools = await Promise.all([1, 2, 3].map(() => openSpool(directory)))
  assert.equal(new Set(spools.map(({ id }) => id)).size, 1)
  const written = new Set<string>()
  const acknowledged = new Set<string>()
  const write = async (batch: readonly Click[]): Promise<number> => {
    for (const { id } of batch) written.add(id)
    return 0
  }
  let replaying: Promise<unknown> = Promise.resolve()
  for (let round = 0; round < 60; round += 1) {
    const some = clicks.slice(round * 20, round * 20 + 20)
    const adds = some.map(async (click, index) => {
      await spools[index % 2]?.add(click)
      acknowledged.add(click.id)
    })
    // Without waiting: it seals files under the hands of those that write them.
    replaying = replaying.then(() => spools[round % 3]?.replay(write))
    await Promise.all(adds)
  }
  await replaying
  for (const spool of spools) await spool.seal()
  await spools[0]?.replay(write)
  assert.equal(acknowledged.size, clicks.length)
  assert.deepEqual(
    [...acknowledged].filter((id) => !written.has(id)),
    [],
  )
  assert.deepEqual(filesIn(directory), [])
})

test('clicks that wait are counted with the age of the oldest, whoever wrote them, and each byte once', async () => {
  const directory = await makeDirectory()
  const spool = await openSpool(directory)
  const other = await openSpool(directory)
  assert.deepEqual(await spool.measure(), { rows: 0, bytes: 0, oldestAtMs: null, damagedFiles: 0 })
  await addAll(spool, clicks.slice(0, 700))
  await addAll(other, clicks.slice(700, 1_000))
  assert.deepEqual(await spool.measure(), {
    rows: 1_000,
    bytes: spool.bytes + other.bytes,
    oldestAtMs: nowMs,
    damagedFiles: 0,
  })
  await addAll(spool, clicks.slice(1_000))
  const [first, second] = await Promise.all([spool.measure(), spool.measure()])
  assert.deepEqual([first.rows, second.rows], [1_200, 1_200])
  await spool.seal()
  await other.seal()
  await replayAll(spool)
  assert.equal((await spool.measure()).rows, 0)
})

test('a file that cannot be read keeps no other click on the disk, and the replay fails with its reason', async () => {
  const directory = await makeDirectory()
  const spool = await openSpool(directory)
  await spool.add(clickOf(1))
  await spool.seal()
  // Nobody can read a folder as a file, whoever runs the test.
  mkdirSync(join(directory, 'clicks-1-a.sealed'))
  const written: Click[] = []
  const replay = spool.replay(async (batch) => {
    written.push(...batch)
    return 0
  })
  await assert.rejects(replay, { code: 'EISDIR' })
  assert.deepEqual(written, [clickOf(1)])
  assert.deepEqual(filesIn(directory), ['clicks-1-a.sealed'])
})

test('a file that cannot be read is counted as one click at least, beside the others', async () => {
  const directory = await makeDirectory()
  const spool = await openSpool(directory)
  await spool.add(clickOf(1))
  mkdirSync(join(directory, 'clicks-1-a.sealed'))
  const { rows, oldestAtMs } = await spool.measure()
  assert.deepEqual([rows, oldestAtMs], [2, 1])
  await spool.seal()
})
