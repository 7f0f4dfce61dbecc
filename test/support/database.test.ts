import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'

import { migrationsDirectory } from '../../packages/server/src/store/pg/migrate.ts'
import { createEmptyDatabase, createTestDatabase } from './database.ts'
import { memoryFolder } from './memory-folder.ts'

const runner = join(import.meta.dirname, '..', 'run.ts')
const folder = mkdtempSync(join(tmpdir(), 'quoin-test-files-'))
after(() => rmSync(folder, { recursive: true }))

test('each test database is migrated, and none sees the rows of another', async () => {
  const [one, two] = await Promise.all([createTestDatabase(), createTestDatabase()])
  const files = readdirSync(migrationsDirectory).filter((name) => name.endsWith('.sql'))
  for (const { database } of [one, two]) {
    const applied = await database.query<{ name: string }>(
      'select name from schema_migrations order by version',
    )
    assert.deepEqual(
      applied.map(({ name }) => name),
      files.sort(),
    )
  }
  await one.database.query('create table only_here (id int)')
  await assert.rejects(two.database.query('select * from only_here'), /does not exist/)
  await one.drop()
  await one.drop()
  assert.equal((await two.database.query('select 1')).length, 1)
})

const passes = 'assert.equal((await database.query("select 1")).length, 1)'
const passing = writeTest('passing', passes)
const failing = writeTest('failing', passes, 'assert.equal((await database.query("select 1")).length, 2)')
const hanging = writeTest(
  'hanging',
  'console.error("hangs on", process.pid); await new Promise(() => setInterval(() => {}, 1000))',
)

test('a file that is run by hand starts a server of its own and leaves nothing behind', async () => {
  const run = await runNode([failing])
  assert.equal(run.code, 1, run.output)
  assert.match(run.output, /pass 1\n[\s\S]*fail 1\n/)
  assert.deepEqual(listServersOf(run.pid), [])
})

test('a file that is interrupted takes its server with it', async () => {
  const child = spawn(process.execPath, [hanging], {
    env: cleanEnvironment(),
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const [said] = await once(child.stderr, 'data')
  assert.match(`${said}`, /hangs on/)
  assert.equal(listServersOf(child.pid).length, 1)
  child.kill('SIGTERM')
  await once(child, 'exit')
  assert.deepEqual(listServersOf(child.pid), [])
})

test('the runner gives a server to each process and ends with the code of the tests', async () => {
  const failed = await runNode([runner, passing, failing])
  assert.equal(failed.code, 1, failed.output)
  assert.match(failed.output, /pass 2\n[\s\S]*fail 1\n/)
})

test('a test that leaves something open fails its run, and the run ends', async () => {
  const open = writeTest('open', 'setInterval(() => {}, 1_000)')
  const failed = await runNode([runner, open, passing])
  assert.equal(failed.code, 1, failed.output)
  assert.match(failed.output, /A test has left open: .*Timeout/)
  assert.match(failed.output, /pass 2\n[\s\S]*fail 1\n/)
})

test('the runner and a file that is run by hand use a server that is given', async () => {
  const { url } = await createEmptyDatabase()
  const nameless = "replace(/quoin_test_\\w+/, '')"
  const given = writeTest('given', `assert.equal(url.${nameless}, '${url}'.${nameless})`)
  for (const files of [[given], [runner, given]]) {
    const passed = await runNode(files, { QUOIN_TEST_DATABASE_URL: url })
    assert.equal(passed.code, 0, passed.output)
    assert.match(passed.output, /pass 1\n[\s\S]*fail 0\n/)
  }
})

/** A file with one test for each of these works. */
function writeTest(name: string, ...works: readonly string[]): string {
  const path = join(folder, `${name}.test.ts`)
  const support = new URL('./database.ts', import.meta.url).href
  const tests = works.map(
    (work, place) =>
      `test('${name} ${place}', async () => { const { database, url } = await createTestDatabase(); ${work} })`,
  )
  const lines = [
    `import { createTestDatabase } from '${support}'`,
    `import assert from 'node:assert/strict'`,
    `import { test } from 'node:test'`,
    ...tests,
  ]
  writeFileSync(path, lines.join('\n'))
  return path
}

function runNode(
  files: readonly string[],
  settings: Readonly<Record<string, string>> = {},
): Promise<{ pid: number | undefined; code: number; output: string }> {
  return new Promise((resolve) => {
    const env = { ...cleanEnvironment(), ...settings }
    const child = execFile(process.execPath, files, { env }, (error, output, errors) => {
      const code = typeof error?.code === 'number' ? error.code : 0
      resolve({ pid: child.pid, code, output: output + errors })
    })
  })
}

/** As in a shell: without what this very test run has set. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  const { NODE_TEST_CONTEXT: _, QUOIN_TEST_DATABASE_URL: __, QUOIN_TEST_TEMPLATE: ___, ...rest } = process.env
  return rest
}

/** The folders of the test servers that a process has started; one that has stopped has none. */
function listServersOf(pid: number | undefined): string[] {
  return readdirSync(memoryFolder()).filter((name) => name.startsWith(`quoin-test-${pid}-`))
}
