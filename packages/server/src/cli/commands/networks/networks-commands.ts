import { networkStatuses, proofs } from '@quoin/core/networks/network.ts'
import { networkSettings } from '@quoin/core/networks/network-settings.ts'
import { Command, InvalidArgumentError } from 'commander'
import {
  createNetwork,
  type NetworkSecrets,
  rotateNetworkToken,
} from '../../../features/networks/create-network.ts'
import { updateNetwork } from '../../../features/networks/update-network.ts'
import { pasteTemplate, presetNames, presetOf } from '../../../networks/index.ts'
import type { NetworkChanges } from '../../../store/networks/networks.ts'
import { type CommandPorts, runCommand } from '../../open-command.ts'
import { name, oneOf, someOf } from '../../options.ts'
import { settingsOf, unsetOption, withSettings } from '../../setting-options.ts'
import { type WithActor, withActor } from '../../with-actor.ts'

interface CreateOptions extends WithActor {
  readonly name: string
  readonly preset: string
  readonly proof: 'none' | 'token' | 'hmac'
}

type UpdateOptions = WithActor &
  Pick<NetworkChanges, 'name' | 'status'> & { readonly unset?: readonly string[] }

// The other settings of a new network have their standard values at first.
const { allowedAddresses, timeZone } = networkSettings
const firstSettings = { allowedAddresses, timeZone }

/** `quoin networks …`: each prints JSON. */
export function networksCommands(): Command {
  const networks = new Command('networks')
  withSettings(withActor(networks.command('create')), firstSettings)
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
    .action((slug: string, options: CreateOptions) =>
      runCommand(async (ports) => {
        const { name: itsName, preset, proof, actor } = options
        const settings = settingsOf(options, firstSettings)
        const created = await createNetwork(
          { ...ports, actor },
          { ...settings, slug, name: itsName, preset, proof },
        )
        return { slug, networkId: created.networkId, ...connectionOf(preset, created) }
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
  withSettings(withActor(networks.command('update')), networkSettings)
    .argument('<slug>', 'as `networks list` shows it')
    .description('change settings of a network')
    .option('--name <name>', 'name of the network', name)
    .option('--status <status>', 'active or paused', oneOf(...networkStatuses))
    .addOption(unsetOption(networkSettings))
    .action((slug: string, options: UpdateOptions) =>
      runCommand(async (ports) => {
        const { name: newName, status, actor } = options
        const changes = someOf({ ...settingsOf(options, networkSettings), name: newName, status })
        await updateNetwork({ ...ports, actor }, slug, changes)
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
  return networks.map(
    ({ tokenDigest: _digest, installedTokenDigest: _installed, hmacSecretSealed: _sealed, ...shown }) =>
      shown,
  )
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
