import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'

import { migrationsDirectory } from '../../packages/server/src/store/pg/migrate.ts'
import { createTestDatabase } from './database.ts'
import { memoryFolder } from './memory-folder.ts'

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

const passing = writeTest('passing', 'assert.equal((await database.query("select 1")).length, 1)')
const failing = writeTest('failing', 'assert.equal((await database.query("select 1")).length, 2)')
const hanging = writeTest(
  'hanging',
  'console.error("hangs on", process.pid); await new Promise(() => setInterval(() => {}, 1000))',
)

test('a file that is run by hand starts a server of its own and leaves nothing behind', async () => {
  for (const [file, code] of [
    [passing, 0],
    [failing, 1],
  ] as const) {
    const run = await runNode([file])
    assert.equal(run.code, code, run.output)
    assert.deepEqual(listServersOf(run.pid), [])
  }
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

test('the runner gives one server to all files and ends with the code of the tests', async () => {
  const runner = join(import.meta.dirname, '..', 'run.ts')
  const passed = await runNode([runner, passing])
  assert.equal(passed.code, 0, passed.output)
  assert.match(passed.output, /pass 1\n[\s\S]*fail 0\n/)
  const failed = await runNode([runner, passing, failing])
  assert.equal(failed.code, 1, failed.output)
  assert.match(failed.output, /pass 1\n[\s\S]*fail 1\n/)
})

function writeTest(name: string, work: string): string {
  const path = join(folder, `${name}.test.ts`)
  const support = new URL('./database.ts', import.meta.url).href
  const lines = [
    `import { createTestDatabase } from '${support}'`,
    `import assert from 'node:assert/strict'`,
    `import { test } from 'node:test'`,
    `test('${name}', async () => { const { database } = await createTestDatabase(); ${work} })`,
  ]
  writeFileSync(path, lines.join('\n'))
  return path
}

function runNode(files: string[]): Promise<{ pid: number | undefined; code: number; output: string }> {
  return new Promise((resolve) => {
    const child = execFile(process.execPath, files, { env: cleanEnvironment() }, (error, output, errors) => {
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
