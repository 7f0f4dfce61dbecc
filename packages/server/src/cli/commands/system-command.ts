import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Command } from 'commander'
import { SpoolCounter } from '../../adapters/click-spool/spool-counter.ts'
import { openDisk } from '../../adapters/disk.ts'
import { readFigures } from '../../features/system/read-figures.ts'
import { tellBytes } from '../../features/system/tell-bytes.ts'
import { presentFigures, presentWork } from '../../planes/operator/system/present-figures.ts'
import { type CommandPorts, runCommand } from '../open-command.ts'
import { printTable, timeCell } from '../print-table.ts'

const megabyte = 1024 * 1024

/** `quoin system` */
export function systemCommand(): Command {
  return new Command('system')
    .option('--json', 'print JSON at a terminal too')
    .action(({ json }: { json?: boolean }) => runCommand(reportFigures, { json, print: printFigures }))
}

type Report = Awaited<ReturnType<typeof reportFigures>>

/** The disk and the spool are those of the data directory that the command has. */
async function reportFigures(ports: CommandPorts) {
  const { dataDir, databaseUrl, spoolMaxMb } = ports.settings
  const spool = join(dataDir, 'spool')
  const place = await readFile(join(spool, 'id'), 'utf8').catch(() => '')
  const figures = await readFigures({
    ...ports,
    disk: { place: place.trim(), ...openDisk({ dataDir, isEmbedded: databaseUrl === null }) },
    process: {
      awayReason: () => undefined,
      measureSpool: () => new SpoolCounter().measure(spool),
      // Whoever asks knows when it was started.
      steadyForMs: () => Number.POSITIVE_INFINITY,
    },
  })
  return {
    works: (figures.database?.works ?? []).map(presentWork),
    figures: presentFigures(figures, spoolMaxMb * megabyte),
  }
}

type Line = readonly [name: string, figure: string]

function printFigures({ works, figures }: Report): string {
  const lines: readonly Line[] = [...databaseLines(figures), ...diskLines(figures)]
  const table = printTable<Line>(
    [
      { head: 'figure', of: ([name]) => name },
      { head: 'value', of: ([, figure]) => figure },
    ],
    lines,
  )
  return `${table}\n\n${printWorks(works)}`
}

function databaseLines({ database }: Report['figures']): Line[] {
  if (database === null) return []
  const { version, timeline, bytes, growth_bytes: growth, statistics_behind_seconds: behind } = database
  return [
    ['PostgreSQL', version],
    ['timeline', timeline === null ? 'not told' : String(timeline)],
    ['database size', tellBytes(bytes)],
    ['growth a day', growth === null ? 'not known yet' : tellBytes(growth)],
    ['statistics behind', behind === null ? 'not known yet' : `${behind} s`],
  ]
}

function diskLines({ disks, disk_days_left: days, spool }: Report['figures']): Line[] {
  return [
    ...disks.map(
      ({ holds, free_bytes: free, total_bytes: total }): Line => [
        `free for ${holds.join(', ')}`,
        `${tellBytes(free)} of ${tellBytes(total)}`,
      ],
    ),
    ['disk lasts for', days === null ? 'not known' : `${Math.floor(days)} days`],
    ['click spool', `${spool.rows} clicks, ${tellBytes(spool.bytes)} of ${tellBytes(spool.max_bytes)}`],
  ]
}

function printWorks(works: Report['works']): string {
  return printTable<Report['works'][number]>(
    [
      { head: 'work', of: ({ title }) => title },
      {
        head: 'state',
        of: ({ is_late: isLate, succeeded_at: at }) => (isLate ? 'LATE' : at === null ? 'not yet' : 'works'),
      },
      { head: 'last success', of: ({ succeeded_at: at }) => (at === null ? null : timeCell(at * 1000)) },
      { head: 'age', of: ({ age_seconds: age }) => `${age} s` },
      { head: 'pace', of: ({ every_seconds: every }) => (every === null ? 'when needed' : `${every} s`) },
    ],
    works,
  )
}
