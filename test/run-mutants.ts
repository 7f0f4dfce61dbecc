import { spawn } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { pathToFileURL } from 'node:url'

import { type Coverage, hasRun, readCoverage } from './mutants/find-coverage.ts'
import { listMutants, type Mutant } from './mutants/list-mutants.ts'
import { onTestServer } from './support/test-server.ts'

/**
 * Plants small mistakes, one at a time, and runs the tests that run the changed place:
 * `npm run mutants -- [--every 10] [--from 3] [--only core/caps]`. A mistake that no test notices is printed with the
 * score so far: the share of those that were noticed. `--every N` plants each Nth only, beginning with the one that
 * `--from` counts to; `--only` names an area or a file in one. Ends with 1 when the score is below the least.
 */
const root = join(import.meta.dirname, '..')
const applyMutant = new URL('mutants/apply-mutant.ts', import.meta.url).href
const propertySeed = new URL('support/property-seed.ts', import.meta.url).href
const compileCache = join(root, 'node_modules', '.cache', 'quoin-tests')
/** A mistake that makes a loop endless is noticed by this, or by several times what its tests take without it. */
const patienceMinMs = 60_000
const patienceTimes = 5
/** Coverage slows a test down, and nothing is known of its time yet. */
const unchangedPatienceMs = 300_000
const runsAtOnce = 2
const scoreMin = 0.9

/** Where mistakes are planted, and besides the tests beside each file, the tests that speak of it. */
const areas: Readonly<Record<string, readonly string[]>> = {
  'packages/core/src/conversions': [],
  'packages/core/src/ledger': [],
  'packages/core/src/caps': [],
  'packages/core/src/callbacks': [],
  'packages/server/src/features/credentials': [
    'packages/server/src/http/*credential*.test.ts',
    'packages/server/src/http/sessions.test.ts',
    'packages/server/src/boot/master-secret.test.ts',
    'packages/server/src/planes/operator/clicks/*.test.ts',
  ],
  'packages/server/src/features/postbacks': [
    // Those of naughty strings take minutes, and ask for no more than that nothing breaks.
    'packages/server/src/planes/postback/!(naughty)*.test.ts',
    'packages/server/src/networks/presets.test.ts',
    'packages/server/src/features/conversions/record-claims.test.ts',
    'test/journeys/{goals,money-in-batches,offer-to-reversal,risk-hold,terms-of-clicks}.test.ts',
  ],
}

interface Planted extends Mutant {
  readonly file: string
  readonly url: string
  readonly line: number
  readonly column: number
  readonly was: string
  readonly tests: readonly string[]
}

interface Sample {
  readonly only: string
  readonly every: number
  readonly from: number
}

function plantAll({ only, every, from }: Sample): readonly Planted[] {
  const all = Object.entries(areas).flatMap(([area, more]) => {
    const files = globSync(`${area}/**/*.ts`, { cwd: root }).filter((file) => !file.endsWith('.test.ts'))
    const chosen = files.filter((file) => file.replace('/src/', '/').includes(only))
    const tests = testsOf(area, more)
    return chosen.toSorted().flatMap((file) => plantIn(file, tests))
  })
  const sample = all.filter((_, index) => index >= from && (index - from) % every === 0)
  if (sample.length === 0) throw new RangeError(`no mistake is planted in “${only}” from ${from} on`)
  return sample
}

function plantIn(file: string, tests: readonly string[]): readonly Planted[] {
  const source = readFileSync(join(root, file), 'utf8')
  return listMutants(source).map((mutant) => ({
    ...mutant,
    file,
    url: pathToFileURL(join(root, file)).href,
    tests,
    line: source.slice(0, mutant.start).split('\n').length,
    column: mutant.start - source.lastIndexOf('\n', mutant.start - 1),
    was: source.slice(mutant.start, mutant.end).split('\n')[0] ?? '',
  }))
}

function testsOf(area: string, more: readonly string[]): readonly string[] {
  const empty = more.find((pattern) => globSync(pattern, { cwd: root }).length === 0)
  if (empty !== undefined) throw new RangeError(`there are no tests ${empty}`)
  return globSync([`${area}/**/*.test.ts`, ...more], { cwd: root }).toSorted()
}

type Outcome = 'passed' | 'failed' | 'took too long'

