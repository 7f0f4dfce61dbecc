import { type Interval, intervals } from '@quoin/core/stats/interval.ts'
import { dayIn, dayOf, isTimeZone } from '@quoin/core/time/calendar-day.ts'
import { dayMs as dayLengthMs } from '@quoin/core/time/durations.ts'
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
  readonly from?: string
  readonly to?: string
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
    .option('--from <day>', 'the first day, such as 2026-11-01; unless given, so that 28 days are shown')
    .option('--to <day>', 'the last day, included; today unless given')
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

const daysShown = 28

/** The day itself where it is none: whoever reads it says so. */
function dayBefore(day: string, days: number): string {
  const startMs = Date.parse(day)
  return Number.isNaN(startMs) ? day : dayOf(startMs - days * dayLengthMs)
}

async function show(ports: CommandPorts, { by = [], app, offer, ...rest }: ShowOptions): Promise<unknown> {
  const { timezone } = rest
  // The report says so of a zone that is none.
  const to = rest.to ?? dayIn(isTimeZone(timezone) ? timezone : 'UTC', ports.clock.nowMs())
  const from = rest.from ?? dayBefore(to, daysShown - 1)
  if (rest.from === undefined || rest.to === undefined) terminal().printError(`${from} to ${to}, ${timezone}`)
  const figures = await reportStats(ports, {
    ...rest,
    from,
    to,
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
