import { spawn } from 'node:child_process'
import { join } from 'node:path'

/** A million random conversions against the oracle: `npm run money:long`. It takes about ten seconds. */
const file = join(import.meta.dirname, '../packages/core/src/ledger/money.test.ts')
const child = spawn(process.execPath, ['--test', '--test-reporter=spec', file], {
  stdio: 'inherit',
  env: { ...process.env, MONEY: 'long' },
})
child.once('exit', (code) => {
  process.exitCode = code ?? 1
})
