import assert from 'node:assert/strict'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { setClicksAside } from '../packages/server/src/jobs/keep-click-partitions.ts'
import { memoryFolder } from './support/memory-folder.ts'
import { runCommandHere } from './support/run-command.ts'
import { createWorld, masterSecret } from './support/world.ts'

test('the clock is shown with the weeks that are set aside, and every change is exported once', async (t) => {
  const world = await createWorld({ environment: { CLICK_RETENTION_DAYS: '35' } })
  t.after(() => world.close())
  const environment = { DATABASE_URL: world.database.url, QUOIN_SECRET: masterSecret }
  const run = async (...words: string[]) => {
    const { code, stdout, stderr } = await runCommandHere(words, environment)
    assert.equal(code, 0, stderr)
    return JSON.parse(stdout)
  }
  world.clock.advance({ days: 60 })
  const { setAside } = await setClicksAside(world.ports)
  assert.ok(setAside.length > 0)
  const shown = await run('clock', 'show')
  assert.deepEqual(
    shown.clicksSetAside.map(({ partition }: { partition: string }) => partition),
    setAside,
  )
  const [{ since, droppedAfter }] = shown.clicksSetAside
  assert.equal(Date.parse(droppedAfter) - Date.parse(since), 30 * 86_400_000)
  assert.deepEqual([shown.trusted, shown.doubt], [null, null])
  await run('clock', 'confirm')
  assert.match((await run('clock', 'show')).trusted, /^\d{4}-.*Z$/)

  const file = join(memoryFolder(), `quoin-test-${process.pid}-audit.jsonl`)
  const { changes } = await run('audit', 'export', file)
  const lines = (await readFile(file, 'utf8'))
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  assert.equal(lines.length, changes)
  assert.equal(lines.at(-1).action, 'clock.confirmed')
  assert.deepEqual(
    lines.map(({ id }) => id),
    lines.map(({ id }) => id).sort((one, other) => one - other),
  )
  assert.equal((await stat(file)).mode & 0o777, 0o600)
  assert.equal((await run('audit', 'export', file, '--after', String(lines.at(-1).id))).changes, 0)
})