/** Runs tests, with a mistake or without. Pure rules share a process: to start one costs more than they. */
async function runTests(
  tests: readonly string[],
  env: Record<string, string>,
  patienceMs: number,
): Promise<Outcome> {
  const startedMs = performance.now()
  const hooks = [propertySeed, ...(env['MUTANT'] === undefined ? [] : [applyMutant])]
  const options = ['--test', '--test-isolation=none', '--test-force-exit', `--test-timeout=${patienceMs}`]
  const child = spawn(process.execPath, [...options, ...hooks.map((hook) => `--import=${hook}`), ...tests], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: 'ignore',
    timeout: 2 * patienceMs,
    killSignal: 'SIGKILL',
  })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => {
      const isLate = performance.now() - startedMs >= patienceMs
      resolve(code === 0 ? 'passed' : isLate ? 'took too long' : 'failed')
    })
  })
}

/** The code that a test runs when there is no mistake, and how long it takes. */
interface Run {
  readonly test: string
  readonly tookMs: number
  readonly coverage: Coverage
}

async function runUnchanged(test: string, env: Record<string, string>): Promise<Run> {
  const folder = await mkdtemp(join(tmpdir(), 'quoin-coverage-'))
  try {
    const startedMs = performance.now()
    // Without the compile cache, which makes coverage coarse.
    const outcome = await runTests([test], { ...env, NODE_V8_COVERAGE: folder }, unchangedPatienceMs)
    if (outcome !== 'passed') throw new Error(`${test} ${outcome} without a mistake`)
    return { test, tookMs: performance.now() - startedMs, coverage: await readCoverage(folder) }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The tests that run the place of a mistake, in the order in which they are tried: the quick ones first. */
function groupTests({ url, start, tests }: Planted, runs: readonly Run[]): readonly (readonly string[])[] {
  const covering = runs.filter(({ test, coverage }) => tests.includes(test) && hasRun(coverage, url, start))
  const quickFirst = covering.toSorted((a, b) => a.tookMs - b.tookMs).map(({ test }) => test)
  const isPure = quickFirst.every((test) => test.startsWith('packages/core/'))
  return isPure && quickFirst.length > 0 ? [quickFirst] : quickFirst.map((test) => [test])
}

/** A mistake survives when all that run its place pass. */
async function tryOut(planted: Planted, runs: readonly Run[], env: Record<string, string>): Promise<Outcome> {
  const { url, start, end, text } = planted
  const MUTANT = JSON.stringify({ url, start, end, text })
  for (const tests of groupTests(planted, runs)) {
    const tookMs = runs.reduce((sum, run) => sum + (tests.includes(run.test) ? run.tookMs : 0), 0)
    const patienceMs = Math.max(patienceMinMs, Math.ceil(patienceTimes * tookMs))
    const outcome = await runTests(tests, { ...env, NODE_COMPILE_CACHE: compileCache, MUTANT }, patienceMs)
    if (outcome !== 'passed') return outcome
  }
  return 'passed'
}

async function runAll(all: readonly Planted[], env: Record<string, string>): Promise<number> {
  const runs: Run[] = []
  await inTurns([...new Set(all.flatMap(({ tests }) => tests))], async (test) => {
    runs.push(await runUnchanged(test, env))
  })
  let planted = 0
  let survived = 0
  await inTurns(all, async (one) => {
    const outcome = await tryOut(one, runs, env)
    planted += 1
    if (outcome !== 'failed') {
      const { file, line, column, was, text } = one
      const word = outcome === 'passed' ? 'SURVIVED' : 'NOTICED BY TIME'
      console.log(`${word} ${file}:${line}:${column}: ${was} -> ${text === '' ? '(nothing)' : text}`)
    }
    if (outcome === 'passed') survived += 1
    else if (planted % 20 > 0) return
    console.log(
      `${planted} of ${all.length} mistakes, ${survived} survived, score ${percent(1 - survived / planted)}`,
    )
  })
  return 1 - survived / Math.max(1, planted)
}

async function inTurns<T>(all: readonly T[], run: (one: T) => Promise<void>): Promise<void> {
  const queue = [...all]
  async function work(): Promise<void> {
    for (let one = queue.shift(); one !== undefined; one = queue.shift()) await run(one)
  }
  await Promise.all(Array.from({ length: runsAtOnce }, work))
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`
}

const { values } = parseArgs({
  options: {
    every: { type: 'string', default: '1' },
    from: { type: 'string', default: '0' },
    only: { type: 'string', default: '' },
  },
})
const every = Math.max(1, Number(values.every))
const all = plantAll({ only: values.only, every, from: Number(values.from) })

await onTestServer(async (env) => {
  const score = await runAll(all, env)
  console.log(`${all.length} mistakes, score ${percent(score)}`)
  process.exitCode = score < scoreMin ? 1 : 0
})
