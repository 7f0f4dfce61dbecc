import { spawn } from 'node:child_process'
import { globSync } from 'node:fs'
import { join } from 'node:path'

import { onTestServer } from './support/test-server.ts'

/**
 * Runs the tests on one PostgreSQL: `node test/run.ts [files or patterns]`. QUOIN_TEST_DATABASE_URL names
 * another server to use. Ends with the exit code of node's test runner.
 */
const root = join(import.meta.dirname, '..')
const allTests = ['packages/**/*.test.ts', 'test/**/*.test.ts', 'examples/**/*.test.ts']
/** The longest first, so that none of them runs alone in the end. */
const longest = [
  'test/journeys/start-and-stop.test.ts',
  'test/faults/*.test.ts',
  'test/readme.test.ts',
  'packages/embedded-postgres/src/*.test.ts',
  'packages/server/src/jobs/send-callbacks*.test.ts',
  'packages/server/src/**/*naughty*.test.ts',
  'packages/server/src/http/raw/*.test.ts',
  'test/**/*.test.ts',
]
const propertySeed = new URL('support/property-seed.ts', import.meta.url).href
/** Each file is a process of its own; without this, each would read the types out of every module again. */
const compileCache = join(root, 'node_modules', '.cache', 'quoin-tests')
const fileTimeoutMs = 300_000
const filesAtOnce = 2

/** Every file of the patterns, in the order in which they begin. */
function filesOf(patterns: readonly string[]): readonly string[] {
  const wanted = new Set(globSync([...patterns], { cwd: root, exclude: ['**/node_modules/**'] }).toSorted())
  const first = longest.flatMap((pattern) =>
    globSync(pattern, { cwd: root }).filter((file) => wanted.has(file)),
  )
  return [...new Set([...first, ...wanted])]
}

/** A signal goes on to the test runner; the database is stopped after it has ended. */
async function runNode(patterns: readonly string[], settings: Record<string, string>): Promise<number> {
  const options = [
    '--test',
    '--test-reporter=spec',
    `--import=${propertySeed}`,
    `--test-concurrency=${filesAtOnce}`,
    `--test-timeout=${fileTimeoutMs}`,
  ]
  const child = spawn(process.execPath, [...options, ...patterns], {
    cwd: root,
    env: { NODE_COMPILE_CACHE: compileCache, ...process.env, ...settings },
    stdio: 'inherit',
  })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => resolve(code ?? 1))
  })
}

const patterns = process.argv.slice(2)
process.exitCode = await onTestServer((settings) =>
  runNode(patterns.length > 0 ? patterns : filesOf(allTests), settings),
)
