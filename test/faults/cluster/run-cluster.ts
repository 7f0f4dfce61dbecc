import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

/** The scenarios of a cluster, `--times` each: `npm run faults:cluster -- --times 10`. A time takes about a minute. */
const { values } = parseArgs({ options: { times: { type: 'string', default: '1' } } })
const timeoutMs = 7_200_000
const file = join(import.meta.dirname, 'scenarios.ts')
const child = spawn(
  process.execPath,
  ['--test', '--test-reporter=spec', `--test-timeout=${timeoutMs}`, file],
  { stdio: 'inherit', env: { ...process.env, FAULTS_CLUSTER_TIMES: values.times } },
)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
child.once('exit', (code) => {
  process.exitCode = code ?? 1
})
