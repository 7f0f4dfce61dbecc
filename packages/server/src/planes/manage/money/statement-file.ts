import { formatMicros } from '@quoin/core/payout/money.ts'
import { writeCsv } from '../../../features/history/export-own.ts'
import type { OwnStatement } from '../../../features/ledger/own-money.ts'

interface StatementOf {
  readonly publisher: string
  readonly month: string
  readonly statement: OwnStatement
}

type Line = readonly [at: number, what: string, app: string, reference: string, micros: bigint]

const header = ['time', 'what', 'app', 'reference', 'amount', 'currency']

/** A statement as a CSV file: all lines but the last add up to the last. */
export function statementFile({ publisher, month, statement }: StatementOf) {
  const { fromMs, untilMs, opening, closing } = statement
  const lines: readonly Line[] = [
    [fromMs, 'balance before', '', '', opening],
    ...statement.apps.flatMap((app) => linesOfApp(app, untilMs)),
    ...linesOfPayments(statement),
    [untilMs, 'balance after', '', '', closing],
  ]
  const rows = lines.map(([at, what, app, reference, micros]) => [
    ...[new Date(at).toISOString(), what, app, reference],
    ...[formatMicros(micros), 'USD'],
  ])
  const name = publisher.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
  return {
    name: `${name}-statement-${month}.csv`,
    type: 'text/csv; charset=utf-8',
    bytes: writeCsv(header, rows),
  }
}

function linesOfApp(
  { name, approved, reversed, reversed_earlier: earlier }: OwnStatement['apps'][number],
  untilMs: number,
): readonly Line[] {
  const lines: readonly Line[] = [
    [untilMs, 'approved', name, '', approved],
    [untilMs, 'reversed', name, '', reversed],
    [untilMs, 'reversed, of earlier months', name, '', earlier],
  ]
  return lines.filter(([, , , , micros]) => micros !== 0n)
}

/** Each payment and adjustment; those beyond the bound of a list in one line of their own. */
function linesOfPayments({ payments, paid, adjusted, untilMs }: OwnStatement): readonly Line[] {
  const lines = payments.map(({ settledAtMs, kind, reference, amountMicros }): Line => {
    const sign = kind === 'adjusted' ? 1n : -1n
    return [settledAtMs, kind, '', reference, sign * BigInt(amountMicros)]
  })
  const listed = lines.reduce((sum, [, , , , micros]) => sum + micros, 0n)
  const others = paid + adjusted - listed
  return others === 0n ? lines : [...lines, [untilMs, 'further payments', '', '', others]]
}
