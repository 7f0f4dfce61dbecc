import { type CapPeriod, capPeriods } from '@quoin/core/caps/cap.ts'
import { notFound } from '@quoin/core/errors.ts'
import { Command } from 'commander'
import { listCapUse } from '../../../features/caps/list-cap-use.ts'
import { removeCap } from '../../../features/caps/remove-cap.ts'
import { setCap } from '../../../features/caps/set-cap.ts'
import { presentCap, presentCapUse } from '../../../planes/operator/caps/present-cap.ts'
import { type CommandPorts, runCommand } from '../../open-command.ts'
import { amountMicros, oneOf, wholeNumber } from '../../options.ts'
import { type WithActor, withActor } from '../../with-actor.ts'

interface ScopeOptions {
  readonly network?: string
  readonly offer?: number
  readonly app?: number
}

interface SetOptions extends ScopeOptions, WithActor {
  readonly user?: string
  readonly eachUser?: boolean
  readonly count?: number
  readonly revenue?: number
  readonly payout?: number
}

/** `quoin caps …`: each prints JSON, as the operator API answers. */
export function capsCommands(): Command {
  const caps = new Command('caps')
  withScope(withActor(caps.command('set')))
    .argument('<period>', 'daily (a day in the time zone of the network) or total', oneOf(...capPeriods))
    .description('set a cap, or another limit for the one that is there; give one of the three limits')
    .option('--user <userId>', 'of one user of the app')
    .option('--each-user', 'each user has the limit for themselves')
    .option('--count <n>', 'so many conversions', wholeNumber)
    .option('--revenue <usd>', 'so much that networks pay', amountMicros)
    .option('--payout <usd>', 'so much that publishers earn', amountMicros)
    .action((period: CapPeriod, options: SetOptions) =>
      runCommand(async (ports) => presentCap(await setCap(ports, await draftOf(ports, period, options)))),
    )
  withActor(caps.command('remove'))
    .argument('<capId>', 'as `caps list` shows it', wholeNumber)
    .description('remove a cap')
    .action((id: number, { actor }: WithActor) =>
      runCommand(async (ports) => presentCap(await removeCap(ports, { id, actor }))),
    )
  withScope(
    caps.command('list').description('list caps and how much of each is used; at most 1,000 at a time'),
  )
    .option('--after <capId>', 'the last id of the page before', wholeNumber)
    .action(({ network, offer, app, after }: ScopeOptions & { after?: number }) =>
      runCommand(async (ports) => {
        const networkId = network === undefined ? undefined : await networkIdOf(ports, network)
        const uses = await listCapUse(ports, { networkId, offerId: offer, appId: app, afterId: after })
        return uses.map(presentCapUse)
      }),
    )
  return caps
}

function withScope(command: Command): Command {
  return command
    .option('--network <slug>', 'of one network')
    .option('--offer <offerId>', 'of one offer', wholeNumber)
    .option('--app <appId>', 'of one app; with --offer, of the offer in this app', wholeNumber)
}

async function draftOf(ports: CommandPorts, period: CapPeriod, options: SetOptions) {
  return {
    networkId: options.network === undefined ? null : await networkIdOf(ports, options.network),
    offerId: options.offer ?? null,
    appId: options.app ?? null,
    userId: options.user ?? null,
    isPerUser: options.eachUser ?? false,
    period,
    count: options.count,
    revenueMicros: options.revenue,
    payoutMicros: options.payout,
    actor: options.actor,
  }
}

async function networkIdOf({ db, store }: CommandPorts, slug: string): Promise<number> {
  const network = await store.networks.findNetworkBySlug(db, slug)
  if (!network) throw notFound(`There is no network "${slug}".`)
  return network.id
}
