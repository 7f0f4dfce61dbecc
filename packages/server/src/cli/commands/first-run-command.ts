import { Command } from 'commander'
import { readFirstRun } from '../../features/first-run/read-first-run.ts'
import { runCommand } from '../open-command.ts'
import { printTable, timeCell } from '../print-table.ts'

/** `quoin first-run` */
export function firstRunCommand(): Command {
  return new Command('first-run')
    .option('--json', 'print JSON at a terminal too')
    .action(({ json }: { json?: boolean }) => runCommand(readFirstRun, { json, print }))
}

type FirstRun = Awaited<ReturnType<typeof readFirstRun>>

function print({ isDemo, steps }: FirstRun): string {
  if (isDemo) return 'The demo is no first run. Remove it with `quoin demo remove`.'
  return printTable<FirstRun['steps'][number]>(
    [
      { head: 'step', of: ({ step }) => step },
      { head: 'happened', of: ({ happened }) => (happened ? timeCell(happened.atMs) : 'not yet') },
      { head: 'what', of: ({ happened }) => (happened ? `${happened.name ?? ''}${happened.says}` : null) },
      { head: 'tried', of: ({ tried }) => (tried ? (tried.isOk ? 'went well' : tried.says) : null) },
    ],
    steps,
  )
}
