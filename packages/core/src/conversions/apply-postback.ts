import { assert } from '../errors.ts'
import { earn } from '../payout/earned.ts'
import { countedDay, hasRemaining, hasRemainingFor } from './caps.ts'
import { type Conversion, isOnHold } from './conversion.ts'
import type { EarningOffer, Report, Situation } from './situation.ts'
import { losesMoney } from './margin.ts'
import { needsAmount, isOtherAmount, rateOf, reprice, revenueOf } from './reported-amount.ts'
import { hear, meaningOf, networkStateOf } from './network-state.ts'
import {
  type Refusal,
  refuse,
  refuseCurrency,
  refuseElsewhere,
  refuseLoss,
  refuseMove,
} from './refuse-report.ts'
import {
  isEarning,
  holdLoss,
  decideFirst,
  type Standing,
  standAfter,
  type WeighedSituation,
} from './standing.ts'
import { termsOf } from './terms-of.ts'
import { isCounted, isElsewhere } from './transaction-use.ts'
import type { ConversionStatus } from './status.ts'

/** A note to the network: the effect of a repeat with another payout, or why a word changes nothing. */
type ReportNote = 'payout_ignored' | 'payout_updated' | 'superseded' | 'transaction' | 'transaction_added'

export type Decision =
  | Refusal
  /** The same thing was said before: no status and no money changes, at most the transaction's name is added. */
  | { readonly kind: 'duplicate'; readonly conversion: Conversion; readonly note?: ReportNote }
  /** Each is one event of the conversion. */
  | {
      readonly kind: 'created' | 'changed'
      readonly conversion: Conversion
      readonly note?: ReportNote
    }

/**
 * Applies a network's report to a conversion. Two things are kept apart: the network's own
 * words, which must follow the table of transitions, and where the conversion stands, which may be held or refused by
 * us. A network that says `approved` again therefore never lifts a hold, a cap or an operator's word.
 */
export function applyPostback(given: Report, situation: Situation): Decision {
  const { existing } = situation
  const report = { ...given, status: meaningOf(given, existing) }
  if (report.reportedMicros < 0 && report.status !== 'reversed') {
    return refuse('payout', 'range', 'must not be negative unless the conversion is reversed')
  }
  const heard = isOvertaken(report, existing) ? overtaken : hear(existing, report.status)
  if (heard.kind === 'refused') return refuseMove(networkStateOf(existing), report.status)
  if (existing !== undefined && heard.kind === 'superseded')
    return { kind: 'duplicate', conversion: existing, note: 'superseded' }
  if (report.exchange === 'missing' && needsAmount(report, existing)) return refuseCurrency(report)
  if (heard.kind !== 'news') {
    assert(existing !== undefined, 'a repeat is about a conversion')
    return repeat(report, situation, existing)
  }
  // Else what was meant would stay paid, and its network would believe that it was heard.
  if (existing === undefined && heard.state === 'rejected' && situation.isStandingElsewhere)
    return refuseElsewhere()
  return existing === undefined
    ? create(report, heard.state, situation)
    : revise(report, heard.state, { situation, existing })
}

const overtaken = { kind: 'superseded' } as const

/** An approval that was kept and comes after a later rejection corrects nothing. */
function isOvertaken({ status, keptSinceMs }: Report, existing: Conversion | undefined): boolean {
  if (keptSinceMs === undefined || existing === undefined || status !== 'approved') return false
  return networkStateOf(existing) === 'rejected' && keptSinceMs < existing.updatedAtMs
}

function create(report: Report, target: ConversionStatus, situation: Situation): Decision {
  const { click, offer, currency, nowMs, today } = situation
  const terms = termsOf(offer, currency, situation)
  // A first report is never negative: `reversed` is the only one that may be, and it was refused above.
  const earned = earn(terms, revenueOf(report))
  const { revenueMicros, payoutMicros } = earned
  const priced = { revenueMicros, payoutMicros, shareBasisPoints: terms.shareBasisPoints }
  if (isRefusedLoss(report, priced, situation)) return refuseLoss(priced)
  const { status, reason, releaseAtMs, heldFor } = decideFirst(target, weighed(situation, priced, target))
  const { rateDay, usdNanos } = rateOf(report)
  // Field by field: an engine copies one object at a time fast, several into one slowly.
  const draft: Conversion = {
    ...terms,
    status,
    reason,
    releaseAtMs,
    revenueMicros: earned.revenueMicros,
    payoutMicros: earned.payoutMicros,
    payoutLocalMicros: earned.payoutLocalMicros,
    id: situation.newId,
    version: 1,
    appId: click.appId,
    networkId: offer.networkId,
    offerId: click.offerId,
    userId: click.userId,
    subId: click.subId,
    clickId: click.clickId,
    country: click.country,
    platform: click.platform,
    goal: report.goal,
    txnKey: txnKeyOf(report, offer),
    txnId: report.txnId,
    formerTxnId: null,
    source: 'postback',
    claimTxnId: null,
    idempotencyKey: null,
    reportedStatus: report.status,
    networkState: target,
    heldFor,
    networkWord: report.word,
    reportedMicros: report.reportedMicros,
    reportedCurrency: report.currency,
    rateDay,
    usdNanos,
    claimedMicros: null,
    countedOn: null,
    risk: situation.risk ?? null,
    isTest: click.isTest,
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
    expiresAtMs: null,
  }
  return { kind: 'created', conversion: { ...draft, countedOn: countedDay(draft, today) } }
}

