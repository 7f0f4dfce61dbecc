import { countedDay } from './caps.ts'
import { type Conversion, isInReview, isOnHold } from './conversion.ts'
import { isOpenClaim } from './make-claim.ts'

/** When something is decided, and which day that is at the conversion's network. */
export interface Moment {
  readonly nowMs: number
  readonly today: string
}

/**
 * An operator vouches for what waits for review, or for its time. A claim is approved by that; a held conversion
 * goes where the network said that it stands, without any further hold. Undefined when it does not wait for anybody.
 */
export function confirmReviewed(conversion: Conversion, moment: Moment): Conversion | undefined {
  if (!isInReview(conversion) && !isOnHold(conversion)) return undefined
  const status = conversion.reportedStatus === 'pending' ? 'pending' : 'approved'
  return moved(conversion, { status, reason: null }, moment)
}

/** An operator does not believe it; no later report of the network changes that. */
export function refuseReviewed(conversion: Conversion, moment: Moment): Conversion | undefined {
  if (!isInReview(conversion) && !isOnHold(conversion)) return undefined
  return moved(conversion, { status: 'rejected', reason: 'refused' }, moment)
}

/** Nobody vouched for an unattributed claim in its time. */
export function expireClaim(conversion: Conversion, moment: Moment): Conversion | undefined {
  const { clickId, expiresAtMs } = conversion
  const isDue = clickId === null && expiresAtMs !== null && expiresAtMs <= moment.nowMs
  if (!isDue || !isOpenClaim(conversion)) return undefined
  return moved(conversion, { status: 'rejected', reason: 'expired' }, moment)
}

/** The time is over for which it was held, and nobody took it back. */
export function releaseHeld(conversion: Conversion, moment: Moment): Conversion | undefined {
  const { releaseAtMs } = conversion
  if (!isOnHold(conversion) || releaseAtMs === null || releaseAtMs > moment.nowMs) return undefined
  return moved(conversion, { status: 'approved', reason: null }, moment)
}

function moved(
  conversion: Conversion,
  standing: Pick<Conversion, 'status' | 'reason'>,
  moment: Moment,
): Conversion {
  const released = { ...standing, releaseAtMs: null }
  const next = { ...conversion, ...released, version: conversion.version + 1, updatedAtMs: moment.nowMs }
  return { ...next, countedOn: countedDay(next, moment.today) }
}
