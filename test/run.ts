import { globSync } from 'node:fs'
import { join } from 'node:path'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import { parseArgs } from 'node:util'

import { changedTests } from './support/changed/changed-tests.ts'
import { isSlow, longest } from './support/lanes.ts'
import { withPreparedData } from './support/prepared-data.ts'
import { renewBuilt } from './support/renew-built.ts'
import { readShard, takeShard } from './support/shard.ts'
import {
  countProcesses,
  laneOut,
  type SharedProcesses,
  withSharedProcesses,
} from './support/share-processes.ts'
import { SlowestFiles } from './support/slowest-files.ts'
import { onTestServers } from './support/test-server.ts'

/**
 * Runs the tests, each process on a PostgreSQL of its own: `node test/run.ts [options] [files or patterns]`. Without files it runs all but the
 * slow ones, with `--slow` the slow ones alone, with `--changed` those of both that the changes since main (or since
 * `--since COMMIT`) ask for, and of either with `--shard 2/4` the second of four parts. `--slowest` prints which files
 * took longest. QUOIN_TEST_DATABASE_URL names another server to use. Ends with exit code 1 when a test failed.
 */
const root = join(import.meta.dirname, '..')
const allTests = ['packages/**/*.test.ts', 'test/**/*.test.ts', 'examples/**/*.test.ts']
const propertySeed = new URL('support/property-seed.ts', import.meta.url).href
/** Without this, each process would read the types out of every module again. */
const compileCache = join(root, 'node_modules', '.cache', 'quoin-tests')
/** The limit of a process; each of its files has less. */
const processTimeoutMs = 3_600_000

/** Every file of the patterns, in the order in which they begin. */
function filesOf(patterns: readonly string[]): readonly string[] {
  const wanted = new Set(globSync([...patterns], { cwd: root, exclude: ['**/node_modules/**'] }).toSorted())
  const first = longest.flatMap((pattern) =>
    globSync(pattern, { cwd: root }).filter((file) => wanted.has(file)),
  )
  return [...new Set([...first, ...wanted])]
}

/** A signal ends the files that run; the database is stopped after them. */
async function runFiles(
  { entries, atOnce }: SharedProcesses,
  settings: Record<string, string>,
): Promise<void> {
  Object.assign(process.env, { NODE_COMPILE_CACHE: compileCache }, settings)
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort())
  const events = run({
    files: [...entries],
    concurrency: atOnce,
    timeout: processTimeoutMs,
    execArgv: [`--import=${propertySeed}`],
    signal: stop.signal,
  })
  const slowest = new SlowestFiles()
  events.on('test:complete', (event) => slowest.note(event))
  events.on('test:fail', () => {
    process.exitCode = 1
  })
  for await (const text of events.compose(spec)) process.stdout.write(text)
  if (options.slowest) console.log(slowest.print())
}

const { values: options, positionals: patterns } = parseArgs({
  options: {
    slow: { type: 'boolean', default: false },
    changed: { type: 'boolean', default: false },
    since: { type: 'string' },
    slowest: { type: 'boolean', default: false },
    shard: { type: 'string', default: '1/1' },
  },
  allowPositionals: true,
})

/** Which files the command line asks for. */
async function chooseFiles(): Promise<readonly string[]> {
  if (patterns.length > 0) return filesOf(patterns)
  const all = filesOf(allTests)
  const ofLane = all.filter((file) => isSlow(file) === options.slow)
  if (!options.changed && options.since === undefined) return ofLane
  const wanted = await changedTests(all, options.since)
  if (wanted !== 'all') return wanted
  console.log('The change may reach anything: all but the slow tests run.')
  return ofLane
}

const files = takeShard(await chooseFiles(), readShard(options.shard))
if (files.length === 0) throw new Error(`No test file is ${patterns.join(' or ')}`)
console.log(`${files.length} test files`)
await renewBuilt(files)
const lanes = laneOut(files)
await onTestServers(countProcesses(lanes), (databases, settings) =>
  withPreparedData((data) =>
    withSharedProcesses(lanes, databases, (processes) => runFiles(processes, { ...settings, ...data })),
  ),
)
