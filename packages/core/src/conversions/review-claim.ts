import { countedDay } from './caps.ts'
import { type Conversion, isInReview, isOnHold } from './conversion.ts'
import { isOpenClaim } from './make-claim.ts'
import { approvedAfterHold, plainly, type Standing } from './standing.ts'
import { isElsewhere, type TransactionUse } from './transaction-use.ts'

/** When something is decided, and which day that is at the conversion's network. */
export interface Moment {
  readonly nowMs: number
  readonly today: string
  /** For how long the offer holds what is approved; 0 or absent: not at all. */
  readonly holdDays?: number
  /** The verdict of other conversions on its transaction. */
  readonly transactionUse?: TransactionUse
}

/**
 * An operator vouches for what waits for review, or for its time. A claim is approved by that; a held conversion
 * goes where the network said that it stands. Undefined when it does not wait for anybody.
 */
export function confirmReviewed(conversion: Conversion, moment: Moment): Conversion | undefined {
  if (isOnHold(conversion)) return moved(conversion, plainlyApproved, moment)
  if (!isInReview(conversion)) return undefined
  const standing =
    conversion.reportedStatus === 'pending' ? plainlyPending : approvedByPerson(conversion, moment)
  return moved(conversion, standing, moment)
}

const plainlyApproved = plainly('approved')
const plainlyPending = plainly('pending')

/**
 * A person's trust does not say that the network will not take it back: the days of the offer are kept, and they run
 * from when it was approved. In review only a report of the network changes a conversion; of a claim the operator's is
 * the first word.
 */
function approvedByPerson(
  { reportedStatus, updatedAtMs }: Conversion,
  { nowMs, holdDays = 0 }: Moment,
): Standing {
  return approvedAfterHold({ sinceMs: reportedStatus === null ? nowMs : updatedAtMs, holdDays, nowMs })
}

/** An operator does not believe it; no later report of the network changes that. */
export function refuseReviewed(conversion: Conversion, moment: Moment): Conversion | undefined {
  if (!isInReview(conversion) && !isOnHold(conversion)) return undefined
  return moved(conversion, plainly('rejected', 'refused'), moment)
}

/** Nobody vouched for an unattributed claim in its time. */
export function expireClaim(conversion: Conversion, moment: Moment): Conversion | undefined {
  const { clickId, expiresAtMs } = conversion
  const isDue = clickId === null && expiresAtMs !== null && expiresAtMs <= moment.nowMs
  if (!isDue || !isOpenClaim(conversion)) return undefined
  return moved(conversion, plainly('rejected', 'expired'), moment)
}

/** The time is over for which it was held, and nobody took it back: neither it nor its transaction elsewhere. */
export function releaseHeld(conversion: Conversion, moment: Moment): Conversion | undefined {
  const { releaseAtMs } = conversion
  if (!isOnHold(conversion) || releaseAtMs === null || releaseAtMs > moment.nowMs) return undefined
  const { transactionUse: use } = moment
  // Its transaction was taken back elsewhere in the meantime: a person should look.
  const isDoubtful = isElsewhere(use)
  const standing: Standing = isDoubtful
    ? { ...plainly('pending', 'transaction'), heldFor: 'transaction' }
    : plainlyApproved
  return moved(conversion, standing, moment)
}

/** A conversion one version on, where a person or a time has put it. */
export function moved(conversion: Conversion, standing: Standing, moment: Moment): Conversion {
  const next = { ...conversion, ...standing, version: conversion.version + 1, updatedAtMs: moment.nowMs }
  return { ...next, countedOn: countedDay(next, moment.today) }
}
