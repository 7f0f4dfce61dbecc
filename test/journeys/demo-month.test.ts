import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { until } from '../support/eventually.ts'
import { runCommandHere } from '../support/run-command.ts'
import { type ServerProcess, startServerProcess } from '../support/server-process.ts'

const on = { DEMO_MONTH: 'on' }

/** The newest click there is, if there is any. */
async function newestOf({ environment }: ServerProcess): Promise<string> {
  const { stdout } = await runCommandHere(['clicks', 'list', '--limit', '1'], environment)
  const { items } = JSON.parse(stdout) as { items: readonly { id: string }[] }
  return items[0]?.id ?? ''
}

test('the demo month is written behind a server that answers, goes on at the next start, and is removed for good', async (t) => {
  const startedMs = performance.now()
  const first = await startServerProcess({ isFirstStart: true, environment: on })
  t.diagnostic(`ready after ${Math.round(performance.now() - startedMs)} ms`)
  await until(async () => (await newestOf(first)) !== '', 'clicks are written')
  assert.equal((await fetch(`${first.url}/readyz`)).status, 200)
  const stopMs = performance.now()
  assert.equal((await first.stop()).code, 0)
  t.diagnostic(`stopped in the middle within ${Math.round(performance.now() - stopMs)} ms`)
  assert.doesNotMatch(first.said.stdout, /demo traffic stopped/)

  const second = await startServerProcess({ dataDir: first.dataDir, environment: on })
  const before = await newestOf(second)
  await until(async () => (await newestOf(second)) > before, 'the month goes on')
  const removal = await runCommandHere(['demo', 'remove'], second.environment)
  assert.equal(removal.code, 0, removal.stderr)
  await until(async () => (await newestOf(second)) === '', 'the demo is gone')
  assert.equal((await second.stop()).code, 0)
  const third = await startServerProcess({ dataDir: first.dataDir, environment: on })
  assert.equal((await runCommandHere(['apps', 'list'], third.environment)).stdout.trim(), '[]')
  assert.equal(existsSync(join(first.dataDir, 'demo.json')), false)
})
