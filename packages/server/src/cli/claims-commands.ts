import { type ConversionSource, type ReviewReason, reviewReasons } from '@quoin/core/conversion/conversion.ts'
import { Command } from 'commander'
import { confirmClaim } from '../features/conversions/confirm-claim.ts'
import { listClaims } from '../features/conversions/list-claims.ts'
import { refuseClaim } from '../features/conversions/refuse-claim.ts'
import { runCommand } from './open-command.ts'
import { numberFrom, oneOf, wholeNumber } from './options.ts'

interface ListOptions {
  readonly app?: number
  readonly source?: ConversionSource
  readonly reason?: ReviewReason
  readonly after?: string
  readonly limit: number
}

/** Who is written into the history of a conversion for a command. */
const actor = 'cli'

/** `quoin review …`, and by its older name `quoin claims …`: each prints JSON. */
export function reviewCommands(name: 'review' | 'claims'): Command {
  const claims = new Command(name).description(
    name === 'review'
      ? 'what waits for review: held conversions and claims'
      : 'the same as `review`, by its older name',
  )
  claims
    .command('list')
    .description('what waits for review, oldest first; at most 500 at a time')
    .option('--app <appId>', 'those of one app', wholeNumber)
    .option(
      '--source <source>',
      'claim: said by publishers; postback: held reports',
      oneOf('claim', 'postback'),
    )
    .option('--reason <reason>', `why: ${reviewReasons.join(', ')}`, oneOf(...reviewReasons))
    .option('--after <conversionId>', 'the last id of the page before')
    .option('--limit <n>', 'how many', numberFrom(1, 500), 100)
    .action(({ app, source, reason, after, limit }: ListOptions) =>
      runCommand((ports) =>
        listClaims(ports, {
          appId: app ?? null,
          source: source ?? null,
          reason: reason ?? null,
          afterId: after ?? null,
          limit,
        }),
      ),
    )
  claims
    .command('confirm')
    .argument('<conversionId>', 'as `review list` shows it')
    .description('vouch for a claim, or lift the hold of a reported conversion')
    .action((conversionId: string) => runCommand((ports) => confirmClaim(ports, { conversionId, actor })))
  claims
    .command('refuse')
    .argument('<conversionId>', 'as `review list` shows it')
    .description('reject a claim or a held conversion for good')
    .action((conversionId: string) => runCommand((ports) => refuseClaim(ports, { conversionId, actor })))
  return claims
}
