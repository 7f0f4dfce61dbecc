import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'

import { dataPathsIn, draftIn, readPassword, removeDrafts, writeSecret } from './data-paths.ts'

const rounds = 200
const turnsMax = 20
const starts = ['one', 'two', 'three']

test('one of the starts that write a password at once wins, and none reads a file that is not whole', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'quoin-paths-'))
  t.after(() => rm(folder, { recursive: true }))
  let late = 0
  for (let round = 0; round < rounds; round++) {
    const paths = { ...dataPathsIn(folder), passwordFile: join(folder, `password-${round}`) }
    const read = await Promise.all(
      starts.map(async (password, place) => {
        // The later ones come at each moment of the first one's writing.
        for (let turn = 0; turn < place * (round % turnsMax); turn++) await setImmediate()
        const won = await writeSecret(paths.passwordFile, password).then(
          () => true,
          () => false,
        )
        if (!won) late++
        return { won, password, kept: await readPassword(paths) }
      }),
    )
    const winner = read.filter(({ won }) => won)
    assert.equal(winner.length, 1)
    for (const { kept } of read) assert.equal(kept, winner[0]?.password)
  }
  assert.equal(late, rounds * (starts.length - 1))
  assert.equal((await readdir(folder)).length, rounds, 'nothing else is left')
})

test('drafts of killed starts go, also of one with our own number; those of living ones stay', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'quoin-paths-'))
  t.after(() => rm(folder, { recursive: true }))
  const ours = draftIn(folder)
  const living = join(folder, `postgres.new-${process.ppid}-0`)
  const killed = [process.pid, 2 ** 22 + 1].map((pid) => join(folder, `postgres.new-${pid}-0`))
  for (const path of [ours, living, ...killed, join(folder, 'postgres.new')]) await writeFile(path, '')
  await removeDrafts(folder)
  const left = (await readdir(folder)).map((name) => join(folder, name))
  assert.deepEqual(left.sort(), [ours, living, join(folder, 'postgres.new')].sort())
})
