import { spawn } from 'node:child_process'
import { join } from 'node:path'

/**
 * `npm run money:long`: a million random conversions against the oracle, and 100,000 sequences of words, holds, claims
 * and confirmations against what must never happen. It takes about a minute.
 */
const files = ['ledger/money.test.ts', 'conversions/one-payout.test.ts'].map((file) =>
  join(import.meta.dirname, '../packages/core/src', file),
)
const child = spawn(process.execPath, ['--test', '--test-reporter=spec', ...files], {
  stdio: 'inherit',
  env: { ...process.env, MONEY: 'long' },
})
child.once('exit', (code) => {
  process.exitCode = code ?? 1
})
