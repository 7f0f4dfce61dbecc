import { secondsOf } from '@quoin/core/time/seconds-of.ts'
import {
  type Conversion,
  type ConversionEvent,
  type ConversionIdentity,
  toldReason,
} from '@quoin/core/conversions/conversion.ts'
import type { Reported, CallbackWithAttempts } from '../../../features/conversions/get-conversion.ts'
import { presentAmount } from '../present-amount.ts'

/** The identity of a conversion, besides its state. */
export function presentIdentity(conversion: ConversionIdentity) {
  return {
    conversion_id: conversion.id,
    offer_id: conversion.offerId,
    user_id: conversion.userId,
    click_id: conversion.clickId,
    sub_id: conversion.subId,
    goal: conversion.goal === '' ? null : conversion.goal,
    transaction_id: conversion.txnId,
    claim_transaction_id: conversion.claimTxnId,
    currency: conversion.currency,
    is_test: conversion.isTest,
    created_at: secondsOf(conversion.createdAtMs),
  }
}

type State = Pick<Conversion, 'version' | 'status' | 'reason' | 'payoutMicros' | 'payoutLocalMicros'>

export function presentState(state: State) {
  return {
    version: state.version,
    status: state.status,
    reason: toldReason(state.reason),
    payout: presentAmount(state.payoutMicros),
    payout_local: presentAmount(state.payoutLocalMicros),
  }
}

/** The state that a change led to, and its cause. The name of the operator is not for the publisher. */
export function presentChange(event: ConversionEvent) {
  return {
    ...presentState({ ...event, status: event.toStatus }),
    previous_status: event.fromStatus,
    source: event.source,
    changed_at: secondsOf(event.happenedAtMs),
  }
}

export function presentPostback(request: Reported) {
  return {
    postback_id: request.id,
    received_at: secondsOf(request.receivedAtMs),
    outcome: request.outcome,
    reason: request.reason,
  }
}

export function presentTold({
  id,
  version,
  endpoint,
  eventType,
  state,
  nextAttemptAtMs,
  made,
}: CallbackWithAttempts) {
  return {
    callback_id: id,
    version,
    endpoint,
    event: eventType,
    state,
    next_attempt_at: state === 'pending' ? secondsOf(nextAttemptAtMs) : null,
    attempts: made.map((attempt) => ({
      number: attempt.number,
      attempted_at: secondsOf(attempt.attemptedAtMs),
      http_status: attempt.httpStatus,
      failure: attempt.failure,
      verdict: attempt.verdict,
      message: attempt.reason,
    })),
  }
}
