import { type ListAction, type ListKind, listActions, listKinds } from '@quoin/core/lists/list-entry.ts'
import { listFileColumns } from '@quoin/core/lists/read-list-row.ts'
import { classOfAsn } from '@quoin/core/risk/classified-networks.ts'
import { Command } from 'commander'
import { writeListFile } from '../../../adapters/list-file.ts'
import { readOfferFile } from '../../../adapters/offer-files/offer-files.ts'
import type { Settings } from '../../../settings/config.ts'
import { addListEntry } from '../../../features/lists/add-list-entry.ts'
import { exportEntries } from '../../../features/lists/export-entries.ts'
import { importEntries } from '../../../features/lists/import-entries.ts'
import { listEntries } from '../../../features/lists/list-entries.ts'
import { removeListEntry } from '../../../features/lists/remove-list-entry.ts'
import { writeListLines } from '../../../features/lists/write-list-lines.ts'
import { runCommand } from '../../open-command.ts'
import { durationSec, oneOf, wholeNumber } from '../../options.ts'
import { type WithActor, withActor } from '../../with-actor.ts'
import { terminal } from '../../terminal.ts'

interface AddOptions extends WithActor {
  readonly app?: number
  readonly reason: string
  readonly expires?: number
}

/** A script can thus tell a file with bad rows from one that could not be read at all. */
const someRefused = 2

/** `quoin lists …`: each prints JSON. */
export function listsCommands(): Command {
  const lists = new Command('lists')
  withActor(lists.command('add'))
    .argument('<action>', listActions.join(', '), oneOf(...listActions))
    .argument('<kind>', listKinds.join(', '), oneOf(...listKinds))
    .argument('<value>', 'the fingerprint hash, user id, address, range, AS number or country')
    .description('add an entry to a list; the same value again changes its entry')
    .option('--app <appId>', 'for one app; without it for the whole platform', wholeNumber)
    .option('--reason <text>', 'why: shown to operators', '')
    .option('--expires <time>', 'how long it holds, such as 30d; without it the kind decides', durationSec)
    .action(
      (action: ListAction, kind: ListKind, value: string, { app, reason, expires, actor }: AddOptions) =>
        runCommand((ports) => {
          if (kind === 'asn') warnOfAsn(value, ports.settings)
          return addListEntry(ports, {
            action,
            kind,
            value,
            appId: app ?? null,
            reason,
            expiresAtMs: expires === undefined ? undefined : ports.clock.nowMs() + expires * 1000,
            actor,
          })
        }),
    )
  addFiles(lists)
  withActor(lists.command('remove'))
    .argument('<entryId>', 'as `lists list` shows it', wholeNumber)
    .description('remove an entry from its list')
    .action((id: number, { actor }: WithActor) =>
      runCommand((ports) => removeListEntry(ports, { id, actor })),
    )
  lists
    .command('list')
    .description('list entries in the order of their ids, expired ones too; at most 1,000 at a time')
    .option('--app <appId>', 'those of one app', wholeNumber)
    .option('--kind <kind>', listKinds.join(', '), oneOf(...listKinds))
    .option('--after <entryId>', 'the last id of the page before', wholeNumber)
    .action(({ app, kind, after }: { app?: number; kind?: ListKind; after?: number }) =>
      runCommand((ports) => listEntries(ports, { appId: app, kind, afterId: after })),
    )
  return lists
}

function addFiles(lists: Command): void {
  withActor(lists.command('import'))
    .argument('<file>', `CSV (.csv, .tsv, .txt) with a header: ${listFileColumns.join(', ')}`)
    .description('add the rows of a file to their lists, at one moment. Exit code 2: some rows were refused')
    .option('--app <appId>', 'for rows without app_id; else they are for the whole platform', wholeNumber)
    .option('--dry-run', 'read and judge everything, and change nothing')
    .action((file: string, { app, dryRun, actor }: { app?: number; dryRun?: boolean } & WithActor) =>
      runCommand(async (ports) => {
        const report = await importEntries(ports, {
          entries: readOfferFile(file),
          appId: app ?? null,
          actor,
          isDryRun: dryRun === true,
        })
        if (report.refused > 0) terminal().setExitCode(someRefused)
        return report
      }),
    )
  lists
    .command('export')
    .argument('<file>', 'where the CSV goes')
    .description('write the active entries to a file, as `lists import` takes them')
    .option('--app <appId>', 'those of one app', wholeNumber)
    .action((file: string, { app }: { app?: number }) =>
      runCommand(async (ports) => ({
        written: file,
        entries: await writeListFile(file, writeListLines(exportEntries(ports, { appId: app }))),
      })),
    )
}

/** An entry that nobody's address will ever match would look like protection. */
function warnOfAsn(value: string, { asnDatabase }: Pick<Settings, 'asnDatabase'>): void {
  if (asnDatabase !== null || classOfAsn.has(Number(value.replace(/^as/i, '')))) return
  terminal().printError(
    `Which addresses are in ${value} is known only with ASN_DATABASE: until then nobody matches.`,
  )
}
