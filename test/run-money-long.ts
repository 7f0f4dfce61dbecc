import { spawn } from 'node:child_process'
import { join } from 'node:path'

/**
 * `npm run money:long`: a million random conversions against the oracle, and 100,000 sequences of words, holds, claims
 * and confirmations against what must never happen; then 10,000 of these against the database, in two processes. It takes
 * some minutes.
 */
const files = [
  '../packages/core/src/ledger/money.test.ts',
  '../packages/core/src/conversions/one-payout.test.ts',
  'journeys/money-in-batches.test.ts',
].map((file) => join(import.meta.dirname, file))
const child = spawn(process.execPath, ['--test', '--test-reporter=spec', ...files], {
  stdio: 'inherit',
  env: { ...process.env, MONEY: 'long' },
})
child.once('exit', (code) => {
  process.exitCode = code ?? 1
})
