import { idTimeMs } from '../tracking/click-id.ts'
import { type Conversion, isInReview, isOnHold, type ReviewReason } from './conversion.ts'
import type { Situation } from './situation.ts'
import type { ConversionStatus } from './status.ts'
import { dayMs } from '../time/durations.ts'
import { isElsewhere } from './transaction-use.ts'

/** Where a conversion stands, whatever the network believes. */
export type Standing = Pick<Conversion, 'status' | 'reason' | 'releaseAtMs' | 'heldFor'>

/**
 * Where a conversion stands after a report that leads the network's own story to `target`. No word of a network lifts a
 * hold: one that was never lifted is back when the network corrects itself.
 */
export function standAfter(
  existing: Conversion,
  target: ConversionStatus,
  situation: WeighedSituation,
): Standing {
  const stays = standingOf(existing)
  const isLost = !isEarning(target)
  // The network takes a claim over, also one that was refused for want of its word; not one that was
  // confirmed, nor one that was taken back since.
  if (existing.reportedStatus === null && !wasApproved(existing.status) && !isOnHold(existing))
    return isLost
      ? { ...plainly('rejected'), heldFor: decideFirst(target, situation).heldFor }
      : decideFirst(target, situation)
  switch (existing.status) {
    case 'pending':
      if (isLost) return { ...plainly('rejected'), heldFor: stays.heldFor }
      return isInReview(existing) || isOnHold(existing) ? stays : decideNext(existing, target, situation)
    case 'approved':
      // Approved by an operator before the network said no: what was given can only be taken back.
      return isLost ? plainly('reversed') : stays
    case 'rejected':
      // The network's own rejection can be corrected; a cap's or an operator's cannot.
      return isLost || existing.reason !== null ? stays : decideAgain(existing, target, situation)
    case 'reversed':
      if (isTakenBack(existing)) return plainly('reversed', target === 'approved' ? 'withheld' : 'refused')
      // An operator had approved it, and the network, which had not, corrects its own rejection.
      return isLost ? stays : unlessLost(stays, decideAgain(existing, target, situation))
    default:
      return existing.status satisfies never
  }
}

/** A person took it back, which no word of the network undoes; the network owes it as long as it stands by it. */
function isTakenBack({ status, reason }: Conversion): boolean {
  return status === 'reversed' && (reason === 'withheld' || reason === 'refused')
}

function wasApproved(status: ConversionStatus): boolean {
  return status === 'approved' || status === 'reversed'
}

/**
 * A conversion that counts already can be held only for news: its amount, or that its transaction was taken back
 * elsewhere.
 */
function decideNext(existing: Conversion, target: ConversionStatus, situation: WeighedSituation): Standing {
  const doubt = findHold(newHolds, situation) ?? heldInLiveMode(existing)
  return decideStanding(target, { ...situation, isCapFull: false }, doubt)
}

/**
 * The doubt that would hold a test conversion if it were a live one; null where a live one would stand where it does,
 * and for live ones.
 */
export function heldInLiveMode(
  conversion: Pick<Conversion, 'isTest' | 'status' | 'reason' | 'heldFor'>,
): ReviewReason | null {
  const { isTest, status, reason, heldFor } = conversion
  return isTest && isEarning(status) && passesInTest(heldFor) && reason !== heldFor ? heldFor : null
}

/** Whoever tests does so with tools and headless browsers: in test mode these doubts are noted and hold nothing. */
const passedInTest: readonly (ReviewReason | null)[] = ['bot', 'risk']

function passesInTest(doubt: ReviewReason | null): boolean {
  return doubt !== null && passedInTest.includes(doubt)
}

/** Another amount of what is pending may have to wait for a person, too; what is approved stays so. */
export function holdLoss(existing: Conversion, { isLosing }: WeighedSituation): Standing {
  const stays = standingOf(existing)
  return isLosing && existing.status === 'pending' && !isInReview(existing)
    ? { ...plainly('pending', 'margin'), heldFor: 'margin' }
    : stays
}

/** A row of an older version does not say what holds it, but why it waits. */
function standingOf({ status, reason, releaseAtMs, heldFor }: Conversion): Standing {
  const isHeld = status === 'pending' && heldFor === null
  return { status, reason, releaseAtMs, heldFor: isHeld ? doubtOf(reason) : heldFor }
}

function doubtOf(reason: Conversion['reason']): ReviewReason | null {
  return allHolds.find((hold) => hold.reason === reason)?.reason ?? null
}

/** With the verdict of the caps on what the conversion would weigh, and of what it would lose. */
export interface WeighedSituation extends Situation {
  readonly isCapFull: boolean
  /** It would lose money, and waits for a person then. */
  readonly isLosing: boolean
}

interface Hold {
  readonly reason: ReviewReason
  applies(situation: WeighedSituation): boolean
}

