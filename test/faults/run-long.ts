import { spawn } from 'node:child_process'
import { join } from 'node:path'

/**
 * The fault tests in full, one after the other: `npm run faults:long`. It takes about fifteen minutes on two cores,
 * and its figures are those of docs/reliability.md.
 */
const timeoutMs = 3_600_000
const child = spawn(
  process.execPath,
  [
    '--test',
    '--test-reporter=spec',
    '--test-concurrency=1',
    `--test-timeout=${timeoutMs}`,
    join(import.meta.dirname, '*.test.ts'),
  ],
  { stdio: 'inherit', env: { ...process.env, FAULTS: 'long' } },
)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
child.once('exit', (code) => {
  process.exitCode = code ?? 1
})
