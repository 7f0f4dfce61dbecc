import { invalidRequest } from '@quoin/core/errors.ts'
import type { Command } from 'commander'
import { sampleFeed } from '../../../features/sources/sample/sample-feed.ts'
import type { SourceMapping } from '../../../store/sources/source-mappings.ts'
import { withJson } from '../../list-options.ts'
import { type CommandPorts, runCommand } from '../../open-command.ts'
import { numberFrom } from '../../options.ts'
import { collectSetting, readKey, readMappingFile, writeMappingFile } from './source-files.ts'
import { momentOf, sourceNamed } from './source-named.ts'

interface SampleOptions {
  readonly set?: Readonly<Record<string, string>>
  readonly keyFile?: string
  readonly network?: string
  readonly source?: string
  readonly mapping?: string
  readonly write?: string
}

/** Commands about where the offers of a feed of any shape stand in it. */
export function addMappings(sources: Command): void {
  sources
    .command('sample')
    .description('ask another feed once, and show what is in it and how it could be read; nothing is stored')
    .option('--set <setting>', 'a setting, such as url=https://api.network.example/offers', collectSetting)
    .option('--key-file <file>', 'file with the key, which stands for {key} in the settings')
    .option(
      '--network <network>',
      'short name of its network: its preset names the parameter of the click id',
    )
    .option('--source <source>', 'a source whose settings and key are used')
    .option('--mapping <file>', 'the mapping to read by (default: one that is guessed)')
    .option('--write <file>', 'write the guessed mapping into a file that is not there yet')
    .action((options: SampleOptions) => runCommand((ports) => sample(ports, options)))
  withJson(sources.command('mapping'))
    .argument('<source>', 'its name')
    .description('show the mapping of a source of another feed; with --all its earlier versions, too')
    .option('--number <version>', 'show that version', numberFrom(1, 1_000_000))
    .option('--all', 'show all versions that are kept, newest first')
    .action((source: string, options: { number?: number; all?: boolean; json?: boolean }) =>
      runCommand((ports) => showMapping(ports, source, options)),
    )
}

async function sample(ports: CommandPorts, options: SampleOptions): Promise<object> {
  const { set, keyFile, network, source, mapping, write } = options
  const question = {
    sourceId: source === undefined ? undefined : (await sourceNamed(ports, source)).id,
    networkSlug: network,
    settings: set,
    key: keyFile === undefined ? undefined : await readKey(keyFile),
    mapping: mapping === undefined ? undefined : await readMappingFile(mapping),
  }
  const found = await sampleFeed(ports, question)
  if (write === undefined) return found
  if (found.guess === null) throw invalidRequest(found.reason)
  await writeMappingFile(write, found.guess.mapping)
  return found
}

async function showMapping(
  ports: CommandPorts,
  source: string,
  { number, all = false }: { readonly number?: number; readonly all?: boolean },
): Promise<unknown> {
  const { id } = await sourceNamed(ports, source)
  const versions = (await ports.store.sourceMappings.listMappings(ports.db, id)).map(tellVersion)
  if (all) return versions
  const found = number === undefined ? versions[0] : versions.find(({ version }) => version === number)
  if (found !== undefined) return found
  const none = number === undefined ? 'has no mapping' : `has no mapping ${number} that is kept`
  throw invalidRequest(`The source "${source}" ${none}.`)
}

function tellVersion({ createdAtMs, ...version }: SourceMapping) {
  return { ...version, createdAt: momentOf(createdAtMs) }
}
