import type { Command } from 'commander'
import { previewSignature } from '../../../features/callbacks/preview-signature.ts'
import {
  callbackTestCases,
  callbackTriedCases,
  type TestCase,
  testCallback,
  type TriedCase,
} from '../../../features/callbacks/test-callback.ts'
import { endpointArgument } from '../../callback-options.ts'
import { runCommand } from '../../open-command.ts'
import { decimalMicros, name, oneOf } from '../../options.ts'

interface TestOptions<Case = TestCase> {
  readonly case: Case
  readonly user: string
  readonly payout?: number
}

const testPayoutMicros = 1_000_000

/** `quoin callbacks sign` and `test`: both make a conversion up. */
export function addTrialCommands(callbacks: Command): void {
  callbacks
    .command('sign')
    .argument(...endpointArgument)
    .description('show the exact text that is signed, the digest and the request; sends nothing')
    .option('--sample', 'of a made-up conversion, which is what there is to show', true)
    .option('--case <case>', callbackTestCases.join(', '), oneOf(...callbackTestCases), 'approved')
    .option('--user <userId>', 'whom it is about', name, 'test-user')
    .option('--payout <usd>', 'what it pays; 1 at first', decimalMicros)
    .action((endpointId: number, { case: testCase, user, payout }: TestOptions) =>
      runCommand((ports) =>
        previewSignature(ports, {
          endpointId,
          testCase,
          userId: user,
          payoutMicros: payout ?? testPayoutMicros,
        }),
      ),
    )
  callbacks
    .command('test')
    .argument(...endpointArgument)
    .description('send a made-up conversion, marked as a test, now, and show what comes back')
    .option('--case <case>', callbackTriedCases.join(', '), oneOf(...callbackTriedCases), 'approved')
    .option('--user <userId>', 'whom it is about', name, 'test-user')
    .option('--payout <usd>', 'what it pays; 1 at first', decimalMicros)
    .action((endpointId: number, { case: testCase, user, payout }: TestOptions<TriedCase>) =>
      runCommand((ports) =>
        testCallback(ports, { endpointId, testCase, userId: user, payoutMicros: payout ?? testPayoutMicros }),
      ),
    )
}
