import { readCidr } from '@quoin/core/detect/address.ts'
import { type ConversionStatus, conversionStatuses } from '@quoin/core/conversions/status.ts'
import {
  changedPayoutRules,
  lossRules,
  networkStatuses,
  proofs,
  type StatusWordsAfter,
} from '@quoin/core/networks/network.ts'
import { Command, InvalidArgumentError } from 'commander'
import {
  createNetwork,
  type NetworkSecrets,
  rotateNetworkToken,
} from '../../../features/networks/create-network.ts'
import { updateNetwork } from '../../../features/networks/update-network.ts'
import { pasteTemplate, presetNames, presetOf } from '../../../networks/index.ts'
import {
  type NetworkChanges,
  type NetworkSetting,
  networkSettings,
} from '../../../store/networks/networks.ts'
import { type CommandPorts, runCommand } from '../../open-command.ts'
import { decimalMicros, name, oneOf, checkUnset, settingsFrom, someOf, timeZone } from '../../options.ts'
import { type WithActor, withActor } from '../../with-actor.ts'

interface CreateOptions extends WithActor {
  readonly name: string
  readonly preset: string
  readonly proof: 'none' | 'token' | 'hmac'
  readonly allowAddress?: readonly string[]
  readonly timeZone: string
}

type StatusWords = Readonly<Record<string, ConversionStatus>>

type UpdateOptions = WithActor &
  Pick<NetworkChanges, 'name' | 'status' | 'reply' | 'onChangedPayout' | 'onLoss' | 'timeZone'> & {
    readonly statusWord?: StatusWords
    readonly statusWordAfter?: StatusWordsAfter
    readonly payoutMax?: number
    readonly payoutMin?: number
    readonly allowAddress?: readonly string[]
    readonly unset?: readonly NetworkSetting[]
  }

/** `quoin networks …`: each prints JSON. */
export function networksCommands(): Command {
  const networks = new Command('networks')
  withActor(networks.command('create'))
    .argument('<slug>', 'short name in commands: letters, digits, - and _', slug)
    .description('create a network; prints the address to paste into its postback field')
    .requiredOption('--name <name>', 'name of the network', name)
    .option(
      '--preset <preset>',
      'how it speaks: a preset of docs/networks.md',
      oneOf(...presetNames),
      'generic',
    )
    .option('--proof <proof>', 'none, token or hmac', oneOf(...proofs), 'token')
    .option('--allow-address <cidr>', 'address or range it may call from; repeatable', addresses)
    .option('--time-zone <name>', 'IANA name of the zone in which its day begins', timeZone, 'UTC')
    .action((slug: string, options: CreateOptions) =>
      runCommand(async (ports) => {
        const { allowAddress = [], actor, ...network } = options
        const created = await createNetwork(
          { ...ports, actor },
          { slug, ...network, allowedAddresses: allowAddress },
        )
        return { slug, networkId: created.networkId, ...connectionOf(options.preset, created) }
      }),
    )
  networks
    .command('list')
    .description('list all networks, without their secrets')
    .action(() => runCommand(listNetworks))
  addUpdate(networks)
  withActor(networks.command('rotate-token'))
    .argument('<slug>', 'as `networks list` shows it')
    .description('replace a token or HMAC secret; the old one ends at once')
    .action((slug: string, { actor }: WithActor) =>
      runCommand((ports) => rotateToken({ ...ports, actor }, slug)),
    )
  return networks
}

