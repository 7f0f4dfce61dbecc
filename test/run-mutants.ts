import { spawn } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { pathToFileURL } from 'node:url'

import { listMutants, type Mutant } from './mutants/list-mutants.ts'
import { onTestServer } from './support/test-server.ts'

/**
 * Plants small mistakes, one at a time, and runs the tests that should notice:
 * `npm run mutants -- [--every 10] [--only core/caps]`. A mistake that no test notices is printed; the score is the
 * share of those that were noticed. `--every N` plants each Nth only. Ends with 1 when the score is below the least.
 */
const root = join(import.meta.dirname, '..')
const applyMutant = new URL('mutants/apply-mutant.ts', import.meta.url).href
const propertySeed = new URL('support/property-seed.ts', import.meta.url).href
/** A mistake that makes a loop endless is noticed by this. */
const patienceMs = 60_000
const runsAtOnce = 2
const scoreMin = 0.85

/** Where mistakes are planted, and besides the tests beside each file, the tests that speak of it. */
const areas: Readonly<Record<string, readonly string[]>> = {
  'packages/core/src/conversions': [],
  'packages/core/src/ledger': [],
  'packages/core/src/caps': [],
  'packages/core/src/callbacks': [],
  'packages/server/src/features/credentials': [
    'packages/server/src/http/*credential*.test.ts',
    'packages/server/src/http/sessions.test.ts',
    'packages/server/src/planes/operator/*.test.ts',
  ],
  'packages/server/src/features/postbacks': ['packages/server/src/planes/postback/*.test.ts'],
}

interface Planted extends Mutant {
  readonly file: string
  readonly line: number
  readonly was: string
  readonly tests: readonly string[]
}

function plantAll(only: string, every: number): readonly Planted[] {
  const chosen = Object.entries(areas).filter(([area]) => area.replace('/src/', '/').includes(only))
  if (chosen.length === 0) throw new RangeError(`no area is called ${only}`)
  const all = chosen.flatMap(([area, more]) => {
    const files = globSync(`${area}/**/*.ts`, { cwd: root }).filter((file) => !file.endsWith('.test.ts'))
    return files.toSorted().flatMap((file) => plantIn(file, testsOf(area, file, more)))
  })
  return all.filter((_, index) => index % every === 0)
}

function plantIn(file: string, tests: readonly string[]): readonly Planted[] {
  const source = readFileSync(join(root, file), 'utf8')
  return listMutants(source).map((mutant) => ({
    ...mutant,
    file,
    tests,
    line: source.slice(0, mutant.start).split('\n').length,
    was: source.slice(mutant.start, mutant.end).split('\n')[0] ?? '',
  }))
}

/** The test of the same name comes first: it notices most. */
function testsOf(area: string, file: string, more: readonly string[]): readonly string[] {
  const empty = more.find((pattern) => globSync(pattern, { cwd: root }).length === 0)
  if (empty !== undefined) throw new RangeError(`there are no tests ${empty}`)
  const tests = globSync([`${area}/**/*.test.ts`, ...more], { cwd: root }).toSorted()
  const own = file.replace(/\.ts$/, '.test.ts')
  return [...tests.filter((test) => test === own), ...tests.filter((test) => test !== own)]
}

/** Whether the tests pass, with a mistake or without. */
async function passes(tests: readonly string[], env: Record<string, string>): Promise<boolean> {
  const hooks = [
    `--import=${propertySeed}`,
    ...(env['MUTANT'] === undefined ? [] : [`--import=${applyMutant}`]),
  ]
  const options = ['--test', '--test-force-exit', '--test-reporter=dot', `--test-timeout=${patienceMs}`]
  const child = spawn(process.execPath, [...options, ...hooks, ...tests], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: 'ignore',
    timeout: 2 * patienceMs,
    killSignal: 'SIGKILL',
  })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => resolve(code === 0))
  })
}

/** The own test alone first, then all: most mistakes are noticed by the first. */
async function survives(planted: Planted, env: Record<string, string>): Promise<boolean> {
  const { file, start, end, text, tests } = planted
  const url = pathToFileURL(join(root, file)).href
  const mutantEnv = { ...env, MUTANT: JSON.stringify({ url, start, end, text }) }
  const [first, ...rest] = tests
  if (first === undefined || !(await passes([first], mutantEnv))) return false
  return rest.length === 0 || (await passes(rest, mutantEnv))
}

async function runAll(all: readonly Planted[], env: Record<string, string>): Promise<readonly Planted[]> {
  const queue = [...all]
  const survivors: Planted[] = []
  async function work(): Promise<void> {
    for (let planted = queue.shift(); planted !== undefined; planted = queue.shift()) {
      if (!(await survives(planted, env))) continue
      survivors.push(planted)
      const { file, line, was, text } = planted
      console.log(`SURVIVED ${file}:${line}: ${was} -> ${text === '' ? '(nothing)' : text}`)
    }
  }
  await Promise.all(Array.from({ length: runsAtOnce }, work))
  return survivors
}

const { values } = parseArgs({
  options: { every: { type: 'string', default: '1' }, only: { type: 'string', default: '' } },
})
const all = plantAll(values.only, Math.max(1, Number(values.every)))

await onTestServer(async (env) => {
  const tests = [...new Set(all.flatMap((planted) => planted.tests))]
  if (!(await passes(tests, env))) throw new Error('the tests fail without a mistake')
  const survivors = await runAll(all, env)
  const score = 1 - survivors.length / Math.max(1, all.length)
  console.log(`${all.length} mistakes, ${survivors.length} survived, score ${(100 * score).toFixed(1)} %`)
  process.exitCode = score < scoreMin ? 1 : 0
})
