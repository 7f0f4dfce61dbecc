import { type LinkVerdict, linkVerdicts } from '@quoin/core/sources/link.ts'
import type { Command } from 'commander'
import { lookAgain } from '../../../features/sources/look-at-link.ts'
import { withJson } from '../../list-options.ts'
import { type CommandPorts, runCommand } from '../../open-command.ts'
import { name, numberFrom, oneOf } from '../../options.ts'
import { type Column, printTable } from '../../print-table.ts'
import { momentOf, sourceNamed } from './source-named.ts'

const listMax = 500

interface LinkOptions {
  readonly verdict?: LinkVerdict
  readonly look?: string
  readonly limit: number
  readonly json?: boolean
}

/** The command about links of sources. */
export function addLinks(sources: Command): void {
  withJson(sources.command('links'))
    .argument('<source>', 'its name')
    .description('list its links that were followed, with what was seen')
    .option('--verdict <verdict>', linkVerdicts.join(', '), oneOf(...linkVerdicts))
    .option('--look <externalId>', 'follow the link of this offer now, before the list', name)
    .option('--limit <n>', 'how many', numberFrom(1, listMax), 100)
    .action((source: string, options: LinkOptions) =>
      runCommand((ports) => listLinks(ports, source, options), {
        json: options.json,
        print: (rows) => printTable(linkColumns, rows),
      }),
    )
}

async function listLinks(
  ports: CommandPorts,
  source: string,
  { verdict = null, look, limit }: Omit<LinkOptions, 'verdict'> & { readonly verdict?: LinkVerdict | null },
) {
  const { id: sourceId } = await sourceNamed(ports, source)
  if (look !== undefined) await lookAgain(ports, { sourceId, externalId: look })
  const slice = { sort: 'external_id', isDescending: false, after: null, limit }
  return (await ports.store.sourceLinks.listLinkPage(ports.db, { sourceId, verdict }, slice)).rows
}

const linkColumns: readonly Column<Awaited<ReturnType<typeof listLinks>>[number]>[] = [
  { head: 'id', of: ({ externalId }) => externalId },
  { head: 'name', of: (link) => link.name },
  { head: 'shown', of: ({ isShown }) => (isShown ? 'yes' : 'no') },
  { head: 'verdict', of: ({ verdict }) => verdict },
  { head: 'why', of: ({ message }) => message },
  { head: 'looked at', of: ({ lookedAtMs }) => momentOf(lookedAtMs) },
]
