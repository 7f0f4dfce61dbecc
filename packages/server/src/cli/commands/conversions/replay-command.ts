import { daySec } from '@quoin/core/time/durations.ts'
import type { Command } from 'commander'
import { FileAddressDirectory } from '../../../adapters/addresses/address-directory.ts'
import { addressFilesOf } from '../../../settings/config.ts'
import { replayPostbacks } from '../../../features/postbacks/replay-postbacks.ts'
import { LiveRiskFigures } from '../../../snapshots/live/live-risk-figures.ts'
import { openSnapshots } from '../../../snapshots/open-snapshots.ts'
import { withJson } from '../../list-options.ts'
import { type CommandPorts, runCommand } from '../../open-command.ts'
import { durationSec, numberFrom } from '../../options.ts'
import { printTable } from '../../print-table.ts'
import { type WithActor, withActor } from '../../with-actor.ts'

interface ReplayOptions extends WithActor {
  readonly network?: string
  readonly since?: number
  readonly after?: string
  readonly limit: number
  readonly json?: boolean
}

const sinceSec = 7 * daySec

/** `quoin postbacks replay` */
export function addReplay(postbacks: Command): void {
  withJson(withActor(postbacks.command('replay')))
    .argument('[postbackIds...]', 'as `postbacks of-network` shows them')
    .description(
      'apply refused postbacks again, once their cause is fixed; postbacks that were applied change nothing',
    )
    .option('--network <slug>', 'all that a network has reported and was refused')
    .option('--since <time>', 'how far back (default: 7d)', durationSec)
    .option('--after <id>', 'the last id of the page before')
    .option('--limit <n>', 'how many of a network', numberFrom(1, 1_000), 500)
    .action((ids: readonly string[], options: ReplayOptions) => replay(ids, options))
}

async function replay(
  ids: readonly string[],
  { network, since = sinceSec, after, limit, actor, json }: ReplayOptions,
): Promise<void> {
  if ((ids.length === 0) === (network === undefined)) {
    throw new Error('Name either postbacks by their ids, or a network with --network.')
  }
  await runCommand(
    async (ports) =>
      await replayPostbacks(await withRules(ports), {
        actor,
        ids,
        limit,
        networkSlug: network ?? null,
        after: after ?? null,
        sinceMs: ports.clock.nowMs() - since * 1_000,
      }),
    {
      json,
      print: ({ replayed, next }) =>
        printTable(
          [
            { head: 'postback', of: ({ id }) => id },
            { head: 'outcome', of: ({ outcome }) => outcome },
            { head: 'conversion', of: ({ conversionId }) => conversionId },
            { head: 'says', of: ({ says }) => says },
          ],
          replayed,
        ) + (next === null ? '' : `\n\nMore: --after ${next}`),
    },
  )
}

/** The rules that a server has in memory, read once. */
async function withRules(ports: CommandPorts) {
  const { db, databaseUrl, log, clock, settings } = ports
  const addresses = new FileAddressDirectory(addressFilesOf(settings), log)
  const riskFigures = new LiveRiskFigures({ db, clock, log })
  const [snapshots] = await Promise.all([
    openSnapshots({
      db,
      databaseUrl: () => databaseUrl,
      log,
      onlyOfferId: null,
      nowMs: () => clock.nowMs(),
      fallbackImageUrl: `${settings.baseUrl}/images/offer.svg`,
      asnOf: (address) => addresses.describe(address)?.asn,
    }),
    riskFigures.refresh(),
  ])
  return { ...ports, snapshots, riskFigures }
}
