import { countedDay } from './caps.ts'
import { type Conversion, isInReview } from './conversion.ts'
import { isOpenClaim } from './make-claim.ts'

/**
 * An operator vouches for what waits for review. A claim is approved by that; a held conversion goes where
 * the network said that it stands. Undefined when it does not wait for anybody.
 */
export function confirmReviewed(conversion: Conversion, nowMs: number): Conversion | undefined {
  if (!isInReview(conversion)) return undefined
  const status = conversion.reportedStatus === 'pending' ? 'pending' : 'approved'
  return moved(conversion, { status, reason: null }, nowMs)
}

/** An operator does not believe it; no later report of the network changes that. */
export function refuseReviewed(conversion: Conversion, nowMs: number): Conversion | undefined {
  if (!isInReview(conversion)) return undefined
  return moved(conversion, { status: 'rejected', reason: 'refused' }, nowMs)
}

/** Nobody vouched for an unattributed claim in its time. */
export function expireClaim(conversion: Conversion, nowMs: number): Conversion | undefined {
  const { clickId, expiresAtMs } = conversion
  const isDue = clickId === null && expiresAtMs !== null && expiresAtMs <= nowMs
  if (!isDue || !isOpenClaim(conversion)) return undefined
  return moved(conversion, { status: 'rejected', reason: 'expired' }, nowMs)
}

function moved(
  conversion: Conversion,
  standing: Pick<Conversion, 'status' | 'reason'>,
  nowMs: number,
): Conversion {
  const next = { ...conversion, ...standing, version: conversion.version + 1, updatedAtMs: nowMs }
  return { ...next, countedOn: countedDay(next, nowMs) }
}