function addUpdate(networks: Command): void {
  withActor(networks.command('update'))
    .argument('<slug>', 'as `networks list` shows it')
    .description('change settings of a network')
    .option('--name <name>', 'name of the network', name)
    .option('--status <status>', 'active or paused', oneOf(...networkStatuses))
    .option('--reply <text>', 'body of an accepted answer, for senders that compare text')
    .option(
      '--status-word <word=status>',
      'all words of its own, such as 2=reversed; repeatable',
      statusWords,
    )
    .option(
      '--status-word-after <status:word=status>',
      'all words that mean something else after another, such as approved:rejected=reversed; repeatable',
      statusWordsAfter,
    )
    .option('--on-changed-payout <rule>', 'ignore or update', oneOf(...changedPayoutRules))
    .option('--payout-max <usd>', 'ceiling of a reported payout', decimalMicros)
    .option('--payout-min <usd>', 'floor of a reported payout; less is refused', decimalMicros)
    .option('--on-loss <rule>', 'a report that would lose money: hold, pay or refuse', oneOf(...lossRules))
    .option('--allow-address <cidr>', 'all it may call from; repeatable', addresses)
    .option('--time-zone <name>', 'IANA name of the zone in which its day begins', timeZone)
    .option(
      '--unset <setting>',
      `back to the default, one of ${networkSettings.join(', ')}; repeatable`,
      settingsFrom(networkSettings),
    )
    .action((slug: string, options: UpdateOptions) =>
      runCommand(async (ports) => {
        const { statusWord, statusWordAfter, payoutMax, payoutMin, allowAddress, unset, actor, ...changes } =
          options
        const stored = {
          statusWords: statusWord,
          statusWordsAfter: statusWordAfter,
          payoutMaxMicros: payoutMax,
          payoutMinMicros: payoutMin,
          allowedAddresses: allowAddress,
        }
        checkUnset(options, unset ?? [])
        someOf({ ...changes, ...stored, unset })
        await updateNetwork({ ...ports, actor }, slug, { ...changes, ...stored }, unset)
        return { slug, updated: true }
      }),
    )
}

/** The values to paste into the network's own pages. The secrets are shown once. */
function connectionOf(preset: string, { postbackUrl, hmacSecret }: NetworkSecrets): object {
  return {
    postbackUrl,
    pasteAtNetwork: pasteTemplate({ preset }, postbackUrl),
    putIntoOfferUrls: `${presetOf({ preset }).clickParameter}={click_id}`,
    hmacSecret,
  }
}

async function listNetworks({ db, store }: CommandPorts): Promise<object> {
  const networks = await store.networks.listNetworks(db)
  return networks.map(({ tokenDigest: _digest, hmacSecretSealed: _sealed, ...shown }) => shown)
}

async function rotateToken(ports: CommandPorts & WithActor, slug: string): Promise<object> {
  const secrets = await rotateNetworkToken(ports, slug)
  const network = await ports.store.networks.findNetworkBySlug(ports.db, slug)
  return { slug, ...connectionOf(network?.preset ?? 'generic', secrets) }
}

function slug(text: string): string {
  if (/^[a-z0-9][a-z0-9_-]{0,39}$/.test(text)) return text
  throw new InvalidArgumentError(
    'It must be 1 to 40 small letters, digits, - or _, and begin with a letter or digit.',
  )
}

function addresses(text: string, previous: readonly string[] = []): readonly string[] {
  if (readCidr(text) !== undefined) return [...previous, text]
  throw new InvalidArgumentError('It must be an address or a range such as 203.0.113.0/24.')
}

/** `--status-word-after approved:rejected=reversed`: what a word means once another was said. */
function statusWordsAfter(text: string, previous: StatusWordsAfter = {}): StatusWordsAfter {
  const said = conversionStatuses.find((known) => text.startsWith(`${known}:`))
  if (said === undefined) {
    throw new InvalidArgumentError('It must look like approved:rejected=reversed.')
  }
  return { ...previous, [said]: statusWords(text.slice(said.length + 1), previous[said]) }
}

/** `--status-word 2=reversed`: its meaning is one of ours. */
function statusWords(text: string, previous: StatusWords = {}): StatusWords {
  const [word = '', meaning = ''] = text.split('=')
  const status = conversionStatuses.find((known) => known === meaning)
  if (word !== '' && status !== undefined) return { ...previous, [word.toLowerCase()]: status }
  throw new InvalidArgumentError(
    `It must look like 2=reversed, with one of ${conversionStatuses.join(', ')}.`,
  )
}
