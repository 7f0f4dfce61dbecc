import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { dayMs, hourMs } from '@quoin/core/time/durations.ts'
import { openBackupFolder } from './backup-folder.ts'
import { keepToldIds, readToldAfter, removeToldBefore } from './kept-told-ids.ts'

const folder = await mkdtemp(join(tmpdir(), 'quoin-told-'))
after(() => rm(folder, { recursive: true, force: true }))

const atMs = Date.UTC(2026, 10, 24, 12)
const sign = (text: string) => createHash('sha256').update(text).digest('hex')
const idOf = (place: number) => ({ subject: `${place}`.padStart(32, '0'), id: `id-${place}` })

async function readAll(repository: Awaited<ReturnType<typeof openBackupFolder>>, afterMs: number) {
  const said: string[] = []
  const texts: string[] = []
  for await (const text of readToldAfter(repository, { afterMs, sign, log: (line) => said.push(line) }))
    texts.push(text)
  const ids = texts
    .join('')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.split(' ')[1])
  return { ids, said }
}

test('ids of after a moment are read, those of old days go, and a file that was changed is told and left out', async () => {
  const repository = await openBackupFolder(folder)
  for (const [place, untilMs] of [atMs - 2 * dayMs, atMs - hourMs / 2, atMs + 1, atMs + dayMs].entries())
    await keepToldIds(repository, { ids: [idOf(place)], from: place, untilMs }, sign)
  // Half an hour before may be after, by another clock.
  assert.deepEqual(await readAll(repository, atMs), { ids: ['id-1', 'id-2', 'id-3'], said: [] })
  await removeToldBefore(repository, atMs)
  assert.deepEqual((await readdir(join(folder, 'told'))).sort(), ['2026-11-24', '2026-11-25'])
  const day = join(folder, 'told', '2026-11-25')
  const [file = ''] = await readdir(day)
  await rename(join(day, file), join(day, file.replace('-3.', '-4.')))
  await writeFile(join(day, 'something else'), '')
  const { ids, said } = await readAll(repository, atMs)
  assert.deepEqual(ids, ['id-1', 'id-2'])
  assert.match(said.join(), /not as they were written, and were left out: 2026-11-25\//)
})
