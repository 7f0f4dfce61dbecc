import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

/**
 * `npm run money:long`: a million random conversions against the oracle, and 100,000 sequences of words, holds, claims
 * and confirmations against what must never happen; 10,000 of these against the database, in two processes; then calls
 * over HTTP to two processes of which one is killed now and then. It takes some minutes. With
 * `-- --steps 20000 --kills 20 --seed 7`, the last alone.
 */
const { values } = parseArgs({
  options: { steps: { type: 'string' }, kills: { type: 'string' }, seed: { type: 'string' } },
})
const processes = 'faults/money.test.ts'
const rules = [
  '../packages/core/src/ledger/money.test.ts',
  '../packages/core/src/conversions/one-payout.test.ts',
  'journeys/money-in-batches.test.ts',
]
const isOneAlone = Object.keys(values).length > 0
const files = (isOneAlone ? [processes] : [...rules, processes]).map((file) =>
  join(import.meta.dirname, file),
)
const { steps = '20000', kills = '20', seed } = values
const child = spawn(process.execPath, ['--test', '--test-reporter=spec', '--test-concurrency=1', ...files], {
  stdio: 'inherit',
  env: {
    ...process.env,
    MONEY: 'long',
    PROCESS_STEPS: steps,
    PROCESS_KILLS: kills,
    ...(seed === undefined ? {} : { PROCESS_SEED: seed }),
  },
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
child.once('exit', (code) => {
  process.exitCode = code ?? 1
})
