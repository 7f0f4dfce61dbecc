import { globSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { run } from 'node:test'
import { parseArgs } from 'node:util'

import { onTestServer } from './support/test-server.ts'

/**
 * Runs every test file that imports fast-check again and again, each round with another seed:
 * `npm run properties:long -- --rounds 20 [files or patterns]`. `--seed` makes the first round that of a failure.
 * Prints each failure with its seed and counterexample; ends with 1 if there was any.
 */
const root = join(import.meta.dirname, '..')
const propertySeed = new URL('support/property-seed.ts', import.meta.url).href
const fileTimeoutMs = 300_000
const filesAtOnce = 2
const seeds = 0x7fffffff

function filesOf(patterns: readonly string[]): string[] {
  const wanted = patterns.length > 0 ? patterns : ['{packages,test,examples}/**/*.test.ts']
  const files = globSync([...wanted], { cwd: root, exclude: ['**/node_modules/**'] })
  return files
    .map((file) => join(root, file))
    .filter((file) => readFileSync(file, 'utf8').includes("from 'fast-check'"))
}

/** A signal ends the files that run, then the database. */
const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stopping.abort())

/** One round; returns how many tests failed. */
async function runRound(files: readonly string[], settings: Record<string, string>): Promise<number> {
  Object.assign(process.env, settings)
  const execArgv = [`--import=${propertySeed}`]
  const { signal } = stopping
  const events = run({ files, execArgv, concurrency: filesAtOnce, timeout: fileTimeoutMs, signal })
  let failures = 0
  events.on('test:fail', ({ name, file, details }) => {
    // A file fails as well where one of its tests has.
    if (details.error.message.includes('subtest')) return
    failures++
    const reason = details.error.cause instanceof Error ? details.error.cause : details.error
    console.log(`FAILED ${relative(root, file ?? '')}: ${name}\nPROPERTY_SEED=${settings['PROPERTY_SEED']}`)
    console.log(reason)
  })
  // The stream ends only when it is read.
  for await (const _ of events);
  return failures
}

function readWholeNumber(text: string, name: string, least: number): number {
  const value = Number(text)
  if (Number.isInteger(value) && value >= least && value <= seeds) return value
  throw new RangeError(`--${name} must be a whole number from ${least} to ${seeds}`)
}

const { values, positionals } = parseArgs({
  options: { rounds: { type: 'string', default: '10' }, seed: { type: 'string' } },
  allowPositionals: true,
})
const rounds = readWholeNumber(values.rounds, 'rounds', 1)
const firstSeed = readWholeNumber(values.seed ?? String(Math.floor(Math.random() * seeds)), 'seed', 0)
const files = filesOf(positionals)
if (files.length === 0) throw new RangeError('no such file imports fast-check')

await onTestServer(async (settings) => {
  let failures = 0
  for (let round = 1, seed = firstSeed; round <= rounds; round++, seed = Math.floor(Math.random() * seeds)) {
    if (stopping.signal.aborted) return
    const failed = await runRound(files, { ...settings, PROPERTY_SEED: String(seed) })
    console.log(`round ${round} of ${rounds}, seed ${seed}: ${files.length} files, ${failed} failed`)
    failures += failed
  }
  process.exitCode = failures > 0 ? 1 : 0
})
