import { execFileSync, spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

/**
 * The long tests, one after the other, outside of CI: `npm run test:long`, or `npm run test:long -- money faults` for
 * some of them. With `--keep`, the outcome of each is written into docs/long-tests.md. Ends with 1 when one failed.
 */
interface Part {
  readonly name: string
  /** The words after `npm run`. */
  readonly script: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
}

const parts: readonly Part[] = [
  { name: 'all', script: ['test'], environment: { TESTS: 'long' } },
  { name: 'pages', script: ['test', '--', 'test/browser/*.test.ts'], environment: { TESTS: 'long' } },
  { name: 'properties', script: ['properties:long', '--', '--rounds', '5'] },
  { name: 'money', script: ['money:long'] },
  { name: 'faults', script: ['faults:long'] },
  {
    name: 'container',
    script: ['test', '--', '--slow', 'test/installs/container.test.ts'],
    environment: { TESTS: 'long' },
  },
  { name: 'cluster', script: ['cluster:trial'] },
  { name: 'mutants', script: ['mutants', '--', '--every', '20'] },
]
const root = join(import.meta.dirname, '..')
const page = join(root, 'docs/long-tests.md')

interface Outcome {
  readonly passed: boolean
  readonly minutes: number
}

async function runPart({ script, environment = {} }: Part): Promise<Outcome> {
  const startedMs = performance.now()
  const child = spawn('npm', ['run', ...script], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...environment },
  })
  const forward = (signal: NodeJS.Signals) => child.kill(signal)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, forward)
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', resolve)
  })
  return { passed: code === 0, minutes: (performance.now() - startedMs) / 60_000 }
}

/** The row of a part begins with its name; the last three cells are the day, the commit and the outcome. */
function keep({ name }: Part, { passed, minutes }: Outcome): void {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim()
  const told = `${passed ? 'passed' : 'failed'} in ${Math.max(1, Math.round(minutes))} min`
  const day = new Date().toISOString().slice(0, 10)
  const row = new RegExp(`^(\\| \`${name}\` \\|[^|]*\\|).*$`, 'm')
  const text = readFileSync(page, 'utf8')
  if (!row.test(text)) throw new Error(`docs/long-tests.md has no row of ${name}`)
  writeFileSync(page, text.replace(row, `$1 ${day} | ${commit} | ${told} |`))
}

const { values, positionals } = parseArgs({
  options: { keep: { type: 'boolean', default: false } },
  allowPositionals: true,
})
const unknown = positionals.filter((name) => !parts.some((part) => part.name === name))
if (unknown.length > 0)
  throw new Error(`${unknown.join(', ')}: the parts are ${parts.map(({ name }) => name).join(', ')}`)
for (const part of parts.filter(({ name }) => positionals.length === 0 || positionals.includes(name))) {
  const outcome = await runPart(part)
  if (values.keep) keep(part, outcome)
  if (!outcome.passed) process.exitCode = 1
}
