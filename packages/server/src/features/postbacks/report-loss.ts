import type { Decision } from '@quoin/core/conversions/apply-postback.ts'
import { isInReview } from '@quoin/core/conversions/conversion.ts'
import type { EarningOffer, Report, ReportedClick } from '@quoin/core/conversions/situation.ts'
import { losesMoney } from '@quoin/core/conversions/margin.ts'
import { isEarning } from '@quoin/core/conversions/standing.ts'
import type { Ports } from '../../ports/ports.ts'
import type { Loss, PostbackOutcome } from '../../ports/writes.ts'

/** The loss of a decided report; undefined where it loses nothing, or says nothing new. */
export function lossOf({ click, report }: Decided, decision: Decision): Loss | undefined {
  const { clickId } = click
  if (decision.kind === 'refused') {
    return decision.losing && { action: 'refused', clickId, conversionId: null, ...decision.losing }
  }
  const { conversion } = decision
  const isNews = decision.kind !== 'duplicate' && isEarning(report.status) && isEarning(conversion.status)
  if (!isNews || !losesMoney(conversion, click)) return undefined
  const { id: conversionId, revenueMicros, payoutMicros } = conversion
  return {
    action: isInReview(conversion) ? 'held' : 'paid',
    clickId,
    conversionId,
    revenueMicros,
    payoutMicros,
  }
}

interface Decided {
  readonly click: Pick<ReportedClick, 'clickId'> & EarningOffer
  readonly report: Report
}

const sentences: Record<Loss['action'], string> = {
  held: 'a report that would lose money was held for review',
  paid: 'a report that loses money was accepted',
  refused: 'a report that would lose money was refused',
}

/** Counts a loss, and logs it: nobody should find it first in the ledger. */
export function noteLoss({ log, meters }: Pick<Ports, 'log' | 'meters'>, outcome: PostbackOutcome): void {
  if (!('loss' in outcome) || outcome.loss === undefined) return
  const { action, ...facts } = outcome.loss
  meters.count('losing_reports_total', { action })
  log.warn({ networkId: outcome.networkId, ...facts }, sentences[action])
}