/** It would lose money: said last, since all else is a reason to look as well. */
const margin: Hold = { reason: 'margin', applies: ({ isLosing }) => isLosing }

/** The doubts about a click, its user and its transaction, whenever it is reported. */
const doubts: readonly Hold[] = [
  { reason: 'listed', applies: ({ isListed }) => isListed },
  { reason: 'bot', applies: ({ click }) => click.isBot },
  { reason: 'fallback', applies: ({ click }) => click.isFallback },
  { reason: 'repeat', applies: ({ offer, hasAnother }) => hasAnother && !offer.isRepeatable },
  {
    reason: 'transaction',
    applies: ({ transactionUse: use = 'free' }) => use !== 'free' && use !== 'rejected',
  },
  { reason: 'risk', applies: ({ risk }) => risk?.verdict === 'hold' },
]

/** The reasons that hold a conversion however often the network says that it is good. */
const lastingHolds: readonly Hold[] = [...doubts, margin]

/** A first report may come too late; a correction of one that was in time may not. */
const allHolds: readonly Hold[] = [
  ...doubts,
  { reason: 'deadline', applies: (situation) => isLaterThan(situation.offer.deadlineSec, situation) },
  {
    reason: 'window',
    // A deadline of its own takes the place of the window: it may be shorter or longer.
    applies: (situation) =>
      situation.offer.deadlineSec === null && isLaterThan(situation.offer.attributionWindowSec, situation),
  },
  margin,
]

/** The reasons that may hold a conversion that counts already. */
const newHolds: readonly Hold[] = [
  {
    reason: 'transaction',
    applies: ({ transactionUse }) => isElsewhere(transactionUse),
  },
  margin,
]

function isLaterThan(limitSec: number | null, { click, nowMs }: Pick<Situation, 'click' | 'nowMs'>): boolean {
  return limitSec !== null && nowMs - idTimeMs(click.clickId) > limitSec * 1000
}

/**
 * Where a conversion stands after the network's first report of it. A doubt of a rejected one is kept for a
 * correction.
 */
export function decideFirst(target: ConversionStatus, situation: WeighedSituation): Standing {
  return decideStanding(target, situation, findHold(allHolds, situation))
}

/** The network corrects its rejection: what held it before holds it again, and what is in doubt by now. */
function decideAgain(
  { heldFor }: Conversion,
  target: ConversionStatus,
  situation: WeighedSituation,
): Standing {
  return decideStanding(target, situation, heldFor ?? findHold(lastingHolds, situation))
}

/** The first doubt that applies; in test mode one that holds comes before one that is only noted. */
function findHold(holds: readonly Hold[], situation: WeighedSituation): ReviewReason | null {
  const first = (from: readonly Hold[]) => from.find(({ applies }) => applies(situation))?.reason ?? null
  if (!situation.click.isTest) return first(holds)
  return first(holds.filter(({ reason }) => !passesInTest(reason))) ?? first(holds)
}

/** A conversion that would newly count is rejected over a cap, held for a doubt, else as reported. */
function decideStanding(
  target: ConversionStatus,
  situation: WeighedSituation,
  heldFor: ReviewReason | null,
): Standing {
  if (!isEarning(target)) return { ...plainly(target), heldFor }
  if (situation.isCapFull) return plainly('rejected', 'cap')
  if (heldFor === null) return unlessOnHold(target, situation)
  if (situation.click.isTest && passesInTest(heldFor)) return { ...unlessOnHold(target, situation), heldFor }
  return { ...plainly('pending', heldFor), heldFor }
}

/** A conversion that was taken back stays so where it may not be given again, and says why. */
function unlessLost(stays: Standing, next: Standing): Standing {
  return isEarning(next.status) ? next : { ...stays, reason: next.reason }
}

/** An approved conversion counts at once, or after the time for which its offer is held. */
function unlessOnHold(target: ConversionStatus, { offer, nowMs }: Situation): Standing {
  const { holdDays = 0 } = offer
  return target === 'approved' ? approvedAfterHold({ sinceMs: nowMs, holdDays, nowMs }) : plainly(target)
}

/** Approved once the days for which an offer is held are over; pending until then. */
export function approvedAfterHold(hold: {
  /** When the days begin. */
  readonly sinceMs: number
  readonly holdDays: number
  readonly nowMs: number
}): Standing {
  const releaseAtMs = hold.sinceMs + hold.holdDays * dayMs
  return releaseAtMs > hold.nowMs ? { ...plainly('pending', 'hold'), releaseAtMs } : plainly('approved')
}

/** Without a doubt and without a time. */
export function plainly(status: ConversionStatus, reason: Standing['reason'] = null): Standing {
  return { status, reason, releaseAtMs: null, heldFor: null }
}

/** Whether a conversion of this status earns something, now or once it is approved. */
export function isEarning(status: ConversionStatus): boolean {
  return status === 'pending' || status === 'approved'
}
