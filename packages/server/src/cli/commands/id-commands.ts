import { Command } from 'commander'
import { assertNoSecret, tellId, type ToldId } from '../../features/system/tell-id.ts'
import { runCommand } from '../open-command.ts'
import { timeCell } from '../print-table.ts'

/** `quoin id …` */
export function idCommands(): Command {
  const id = new Command('id')
  id.command('show')
    .description('show what an id or a public key says: its kind, its time and the cell that made it')
    .argument('<id>', 'the id of a click, conversion, callback, postback or request, or a public key')
    .option('--json', 'print JSON at a terminal too')
    .action(async (given: string, { json }: { json?: boolean }) => {
      // Before a database is opened, which may fail in words of its own.
      assertNoSecret(given)
      await runCommand((ports) => tellId(ports, given), { json, print })
    })
  return id
}

const kinds: Readonly<Record<ToldId['kind'], string>> = {
  click: 'click',
  conversion: 'conversion',
  callback: 'callback',
  postback: 'postback',
  request: 'request',
  key: 'public key',
  id: 'an id of Quoin, of no row that is kept here',
}

function print(told: ToldId): string {
  const { id, kind, mode, madeAtMs, cell, isRecorded } = told
  const lines: readonly (readonly [name: string, value: string | null])[] = [
    ['id', id],
    ['kind', mode === null ? kinds[kind] : `${mode} ${kinds[kind]}`],
    ['made', madeAtMs === null ? null : timeCell(madeAtMs)],
    ['cell', isRecorded ? String(cell) : 'home: made before cells were recorded'],
  ]
  return lines.map(([name, value]) => `${name.padEnd(4)}  ${value ?? '–'}`).join('\n')
}
