import { globSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join, matchesGlob } from 'node:path'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'

import { groupFiles, withGroups } from './support/group-files.ts'
import { withPreparedData } from './support/prepared-data.ts'
import { renewDashboard } from './support/renew-dashboard.ts'
import { renewWall } from './support/renew-wall.ts'
import { onTestServer } from './support/test-server.ts'

/**
 * Runs the tests on one PostgreSQL: `node test/run.ts [--slow] [files or patterns]`. Without files it runs all but the
 * slow ones, with `--slow` the slow ones alone. QUOIN_TEST_DATABASE_URL names another server to use. Ends with exit
 * code 1 when a test failed.
 */
const root = join(import.meta.dirname, '..')
const allTests = ['packages/**/*.test.ts', 'test/**/*.test.ts', 'examples/**/*.test.ts']
/** The longest first, so that none of them runs alone in the end. */
const longest = [
  'test/journeys/start-and-stop.test.ts',
  'test/matrix.test.ts',
  'test/readme.test.ts',
  'test/faults/*.test.ts',
  'packages/embedded-postgres/src/*.test.ts',
  'packages/server/src/{features/demo/month/fill-month,http/raw/slow-senders}.test.ts',
  'packages/server/src/jobs/send-callbacks*.test.ts',
  'packages/server/src/**/*naughty*.test.ts',
  'packages/server/src/http/raw/*.test.ts',
  'test/**/*.test.ts',
]
/** They ask of the whole system at length what the others ask of its parts: CI runs both. */
const slow = [
  'test/faults/*.test.ts',
  'test/browser/!(frame).test.ts',
  'test/journeys/{demo-month,operator-life,processes-agree,start-and-stop,workers}.test.ts',
  'packages/embedded-postgres/src/*.test.ts',
  'test/{readme,sdk-packed,collectors}.test.ts',
  'test/receivers/receivers.test.ts',
]
const propertySeed = new URL('support/property-seed.ts', import.meta.url).href
/** Each file is a process of its own; without this, each would read the types out of every module again. */
const compileCache = join(root, 'node_modules', '.cache', 'quoin-tests')
/** The limit of a group of files; each of them has less. */
const fileTimeoutMs = 1_800_000
/** With one more, tests of faults on two processors run into their own limits of time. */
const filesAtOnce = Math.max(2, availableParallelism())

/** Every file of the patterns, in the order in which they begin. */
function filesOf(patterns: readonly string[]): readonly string[] {
  const wanted = new Set(globSync([...patterns], { cwd: root, exclude: ['**/node_modules/**'] }).toSorted())
  const first = longest.flatMap((pattern) =>
    globSync(pattern, { cwd: root }).filter((file) => wanted.has(file)),
  )
  return [...new Set([...first, ...wanted])]
}

/** A signal ends the files that run; the database is stopped after them. */
async function runFiles(files: readonly string[], settings: Record<string, string>): Promise<void> {
  Object.assign(process.env, { NODE_COMPILE_CACHE: compileCache }, settings)
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort())
  const events = run({
    files: [...files],
    concurrency: filesAtOnce,
    timeout: fileTimeoutMs,
    execArgv: [`--import=${propertySeed}`],
    signal: stop.signal,
  })
  events.on('test:fail', () => {
    process.exitCode = 1
  })
  for await (const text of events.compose(spec)) process.stdout.write(text)
}

/** Which files the command line asks for. */
function readFiles(words: readonly string[]): readonly string[] {
  const patterns = words.filter((word) => word !== '--slow')
  if (patterns.length > 0) return filesOf(patterns)
  const isSlow = (file: string) => slow.some((pattern) => matchesGlob(file, pattern))
  return filesOf(allTests).filter((file) => isSlow(file) === words.includes('--slow'))
}

const patterns = process.argv.slice(2)
const files = readFiles(patterns)
if (files.length === 0) throw new Error(`No test file is ${patterns.join(' or ')}`)
if (files.some((file) => file.includes('browser'))) await renewDashboard()
if (files.some((file) => /browser|wall|sdk/.test(file))) await renewWall()
await onTestServer((server) =>
  withPreparedData((data) =>
    withGroups(groupFiles(files), (entries) => runFiles(entries, { ...server, ...data })),
  ),
)
