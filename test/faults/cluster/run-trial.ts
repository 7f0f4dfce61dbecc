import { appendFileSync, existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { tmpdir } from 'node:os'
import { parseArgs } from 'node:util'
import { clearLeftFolders } from './cluster-folder.ts'
import { type Laboratory, withLaboratory } from './laboratory.ts'
import { missingForCluster } from './programs.ts'
import { stopOnSignals } from './stop-on-signals.ts'
import type { Failure } from './trial/failure.ts'
import { listFailures } from './trial/failures.ts'
import { keepLogs } from './trial/keep-logs.ts'
import { emptyOutcome, type Outcome } from './trial/outcome.ts'
import { type Pace, runFailure } from './trial/run-failure.ts'
import { renderTable } from './trial/table.ts'

/**
 * The failures of a cluster, one after the other: `npm run cluster:trial`, or `npm run cluster:trial -- --only
 * leader-machine,switchover`. Each outcome is a line of `--results`; a run that was cut goes on behind the last one, unless
 * `--anew` is given. Logs of a failure that did not hold are kept beside. Ends with 1 when something did not hold.
 */
const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    seconds: { type: 'string', default: '12' },
    visitors: { type: 'string', default: '6' },
    results: { type: 'string', default: join(tmpdir(), 'quoin-cluster-trial.jsonl') },
    anew: { type: 'boolean', default: false },
    against: { type: 'string' },
    list: { type: 'boolean', default: false },
  },
})

const failures = listFailures(values.against)

function choose(only: string | undefined): readonly Failure[] {
  if (only === undefined) return failures
  return only.split(',').map((name) => {
    const found = failures.find((failure) => failure.name === name)
    if (found === undefined)
      throw new Error(`${name}: the failures are ${failures.map((one) => one.name).join(', ')}`)
    return found
  })
}

function readOutcomes(file: string): readonly Outcome[] {
  if (values.anew || !existsSync(file)) return []
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
  return lines.map((line) => JSON.parse(line) as Outcome) // as it was written below
}

function note(outcome: Outcome, startedMs: number): void {
  appendFileSync(values.results, `${JSON.stringify(outcome)}\n`)
  const seconds = Math.round((performance.now() - startedMs) / 1_000)
  console.error(`${outcome.name}: ${outcome.broken.join('; ') || outcome.skipped || 'held'} (${seconds} s)`)
}

/** In one laboratory as far as that goes: one that does not become whole again is left with an outcome that says so. */
async function runSome(
  laboratory: Laboratory,
  chosen: readonly Failure[],
  pace: Pace,
  stopped: AbortSignal,
): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = []
  for (const failure of chosen) {
    if (stopped.aborted) break
    const startedMs = performance.now()
    let isLost = false
    const outcome = await runFailure(laboratory, failure, pace).catch((error: unknown) => {
      isLost = true
      return emptyOutcome(failure, { broken: error instanceof Error ? error.message : String(error) })
    })
    note(outcome, startedMs)
    outcomes.push(outcome)
    if (outcome.broken.length > 0) keepLogs(laboratory, join(`${values.results}.logs`, failure.name))
    if (isLost) break
  }
  return outcomes
}

async function runAll(
  chosen: readonly Failure[],
  pace: Pace,
  stopped: AbortSignal,
): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = []
  while (outcomes.length < chosen.length && !stopped.aborted) {
    const open = chosen.slice(outcomes.length)
    const some = await withLaboratory(
      stopped,
      async (laboratory) => await runSome(laboratory, open, pace, stopped),
    )
    outcomes.push(...(some ?? []))
  }
  return outcomes
}

const missing = missingForCluster()
if (values.list) {
  for (const { name, title } of failures) console.log(`${name.padEnd(20)} ${title}`)
} else if (missing !== undefined) {
  console.error(missing)
  process.exitCode = 1
} else {
  const pace = { visitors: Number(values.visitors), seconds: Number(values.seconds) }
  const chosen = choose(values.only)
  const earlier = readOutcomes(values.results)
  const open = chosen.filter(({ name }) => !earlier.some((outcome) => outcome.name === name))
  for (const folder of await clearLeftFolders())
    console.error(`A trial that was killed had left ${folder}; it is removed.`)
  const stopped = stopOnSignals()
  if (values.anew) rmSync(values.results, { force: true })
  const now = await runAll(open, pace, stopped)
  const isChosen = ({ name }: Outcome): boolean => chosen.some((failure) => failure.name === name)
  const outcomes = [...earlier, ...now].filter(isChosen)
  console.log(renderTable(outcomes))
  const isWhole = outcomes.length === chosen.length
  process.exit(isWhole && outcomes.every(({ broken }) => broken.length === 0) ? 0 : 1)
}
