import { invalidRequest } from '@quoin/core/errors.ts'
import { linksDailyMax } from '@quoin/core/sources/link.ts'
import { everySecMax, everySecMin } from '@quoin/core/sources/source.ts'
import { Command } from 'commander'
import { allowOffer } from '../../../features/sources/allow-offer.ts'
import { createSource, deleteSource, updateSource } from '../../../features/sources/change-source.ts'
import { connectPostback } from '../../../features/sources/connect-postback.ts'
import type { SourceSettings } from '../../../features/sources/source-settings.ts'
import { feedKinds, findFeedKind } from '../../../feeds/kinds.ts'
import { withJson } from '../../list-options.ts'
import { type CommandPorts, runCommand } from '../../open-command.ts'
import { basisPoints, durationSec, name, numberFrom, oneOf, wholeNumber } from '../../options.ts'
import { type Column, printTable } from '../../print-table.ts'
import { type WithActor, withActor } from '../../with-actor.ts'
import { addFollow } from './follow-command.ts'
import { addLinks } from './source-link-commands.ts'
import { addMappings } from './source-mapping-commands.ts'
import { addRuns } from './source-run-commands.ts'
import { collectSetting, readKey, readMappingFile } from './source-files.ts'
import { addWords } from './words-commands.ts'
import { momentOf, sourceNamed } from './source-named.ts'

interface SettingOptions extends WithActor {
  readonly mapping?: string
  readonly set?: Readonly<Record<string, string>>
  readonly keyFile?: string
  readonly payoutPercent?: number
  readonly every?: number
  readonly linksDaily?: number
  readonly name?: string
}

interface UpdateOptions extends SettingOptions {
  readonly pause?: boolean
  readonly resume?: boolean
  readonly mappingVersion?: number
}

/** `quoin sources …`: networks whose offers come by themselves. */
export function sourcesCommands(): Command {
  const sources = new Command('sources')
  withJson(sources.command('kinds'))
    .description('list the systems that can be read, and what each asks for')
    .action(({ json }: { json?: boolean }) =>
      runCommand(async () => feedKinds.map(tellKind), {
        json,
        print: (rows) => printTable(kindColumns, rows),
      }),
    )
  addCreate(sources)
  withJson(sources.command('list'))
    .description('list all sources with their last run, without their keys')
    .action(({ json }: { json?: boolean }) =>
      runCommand(listSources, { json, print: (rows) => printTable(sourceColumns, rows) }),
    )
  addUpdate(sources)
  addMappings(sources)
  withActor(sources.command('remove'))
    .argument('<source>', 'its name')
    .description('remove a source with its key and its runs; its offers stay as they are')
    .action((source: string, { actor }: WithActor) =>
      runCommand(async (ports) => {
        const { id } = await sourceNamed(ports, source)
        await deleteSource({ ...ports, actor }, id)
        return { source, removed: true }
      }),
    )
  addRuns(sources)
  addFollow(sources)
  addWords(sources)
  addConnect(sources)
  addLinks(sources)
  withActor(sources.command('allow'))
    .argument('<source>', 'its name')
    .argument('<externalId>', 'the network’s own id of the offer')
    .description('list an offer although its words forbid rewards: the network has agreed')
    .option('--reason <text>', 'who has agreed to it, and where', name)
    .option('--take-back', 'forbid it again')
    .action(
      (source: string, externalId: string, options: WithActor & { reason?: string; takeBack?: boolean }) =>
        runCommand(async (ports) => {
          const { reason = null, takeBack = false, actor } = options
          if ((reason === null) !== takeBack) throw invalidRequest('Give either --reason or --take-back.')
          const { id } = await sourceNamed(ports, source)
          await allowOffer(ports, { sourceId: id, externalId, reason, actor })
          return { source, externalId, allowed: reason !== null }
        }),
    )
  return sources
}

function addConnect(sources: Command): void {
  withActor(sources.command('connect'))
    .argument('<source>', 'its name')
    .description('set up its postback at the network by the network’s API; postbacks of others stay')
    .option('--new-address', 'with a new token: the address that was set up before ends')
    .action((source: string, { newAddress = false, actor }: WithActor & { newAddress?: boolean }) =>
      runCommand(async (ports) => {
        const { id: sourceId } = await sourceNamed(ports, source)
        await connectPostback(ports, { sourceId, actor, isRenewed: newAddress })
        const [postback] = await ports.store.sourcePostbacks.listPostbacks(ports.db, [sourceId])
        return { source, state: postback?.state, message: postback?.message }
      }),
    )
}

