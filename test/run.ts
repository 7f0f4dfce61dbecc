import { spawn } from 'node:child_process'
import { join } from 'node:path'

import { prepareTemplate, startTestServer } from './support/test-server.ts'

/**
 * Runs the tests on one PostgreSQL: `node test/run.ts [files or patterns]`. QUOIN_TEST_DATABASE_URL names
 * another server to use. Ends with the exit code of node's test runner.
 */
const root = join(import.meta.dirname, '..')
const allTests = ['packages/**/*.test.ts', 'test/**/*.test.ts', 'examples/**/*.test.ts']
const fileTimeoutMs = 300_000
const filesAtOnce = 2

async function run(patterns: readonly string[]): Promise<number> {
  const given = process.env['QUOIN_TEST_DATABASE_URL']
  const server = given === undefined ? await startTestServer() : undefined
  try {
    const url = given ?? server?.url ?? ''
    const template = await prepareTemplate(url)
    return await runNode(patterns, { QUOIN_TEST_DATABASE_URL: url, QUOIN_TEST_TEMPLATE: template })
  } finally {
    await server?.stop()
  }
}

/** A signal goes on to the test runner; the database is stopped after it has ended. */
async function runNode(patterns: readonly string[], settings: Record<string, string>): Promise<number> {
  const options = [
    '--test',
    '--test-reporter=spec',
    `--test-concurrency=${filesAtOnce}`,
    `--test-timeout=${fileTimeoutMs}`,
  ]
  const child = spawn(process.execPath, [...options, ...patterns], {
    cwd: root,
    env: { ...process.env, ...settings },
    stdio: 'inherit',
  })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => resolve(code ?? 1))
  })
}

const patterns = process.argv.slice(2)
process.exitCode = await run(patterns.length > 0 ? patterns : allTests)
