import { readStatus } from '@quoin/core/conversion/status.ts'
import { Command, InvalidArgumentError } from 'commander'
import { createNetwork, rotateNetworkToken } from '../features/networks/create-network.ts'
import { updateNetwork } from '../features/networks/update-network.ts'
import type { NetworkChanges } from '../store/networks.ts'
import { runCommand } from './open-command.ts'
import { decimalMicros, oneOf, repeated } from './options.ts'

interface CreateOptions {
  readonly name: string
  readonly preset: string
  readonly proof: 'none' | 'token' | 'hmac'
  readonly allowAddress?: readonly string[]
}

type StatusWords = NonNullable<NetworkChanges['statusWords']>

/** `--status-word 2=reversed` */
function statusWords(text: string, previous: StatusWords = {}): StatusWords {
  const [word = '', meaning = ''] = text.split('=')
  const status = readStatus(meaning)
  if (word === '' || status === undefined) {
    throw new InvalidArgumentError('It must look like 2=reversed.')
  }
  return { ...previous, [word.toLowerCase()]: status }
}

/** `quoin networks …`: each prints JSON. */
export function networksCommands(): Command {
  const networks = new Command('networks').description('upstream networks and their postback addresses')
  networks
    .command('create <slug>')
    .description('a new network; prints the postback URL to give to it')
    .requiredOption('--name <name>', 'name of the network')
    .option('--preset <preset>', 'replies and status words of a known system', 'generic')
    .option('--proof <proof>', 'none, token or hmac', oneOf('none', 'token', 'hmac'), 'token')
    .option('--allow-address <cidr>', 'address or CIDR it may call from; repeatable', repeated)
    .action((slug: string, options: CreateOptions) =>
      runCommand((ports) => createNetwork(ports, { slug, ...options, allowedAddresses: options.allowAddress ?? [] })),
    )
  networks
    .command('list')
    .description('all networks, without their secrets')
    .action(() =>
      runCommand(async ({ db, store }) => {
        const rows = await store.networks.listNetworks(db)
        return rows.map(({ tokenDigest: _digest, hmacSecretSealed: _sealed, ...shown }) => shown)
      }),
    )
  networks
    .command('update <slug>')
    .description('change settings of a network')
    .option('--name <name>', 'name of the network')
    .option('--status <status>', 'active or paused', oneOf('active', 'paused'))
    .option('--reply <text>', 'body of an accepted answer, for senders that compare text')
    .option('--status-word <word=status>', 'a status word of its own, such as 2=reversed; repeatable', statusWords)
    .option('--on-changed-payout <rule>', 'ignore or update', oneOf('ignore', 'update'))
    .option('--payout-max <usd>', 'ceiling of a reported payout', decimalMicros)
    .option('--allow-address <cidr>', 'address or CIDR it may call from; repeatable', repeated)
    .action(
      (slug: string, options: NetworkChanges & { statusWord?: StatusWords; payoutMax?: number; allowAddress?: string[] }) =>
        runCommand(async (ports) => {
          const { statusWord, payoutMax, allowAddress, ...changes } = options
          await updateNetwork(ports, slug, {
            ...changes,
            statusWords: statusWord,
            payoutMaxMicros: payoutMax,
            allowedAddresses: allowAddress,
          })
          return { network: slug, updated: true }
        }),
    )
  networks
    .command('rotate-token <slug>')
    .description('a new token or HMAC secret; the old one ends at once')
    .action((slug: string) => runCommand((ports) => rotateNetworkToken(ports, slug)))
  return networks
}
