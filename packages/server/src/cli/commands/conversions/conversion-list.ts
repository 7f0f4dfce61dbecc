import type { Conversion } from '@quoin/core/conversions/conversion.ts'
import { conversionStatuses } from '@quoin/core/conversions/status.ts'
import { formatMicros } from '@quoin/core/payout/money.ts'
import type { Command } from 'commander'
import { listConversions } from '../../../features/history/list-conversions.ts'
import type { Page } from '../../../features/history/list-page.ts'
import { moreOf } from './clicks-commands.ts'
import { type ListOptions, questionOf, withListOptions } from '../../list-options.ts'
import { runCommand } from '../../open-command.ts'
import { oneOf } from '../../options.ts'
import { type Column, printTable, timeCell } from '../../print-table.ts'

interface ConversionOptions extends ListOptions {
  readonly status?: string
  readonly reason?: string
}

/** `quoin conversions list` */
export function addConversionList(conversions: Command): void {
  withListOptions(conversions.command('list'))
    .description('list conversions, the last to be known first')
    .option('--status <status>', conversionStatuses.join(', '), oneOf(...conversionStatuses))
    .option('--reason <reason>', 'why they are what they are, such as cap, window or risk')
    .action(({ status, reason, ...options }: ConversionOptions) =>
      runCommand(
        (ports) => listConversions(ports, { ...questionOf(options, ports.clock.nowMs()), status, reason }),
        { json: options.json, print: printConversions },
      ),
    )
}

export const conversionListColumns: readonly Column<Conversion>[] = [
  { head: 'known since (UTC)', of: ({ createdAtMs }) => timeCell(createdAtMs) },
  { head: 'conversion', of: ({ id }) => id },
  { head: 'app', of: ({ appId }) => appId },
  { head: 'offer', of: ({ offerId }) => offerId },
  { head: 'goal', of: ({ goal }) => goal },
  { head: 'user', of: ({ userId }) => userId },
  { head: 'status', of: ({ status, reason }) => (reason === null ? status : `${status}: ${reason}`) },
  { head: 'payout USD', of: ({ payoutMicros }) => formatMicros(payoutMicros) },
  { head: 'reward', of: (one) => `${formatMicros(one.payoutLocalMicros)} ${one.currency}` },
]

function printConversions({ items, next }: Page<Conversion>): string {
  return `${printTable(conversionListColumns, items)}${moreOf(next)}`
}
