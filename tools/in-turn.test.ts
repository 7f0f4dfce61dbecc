import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { inTurn } from './in-turn.ts'

test('work that several begin at once is done one after the other, also when one of them fails', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'quoin-turn-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'turn')
  let [running, most] = [0, 0]
  const works = Array.from({ length: 4 }, (_, place) =>
    inTurn(file, async () => {
      running += 1
      most = Math.max(most, running)
      await delay(5)
      running -= 1
      if (place === 1) throw new Error('broken')
    }),
  )
  const ended = await Promise.allSettled(works)
  assert.deepEqual([most, ended.filter(({ status }) => status === 'rejected').length], [1, 1])
  assert.equal(existsSync(file), false)
})

test('the turn of a process that was killed is taken over', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'quoin-turn-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'turn')
  const { pid } = spawnSync(process.execPath, ['--eval', ''])
  writeFileSync(file, String(pid))
  assert.equal(await inTurn(file, async () => 'done'), 'done')
})
