import assert from 'node:assert/strict'
import { readdirSync, readlinkSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import type { Click } from '@quoin/core/tracking/click.ts'
import { formatId } from '@quoin/core/tracking/click-id.ts'
import { makeClick } from '../../../../../test/support/make-click.ts'
import { eventually } from '../../../../../test/support/eventually.ts'
import { replayFile } from './spool-file.ts'

const nowMs = Date.UTC(2026, 10, 21, 12)

function clickOf(number: number): Click {
  return makeClick({ id: formatId(nowMs + number, Buffer.alloc(8, number)), clickedAtMs: nowMs + number })
}

async function makeFile(t: TestContext, lines: readonly string[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'quoin-spool-file-'))
  t.after(() => rm(folder, { recursive: true }))
  const path = join(folder, 'clicks-1-a.sealed')
  writeFileSync(path, lines.map((line) => `${line}\n`).join(''))
  return path
}

function countOpen(path: string): number {
  const targets = readdirSync('/proc/self/fd').map((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`)
    } catch {
      // Closed since the folder was read.
      return undefined
    }
  })
  return targets.filter((target) => target === path).length
}

test('a replay that fails in the middle of a long file lets go of it', {
  skip: process.platform === 'linux' ? false : 'open files are counted as on Linux',
}, async (t) => {
  const path = await makeFile(
    t,
    Array.from({ length: 5_000 }, (_, number) => JSON.stringify(clickOf(number))),
  )
  const away = new Error('the database is away')
  for (let replays = 0; replays < 5; replays += 1) {
    await assert.rejects(
      replayFile(path, () => Promise.reject(away)),
      away,
    )
  }
  await eventually(() => Promise.resolve(countOpen(path)), 0, 5_000)
})

const line = JSON.stringify(clickOf(1))
const noClicks = {
  null: 'null',
  'a number': '7',
  'a key with another letter': line.replace('"userId"', '"usesId"'),
  'no time': line.replace('"clickedAtMs"', '"clickedAtMS"'),
  'an id with another letter': line.replace(/"id":"./, '"id":"z'),
  'an id of another year': line.replace(/"id":"0/, '"id":"3'),
  'an app that is no number': line.replace(/"appId":\d+/, '"appId":1e'),
}

for (const [name, damaged] of Object.entries(noClicks)) {
  test(`a line that is no click is left out of a replay, and the file is damaged: ${name}`, async (t) => {
    const path = await makeFile(t, [JSON.stringify(clickOf(0)), damaged, JSON.stringify(clickOf(2))])
    const written: Click[] = []
    const replayed = await replayFile(path, async (clicks) => {
      written.push(...clicks)
      return 0
    })
    assert.deepEqual(written, [clickOf(0), clickOf(2)])
    assert.deepEqual(replayed, { clicks: 2, isDamaged: true })
  })
}
