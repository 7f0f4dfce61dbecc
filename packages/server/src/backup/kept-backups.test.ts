import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { readKeepRule } from '@quoin/core/backup/keep-rule.ts'
import { nameOfSegment, readSegmentName } from '@quoin/embedded-postgres/log-segments.ts'
import { openBackupFolder } from './backup-folder.ts'
import { findBackup } from './backup-record.ts'
import { keepPiece, listLog } from './kept-log.ts'
import { listCopies, removeOld } from './kept-backups.ts'

const folders: string[] = []
after(async () => {
  for (const folder of folders) await rm(folder, { recursive: true, force: true })
})

const made = '20261124T120000Z'
const nowMs = Date.UTC(2026, 10, 24, 12, 1)

/** A folder with whole backups; of each the piece of the log that it ends in, and its timeline where it is not the first. */
async function folderWith(
  backups: Readonly<Record<string, number>>,
  proved: readonly string[] = [],
  timelines: Readonly<Record<string, number>> = {},
) {
  const folder = await mkdtemp(join(tmpdir(), 'quoin-kept-'))
  folders.push(folder)
  for (const [name, piece] of Object.entries(backups)) {
    const record = {
      format: 1,
      kind: 'base',
      quoin: '0.2.0',
      endedAt: '2026-11-24T12:00:00.000Z',
      timeline: timelines[name] ?? 1,
      endLsn: `${Math.floor(piece / 256)}/${((piece % 256) * 16 * 1024 * 1024).toString(16).toUpperCase()}`,
      files: { 'base.tar.zst': { bytes: 10, sha256: 'ab' } },
    }
    await mkdir(join(folder, name))
    await writeFile(join(folder, name, 'backup.json'), JSON.stringify(record))
    if (proved.includes(name))
      await writeFile(
        join(folder, name, 'verified.json'),
        JSON.stringify({ isGood: true, verifiedAt: '2026-11-24T12:00:00.000Z' }),
      )
  }
  return { folder, repository: await openBackupFolder(folder) }
}

function ruleOf(text: string) {
  const rule = readKeepRule(text)
  if (rule instanceof Error) throw rule
  return rule
}

test('a name of the future, which a wrong clock has made, stays and has nothing else removed', async () => {
  const { repository } = await folderWith({ '20301231T000000Z': 9, [made]: 3, '20261123T120000Z': 2 })
  const removal = { rule: ruleOf('7d'), made, nowMs }
  assert.deepEqual(await removeOld(repository, removal), { removed: [], notRemoved: [] })
  // The clock was ahead when this one was made.
  const ahead = { ...removal, made: '20301231T000000Z' }
  await removeOld(repository, ahead)
  assert.ok((await repository.list()).includes('20301231T000000Z'))
})

test('a name of the future is not the newest one while there is another', async () => {
  const { repository } = await folderWith({ '20301231T000000Z': 9, [made]: 3, '20261123T120000Z': 2 })
  assert.equal((await findBackup(repository, { nowMs })).name, made)
  const { repository: alone } = await folderWith({ '20301231T000000Z': 9 })
  assert.equal((await findBackup(alone, { nowMs })).name, '20301231T000000Z')
})

test('the newest that was proved stays however old it is, and what the rule does not keep goes', async () => {
  const { repository } = await folderWith({ '20250101T000000Z': 1, '20250601T000000Z': 2, [made]: 3 }, [
    '20250101T000000Z',
  ])
  const { removed } = await removeOld(repository, { rule: ruleOf('1d'), made, nowMs })
  assert.deepEqual(removed, ['20250601T000000Z'])
  assert.deepEqual(await repository.list(), ['20250101T000000Z', made])
})

test('one that cannot be removed is told, and fails nothing', async () => {
  const { repository } = await folderWith({ '20250101T000000Z': 1, '20250601T000000Z': 2, [made]: 3 })
  const stuck = {
    ...repository,
    async remove(path: string) {
      if (path === '20250101T000000Z') throw new Error('EPERM')
      await repository.remove(path)
    },
  }
  assert.deepEqual(await removeOld(stuck, { rule: ruleOf('1d'), made, nowMs }), {
    removed: ['20250601T000000Z'],
    notRemoved: ['20250101T000000Z'],
  })
})

test('the log goes with the backup before it, and stays behind those of the last days', async () => {
  const { folder, repository } = await folderWith({
    '20261101T000000Z': 2,
    '20261123T120000Z': 261,
    [made]: 270,
  })
  const signature = 'a'.repeat(64)
  for (const number of [1, 255, 256, 260, 261, 262, 600])
    await keepPiece(repository, { name: nameOfSegment({ timeline: 1, number }), signature }, Buffer.of())
  await keepPiece(repository, { name: '00000001.history', signature }, Buffer.of())
  await removeOld(repository, { rule: ruleOf('7d'), made, nowMs })
  assert.deepEqual(
    (await listLog(repository, '')).map(({ name }) => readSegmentName(name)?.number),
    [261, 262, 600],
  )
  assert.ok((await readdir(join(folder, 'log'))).includes('histories'))
})

test('the log of before an upgrade stays with its backups, and goes with the last of them', async () => {
  const old = '20261123T120000Z'
  const { repository } = await folderWith({ [old]: 300, [made]: 3 }, [], { [made]: 2 })
  const signature = 'a'.repeat(64)
  for (const [timeline, number] of [
    [1, 299],
    [1, 300],
    [1, 301],
    [2, 2],
    [2, 3],
    [2, 4],
  ] as const)
    await keepPiece(repository, { name: nameOfSegment({ timeline, number }), signature }, Buffer.of())
  const numbers = async (): Promise<unknown[]> =>
    (await listLog(repository, '')).map(({ name }) => readSegmentName(name)?.number)
  await removeOld(repository, { rule: ruleOf('7d'), made, nowMs })
  assert.deepEqual(await numbers(), [300, 301, 2, 3, 4])
  await repository.remove(old)
  await removeOld(repository, { rule: ruleOf('7d'), made, nowMs })
  assert.deepEqual(await numbers(), [3, 4])
})

test('a file with the name of a backup is none, and a damaged description makes none', async () => {
  const { folder, repository } = await folderWith({ [made]: 1, '20261123T120000Z': 1 })
  await writeFile(join(folder, '20260202T000000Z'), '')
  await writeFile(join(folder, '20261123T120000Z', 'backup.json'), '{"format":1')
  assert.deepEqual(
    (await listCopies(repository)).map(({ backup, whole }) => [backup, whole !== null]),
    [
      [made, true],
      ['20261123T120000Z', false],
    ],
  )
})