/** The network says something new about a conversion: it moves as far as holds, caps and operators let it. */
function revise(
  report: Report,
  target: ConversionStatus,
  { situation, existing }: { readonly situation: Situation; readonly existing: Conversion },
): Decision {
  const priced = isEarning(report.status) ? reprice(existing, report) : existing
  if (isRefusedLoss(report, priced, situation)) return refuseLoss(priced)
  const standing = standAfter(existing, target, weighed(situation, priced, target))
  const isTooHeavy = !mayWeigh(existing, priced, situation)
  const spoken: Conversion = {
    ...(isTooHeavy ? existing : priced),
    ...standing,
    version: existing.version + 1,
    ...(isTakenElsewhere(standing, situation) ? {} : namesOf(existing, report, situation)),
    // A claim that no click was found for gets that of what pays it. The click of what takes it back may have another
    // conversion.
    clickId: existing.clickId ?? (isEarning(report.status) ? situation.click.clickId : null),
    // A claim was not judged before; otherwise its hold is kept with it.
    risk:
      existing.reportedStatus === null || standing.reason === 'risk'
        ? (situation.risk ?? existing.risk ?? null)
        : (existing.risk ?? null),
    reportedStatus: report.status,
    networkState: target,
    networkWord: report.word,
    updatedAtMs: situation.nowMs,
  }
  const conversion = { ...spoken, countedOn: countedDay(spoken, situation.today) }
  const changed = { kind: 'changed', conversion } as const
  return isTooHeavy ? { ...changed, note: 'payout_ignored' } : changed
}

/** A person's approval stays, but it is not another conversion's transaction. */
function isTakenElsewhere(standing: Standing, { transactionUse: use }: Situation): boolean {
  return isCounted(standing) && isElsewhere(use)
}

function namesOf(
  existing: Conversion,
  report: Report,
  { offer }: Situation,
): Pick<Conversion, 'txnKey' | 'txnId' | 'formerTxnId'> {
  return {
    txnKey: existing.reportedStatus === null ? txnKeyOf(report, offer) : existing.txnKey,
    txnId: report.txnId ?? existing.txnId,
    // A reversal may name another than the one that was paid.
    formerTxnId: isRenamed(existing, report) ? existing.txnId : existing.formerTxnId,
  }
}

function isRenamed({ txnId }: Conversion, report: Report): boolean {
  return report.txnId !== null && txnId !== null && report.txnId !== txnId
}

/** The network says the same again; only another payout could matter, or the name that the first report left out. */
function repeat(report: Report, situation: Situation, known: Conversion): Decision {
  const note = noteOfName(known, report, situation)
  const existing = note === 'transaction_added' ? { ...known, txnId: report.txnId } : known
  const isOtherPayout = isEarning(report.status) && isOtherAmount(existing, report)
  if (!isOtherPayout) return { kind: 'duplicate', conversion: existing, ...(note && { note }) }
  const priced = reprice(existing, report)
  const isTaken = situation.onChangedPayout === 'update' && isEarning(existing.status)
  if (!isTaken || !mayWeigh(existing, priced, situation)) {
    return { kind: 'duplicate', conversion: existing, note: 'payout_ignored' }
  }
  if (isRefusedLoss(report, priced, situation)) return refuseLoss(priced)
  const standing = holdLoss(existing, weighed(situation, priced, report.status))
  const conversion = {
    ...priced,
    ...standing,
    version: existing.version + 1,
    updatedAtMs: situation.nowMs,
  }
  return { kind: 'changed', conversion, note: 'payout_updated' }
}

/**
 * A repeat gives a conversion the transaction that its first report left out, unless another one counts by it or was
 * taken back with it: both were paid then, which a person should see. One that waits for a person takes it all the
 * same, so that whoever confirms it is told.
 */
function noteOfName(
  existing: Conversion,
  { txnId }: Report,
  { transactionUse: use }: Situation,
): ReportNote | undefined {
  if (txnId === null || existing.txnId !== null) return undefined
  const isWaiting = existing.status === 'pending' && !isCounted(existing)
  return isElsewhere(use) && !isWaiting ? 'transaction' : 'transaction_added'
}

/**
 * The situation of a conversion that would earn so much: a cap by amount may have room for less. The amount of a
 * rejection is paid by nobody, and mostly 0: no loss, and no doubt for a correction.
 */
function weighed(situation: Situation, amounts: Priced, target: ConversionStatus): WeighedSituation {
  const mayLose = situation.onLoss === 'hold' && isEarning(target)
  const isLosing = mayLose && losesMoney(amounts, situation.offer)
  return { ...situation, isCapFull: !hasRemaining(situation.remainingCap, amounts), isLosing }
}

function isRefusedLoss(report: Report, priced: Priced, { onLoss, offer }: Situation): boolean {
  return onLoss === 'refuse' && isEarning(report.status) && losesMoney(priced, offer)
}

type Priced = Pick<Conversion, 'revenueMicros' | 'payoutMicros' | 'shareBasisPoints'>

/**
 * A conversion that counts already keeps its amount when a higher one would exceed a cap: to reject what was
 * accepted would be worse, and no cap is ever exceeded. One that a person vouched for does not grow by a report that
 * would be held.
 */
function mayWeigh(existing: Conversion, priced: Conversion, situation: Situation): boolean {
  const { remainingCap, onLoss, offer } = situation
  const isDoubtful = onLoss === 'hold' && priced.payoutMicros > existing.payoutMicros
  if (isDoubtful && isSafe(existing) && losesMoney(priced, offer)) return false
  return existing.countedOn === null || hasRemainingFor(remainingCap, existing, priced)
}

function isSafe(conversion: Conversion): boolean {
  return conversion.status === 'approved' || isOnHold(conversion)
}

/** One conversion per click and goal, and per transaction where the offer is repeatable. */
export function txnKeyOf(
  { txnId }: Pick<Report, 'txnId'>,
  { isRepeatable }: Pick<EarningOffer, 'isRepeatable'>,
): string {
  return isRepeatable ? (txnId ?? '') : ''
}
