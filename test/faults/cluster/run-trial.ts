import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { tmpdir } from 'node:os'
import { parseArgs } from 'node:util'
import { clearLeftFolders } from './cluster-folder.ts'
import { type Laboratory, withLaboratory } from './laboratory.ts'
import { missingForCluster } from './programs.ts'
import { stopOnSignals } from './stop-on-signals.ts'
import type { Failure } from './trial/failure.ts'
import { failures } from './trial/failures.ts'
import type { Outcome } from './trial/outcome.ts'
import { type Pace, runFailure } from './trial/run-failure.ts'
import { renderTable } from './trial/table.ts'

/**
 * The failures of a cluster, one after the other: `npm run cluster:trial`, or `npm run cluster:trial -- --only
 * leader-machine,switchover`. Each outcome is a line of `--results`; a run that was cut goes on behind the last one.
 * Ends with 1 when something did not hold.
 */
const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    seconds: { type: 'string', default: '12' },
    visitors: { type: 'string', default: '6' },
    results: { type: 'string', default: join(tmpdir(), 'quoin-cluster-trial.jsonl') },
    anew: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
  },
})

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

async function runAll(
  laboratory: Laboratory,
  chosen: readonly Failure[],
  pace: Pace,
  stopped: AbortSignal,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const failure of chosen) {
    if (stopped.aborted) break
    const startedMs = performance.now()
    const outcome = await runFailure(laboratory, failure, pace)
    appendFileSync(values.results, `${JSON.stringify(outcome)}\n`)
    outcomes.push(outcome)
    const seconds = Math.round((performance.now() - startedMs) / 1_000)
    console.error(`${failure.name}: ${outcome.broken.join('; ') || outcome.skipped || 'held'} (${seconds} s)`)
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
  const now = await withLaboratory(
    stopped,
    async (laboratory) => await runAll(laboratory, open, pace, stopped),
  )
  const outcomes = [...earlier, ...(now ?? [])].filter(({ name }) =>
    chosen.some((failure) => failure.name === name),
  )
  console.log(renderTable(outcomes))
  const isWhole = outcomes.length === chosen.length
  process.exit(isWhole && outcomes.every(({ broken }) => broken.length === 0) ? 0 : 1)
}
