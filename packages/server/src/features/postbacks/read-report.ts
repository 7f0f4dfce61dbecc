import type { Report } from '@quoin/core/conversions/situation.ts'
import { isEarning } from '@quoin/core/conversions/standing.ts'
import { type ConversionStatus, readStatus } from '@quoin/core/conversions/status.ts'
import type { FieldProblem } from '@quoin/core/errors.ts'
import type { Network } from '@quoin/core/networks/network.ts'
import { convertToUsd } from '@quoin/core/payout/convert.ts'
import { formatMicros } from '@quoin/core/payout/money.ts'
import { ownCurrency } from '@quoin/core/terms/currencies.ts'
import { acceptedWordsOf, meaningsAfterOf, statusWordsOf } from '../../networks/index.ts'
import type { TermsDirectory } from '../../ports/directories.ts'
import type { PostbackReport } from '../../ports/writes.ts'

/** The report in the language of its network, or everything that is wrong with it. */
export function readReport(
  given: PostbackReport,
  network: Network,
  terms: Pick<TermsDirectory, 'findRate'>,
): Report | readonly FieldProblem[] {
  const problems: FieldProblem[] = []
  const status = readStatus(given.word, statusWordsOf(network))
  if (status === undefined) {
    const message = `must be one of ${acceptedWordsOf(network).join(', ')} (in any case)`
    problems.push({ field: 'status', rule: 'enum', message })
  }
  const currency = (given.currency || network.currency).toUpperCase()
  const exchange = currency === ownCurrency ? undefined : exchangeOf(given, currency, terms)
  // Without a rate nothing can be earned, so that there is nothing to hold against a ceiling.
  const isKnown = exchange !== 'missing'
  const usdMicros = isKnown ? (exchange ? exchange.usdMicros : given.reportedMicros) : 0
  // An amount that no exact number holds is above every ceiling.
  const meaningsAfter = meaningsAfterOf(network, given.word)
  // A reversal takes back the accepted amount, whatever the ceiling and the rate are by now.
  const mayReverse = status === 'reversed' || meaningsAfter?.approved === 'reversed'
  if (usdMicros === undefined || (!mayReverse && Math.abs(usdMicros) > network.payoutMaxMicros)) {
    const message = `must be at most ${formatMicros(network.payoutMaxMicros)} USD, the ceiling of this network`
    problems.push({ field: 'payout', rule: 'range', message })
  }
  if (usdMicros !== undefined && isKnown && isBelowFloor(usdMicros, status, network)) {
    const message = `must be at least ${formatMicros(network.payoutMinMicros)} USD, the floor of this network`
    problems.push({ field: 'payout', rule: 'range', message })
  }
  if (status === undefined || usdMicros === undefined || problems.length > 0) return problems
  const { word, reportedMicros, goal, txnId } = given
  const said = meaningsAfter === undefined ? { status } : { status, meaningsAfter }
  const kept = given.isKept === true ? { keptSinceMs: given.receivedAtMs } : {}
  const report = { ...said, ...kept, word, reportedMicros, currency, goal, txnId }
  if (exchange === undefined) return report
  return { ...report, exchange: isKnown ? { ...exchange, usdMicros } : exchange }
}

/** A reversal or rejection may be of any amount. */
function isBelowFloor(
  usdMicros: number,
  status: ConversionStatus | undefined,
  { payoutMinMicros }: Network,
): boolean {
  return status !== undefined && isEarning(status) && usdMicros < payoutMinMicros
}

/** Whether a rate is needed at all is decided with what is there already. */
function exchangeOf(
  { reportedMicros, receivedAtMs }: PostbackReport,
  currency: string,
  terms: Pick<TermsDirectory, 'findRate'>,
) {
  const rate = terms.findRate(currency, receivedAtMs)
  if (rate === undefined) return 'missing'
  const { day, usdNanos } = rate
  return { day, usdNanos, usdMicros: convertToUsd(reportedMicros, usdNanos) }
}
