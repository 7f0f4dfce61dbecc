import type { Report } from '@quoin/core/conversion/situation.ts'
import { readStatus } from '@quoin/core/conversion/status.ts'
import type { FieldProblem } from '@quoin/core/errors.ts'
import type { Network } from '@quoin/core/network.ts'
import { formatMicros } from '@quoin/core/payout/money.ts'
import { acceptedWordsOf, statusWordsOf } from '../../networks/index.ts'
import type { PostbackReport } from './apply-postbacks.ts'

/** Amounts are in USD until there are exchange rates. */
const onlyCurrency = 'USD'

/** What the report says in the language of its network, or everything that is wrong with it. */
export function readReport(given: PostbackReport, network: Network): Report | readonly FieldProblem[] {
  const problems: FieldProblem[] = []
  const status = readStatus(given.word, statusWordsOf(network))
  if (status === undefined) {
    const message = `must be one of ${acceptedWordsOf(network).join(', ')} (in any case)`
    problems.push({ field: 'status', rule: 'enum', message })
  }
  if (Math.abs(given.reportedMicros) > network.payoutMaxMicros) {
    const message = `must be at most ${formatMicros(network.payoutMaxMicros)}, the ceiling of this network`
    problems.push({ field: 'payout', rule: 'range', message })
  }
  const currency = given.currency.toUpperCase()
  if (currency !== onlyCurrency) {
    const message = 'must be USD: other currencies are not accepted, because there are no exchange rates'
    problems.push({ field: 'currency', rule: 'enum', message })
  }
  if (status === undefined || problems.length > 0) return problems
  const { word, reportedMicros, goal, txnId } = given
  return { status, word, reportedMicros, currency, goal, txnId }
}