function addCreate(sources: Command): void {
  withSourceSettings(withActor(sources.command('create')))
    .argument('<network>', 'short name of its network, as `networks list` shows it')
    .description('add a source of offers for a network; its first run waits for a person')
    .requiredOption(
      '--kind <kind>',
      'as `sources kinds` names it',
      oneOf(...feedKinds.map((kind) => kind.name)),
    )
    .action((network: string, { kind, ...options }: SettingOptions & { kind: string }) =>
      runCommand(async (ports) => {
        const { key, ...settings } = await settingsOf(options)
        const needsKey = findFeedKind(kind)?.account?.needsKey(settings.settings ?? {}) ?? true
        if (key === undefined && needsKey)
          throw invalidRequest('Give the key of the API in a file: --key-file.')
        const given = { ...settings, key, networkSlug: network, kind }
        const sourceId = await createSource({ ...ports, actor: options.actor }, given)
        return { sourceId, source: settings.name ?? network }
      }),
    )
}

function addUpdate(sources: Command): void {
  withSourceSettings(withActor(sources.command('update')))
    .argument('<source>', 'its name')
    .description('change settings of a source; a new key is tried at once')
    .option('--pause', 'ask it no more; its offers stay as they are')
    .option('--resume', 'ask it again')
    .option('--mapping-version <version>', 'take an earlier mapping back into force', wholeNumber)
    .action((source: string, options: UpdateOptions) =>
      runCommand(async (ports) => {
        const { pause, resume, mappingVersion, actor } = options
        const { id } = await sourceNamed(ports, source)
        const isPaused = pause === true ? true : resume === true ? false : undefined
        await updateSource({ ...ports, actor }, id, {
          ...(await settingsOf(options)),
          isPaused,
          mappingVersion,
        })
        return { source: options.name ?? source, updated: true }
      }),
    )
}

function withSourceSettings(command: Command): Command {
  return command
    .option('--name <name>', 'how people call it (default: the network’s short name)', name)
    .option('--key-file <file>', 'file with the key of the API; - reads it from standard input')
    .option('--set <setting>', 'a setting of the kind, such as api_host=api.eflow.team', collectSetting)
    .option(
      '--mapping <file>',
      'of another feed: JSON that says where its offers stand; - reads standard input',
    )
    .option(
      '--payout-percent <percent>',
      'what publishers earn of what the network pays (default: 70)',
      basisPoints(100),
    )
    .option(
      '--every <time>',
      `from one run to the next: ${everySecMin / 60}m to ${everySecMax / 86_400}d`,
      durationSec,
    )
    .option(
      '--links-daily <n>',
      `links that are followed in a day, to see whether they still work: 0 to ${linksDailyMax} (default: 0)`,
      numberFrom(0, linksDailyMax),
    )
}

async function listSources({ db, store }: CommandPorts) {
  const all = await store.sources.listSources(db)
  const runs = await store.sourceRuns.listNewestRuns(
    db,
    all.map(({ id }) => id),
  )
  return all.map(({ keySealed, ...source }) => ({
    ...source,
    hasKey: keySealed !== null,
    lastRun: runs.find(({ sourceId }) => sourceId === source.id) ?? null,
  }))
}

async function settingsOf(options: SettingOptions): Promise<SourceSettings> {
  const { set, keyFile, mapping, payoutPercent, every, linksDaily, name: given } = options
  const key = keyFile === undefined ? undefined : await readKey(keyFile)
  const read = mapping === undefined ? undefined : await readMappingFile(mapping)
  return {
    ...{ name: given, settings: set, key, mapping: read, payoutBasisPoints: payoutPercent, everySec: every },
    linkCheckDaily: linksDaily,
  }
}

function tellKind({ name: kind, title, preset, keyAbout, settings }: (typeof feedKinds)[number]) {
  return {
    kind,
    title,
    preset,
    key: keyAbout,
    settings: settings.map(({ name: setting, about, example, isOptional, choices }) => {
      return { setting, about, example, required: isOptional !== true, ...(choices && { choices }) }
    }),
  }
}

const kindColumns: readonly Column<ReturnType<typeof tellKind>>[] = [
  { head: 'kind', of: ({ kind }) => kind },
  { head: 'system', of: ({ title }) => title },
  {
    head: 'settings (--set)',
    of: ({ settings }) =>
      settings.map(({ setting, required }) => (required ? setting : `[${setting}]`)).join(', '),
  },
]

const sourceColumns: readonly Column<Awaited<ReturnType<typeof listSources>>[number]>[] = [
  { head: 'source', of: (source) => source.name },
  { head: 'kind', of: ({ kind }) => kind },
  {
    head: 'state',
    of: ({ pausedAtMs, lastRun }) => (pausedAtMs === null ? (lastRun?.state ?? 'new') : 'paused'),
  },
  { head: 'why', of: ({ lastRun }) => lastRun?.message },
  { head: 'last run', of: ({ lastRun }) => momentOf(lastRun?.beganAtMs) },
]
