import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { TimelineFile } from './timeline-file.ts'

const one = { system: '1', timeline: 2, acceptances: 0 }
const times = (firstWrittenAtMs: number, lastWrittenAtMs: number) => ({ firstWrittenAtMs, lastWrittenAtMs })

async function makeFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'quoin-timeline-'))
  t.after(() => rm(folder, { recursive: true }))
  return folder
}

test('the latest server of each cluster is kept with its times, the cluster of the last write first', async (t) => {
  const folder = await makeFolder(t)
  let nowMs = 10
  const file = new TimelineFile(folder, { nowMs: () => nowMs, user: 'server' })
  assert.deepEqual(file.list(), [])
  await file.keep(one)
  nowMs = 20
  await file.keep(one)
  assert.deepEqual(file.list(), [{ ...one, ...times(10, 20) }])
  nowMs = 30
  await file.keep({ ...one, timeline: 3 })
  await file.keep({ ...one, system: '2' })
  assert.deepEqual(file.list(), [
    { ...one, system: '2', ...times(30, 30) },
    { ...one, timeline: 3, ...times(30, 30) },
  ])
})

test('it is never lowered, and an acceptance is no lowering', async (t) => {
  const folder = await makeFolder(t)
  const file = new TimelineFile(folder, { nowMs: () => 10, user: 'server' })
  const other = new TimelineFile(folder, { nowMs: () => 20, user: 'server' })
  await file.keep({ ...one, timeline: 5 })
  await other.keep({ ...one, timeline: 4 })
  assert.deepEqual(file.list(), [{ ...one, timeline: 5, ...times(10, 10) }])
  await other.keep({ ...one, timeline: 1, acceptances: 1 })
  await file.keep({ ...one, timeline: 9 })
  assert.deepEqual(file.list(), [{ ...one, timeline: 1, acceptances: 1, ...times(20, 20) }])
})

test('the line of an earlier Quoin is read, as an earlier one reads ours; what is no line is left out', async (t) => {
  const folder = await makeFolder(t)
  await mkdir(join(folder, 'spool'))
  const path = join(folder, 'spool', 'timeline')
  await writeFile(path, '1 2\nno line at all\n\n')
  const file = new TimelineFile(folder, { nowMs: () => 10, user: 'server' })
  assert.deepEqual(file.list(), [{ ...one, ...times(0, 0) }])
  await file.keep({ ...one, timeline: 3 })
  assert.match(await readFile(path, 'utf8'), /^1 3 0 10 10\s*$/)
})

test('a command makes no folder, adds no cluster, and raises the one that it meets where it stands', async (t) => {
  const folder = await makeFolder(t)
  const command = new TimelineFile(folder, { nowMs: () => 20, user: 'command' })
  await command.keep(one)
  assert.deepEqual(command.list(), [])
  const server = new TimelineFile(folder, { nowMs: () => 10, user: 'server' })
  await server.keep(one)
  await server.keep({ ...one, system: '2' })
  await command.keep({ ...one, system: '3' })
  await command.keep({ ...one, timeline: 3 })
  assert.deepEqual(command.list(), [
    { ...one, system: '2', ...times(10, 10) },
    { ...one, timeline: 3, ...times(20, 20) },
  ])
})
