import { type Interval, intervals } from '@quoin/core/stats/interval.ts'
import { Command } from 'commander'
import { checkStats } from '../../../features/stats/check-stats.ts'
import { presentBusiness } from '../../../features/stats/present-figures.ts'
import { rebuildStats } from '../../../features/stats/rebuild-stats.ts'
import { reportStats } from '../../../features/stats/report-stats.ts'
import { type ReportColumn, reportColumns } from '../../../store/stats/stats-rows.ts'
import { type CommandPorts, runCommand } from '../../open-command.ts'
import { dayMs, listOf, oneOf, wholeNumber } from '../../options.ts'
import { type WithActor, withActor } from '../../with-actor.ts'
import { terminal } from '../../terminal.ts'

interface ShowOptions {
  readonly from: string
  readonly to: string
  readonly interval: Interval
  readonly timezone: string
  readonly by?: readonly ReportColumn[]
  readonly app?: number
  readonly offer?: number
}

const groups = Object.keys(reportColumns) as ReportColumn[] // its own keys

/** `quoin stats …`: what happened, in figures. */
export function statsCommands(): Command {
  const stats = new Command('stats')
  stats
    .command('show')
    .description('print figures of all apps or of one; a conversion counts on the day it was first known')
    .requiredOption('--from <day>', 'the first day, such as 2026-11-01')
    .requiredOption('--to <day>', 'the last day, included')
    .option('--interval <interval>', 'day, hour or total', oneOf(...intervals), 'day')
    .option('--timezone <name>', 'where days begin, such as Europe/Berlin', 'UTC')
    .option('--by <groups>', `rows of their own by some of ${groups.join(',')}`, listOf(...groups))
    .option('--app <appId>', 'one app', wholeNumber)
    .option('--offer <offerId>', 'one offer', wholeNumber)
    .action((options: ShowOptions) => runCommand((ports) => show(ports, options)))
  stats
    .command('check')
    .description('count the raw rows anew and compare; exit code 1 when a figure differs')
    .option('--from <day>', 'the first UTC day; else the first there is', dayMs)
    .option('--to <day>', 'the last UTC day; else today', dayMs)
    .action(({ from, to }: { from?: number; to?: number }) =>
      runCommand(async (ports) => {
        const checked = await checkStats(ports, { fromMs: from, toMs: to })
        if (checked.differences.length > 0) terminal().setExitCode(1)
        return checked
      }),
    )
  withActor(stats.command('rebuild'))
    .description('count the statistics anew from the raw rows; until it is done nobody gets them')
    .requiredOption('--from <day>', 'the first UTC day', dayMs)
    .action(({ from, actor }: { from: number } & WithActor) =>
      runCommand((ports) => rebuildStats({ ...ports, actor }, { fromMs: from })),
    )
  return stats
}

async function show(ports: CommandPorts, { by = [], app, offer, ...rest }: ShowOptions): Promise<unknown> {
  const figures = await reportStats(ports, {
    ...rest,
    groupBy: by,
    appId: app ?? null,
    offerId: offer ?? null,
    country: null,
    platform: null,
    subId: null,
    status: null,
  })
  return figures.map((row) => presentBusiness(row, by))
}
