import type { Click } from '@quoin/core/tracking/click.ts'
import { Command } from 'commander'
import { listClicks } from '../../../features/history/list-clicks.ts'
import type { Page } from '../../../features/history/list-page.ts'
import { type ListOptions, questionOf, withListOptions } from '../../list-options.ts'
import { runCommand } from '../../open-command.ts'
import { oneOf } from '../../options.ts'
import { type Column, printTable, timeCell } from '../../print-table.ts'

interface ClickOptions extends ListOptions {
  readonly verdict?: string
  readonly outcome?: string
  readonly reason?: string
}

/** `quoin clicks …` */
export function clicksCommands(): Command {
  const clicks = new Command('clicks')
  withListOptions(clicks.command('list'))
    .description('list clicks, newest first')
    .option('--verdict <verdict>', 'valid or bot', oneOf('valid', 'bot'))
    .option('--outcome <outcome>', 'redirected or fallback', oneOf('redirected', 'fallback'))
    .option('--reason <reason>', 'why they fell back, such as paused or country')
    .action(({ verdict, outcome, reason, ...options }: ClickOptions) =>
      runCommand(
        (ports) => {
          const question = questionOf(options, ports.clock.nowMs())
          return listClicks(ports, { ...question, verdict, outcome, reason })
        },
        { json: options.json, print: printClicks },
      ),
    )
  return clicks
}

export const clickColumns: readonly Column<Click>[] = [
  { head: 'clicked at (UTC)', of: ({ clickedAtMs }) => timeCell(clickedAtMs) },
  { head: 'click', of: ({ id }) => id },
  { head: 'app', of: ({ appId }) => appId },
  { head: 'offer', of: ({ offerId }) => offerId },
  { head: 'user', of: ({ userId }) => userId },
  { head: 'country', of: ({ country }) => country },
  { head: 'platform', of: ({ platform }) => platform },
  { head: 'verdict', of: ({ verdict }) => verdict },
  { head: 'led to', of: ({ outcome, reason }) => (reason === null ? outcome : `${outcome}: ${reason}`) },
]

function printClicks({ items, next }: Page<Click>): string {
  return `${printTable(clickColumns, items)}${moreOf(next)}`
}

/** How to read on. */
export function moreOf(next: string | null): string {
  return next === null ? '' : `\n\nMore: --before ${next}`
}
