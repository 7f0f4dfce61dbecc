import type { Conversion, ConversionEvent, EventSource } from '@quoin/core/conversions/conversion.ts'
import { tellAmount, tellUsd } from '@quoin/core/payout/tell-amount.ts'
import type { AttemptMade, CallbackState } from '../../store/callbacks/callback-history.ts'
import type { LoggedRequest } from '../../store/postbacks/postback-requests.ts'
import type { ShownEntry } from '../ledger/show-entries.ts'
import { tellBehaviourRisk } from './tell-behaviour-risk.ts'
import type { TimelineEntry } from './timeline-entry.ts'

export function tellPostback(request: LoggedRequest): TimelineEntry<'postback'> {
  const { receivedAtMs, outcome, httpStatus, reason, report: _kept, refused: _refused, ...facts } = request
  const told = facts.message === null ? '' : ` It was told: ${facts.message}`
  return {
    atMs: receivedAtMs,
    kind: 'postback',
    text: `The network reported by ${request.method}: ${outcome}${because(reason)}, answered ${httpStatus}.${told}`,
    facts: { ...facts, outcome, httpStatus, reason },
  }
}

export function tellEvent(conversion: Conversion, event: ConversionEvent): TimelineEntry<'conversion'> {
  const { conversionId, fromStatus, toStatus, reason, source } = event
  const goal = conversion.goal === '' ? '' : ` (goal ${conversion.goal})`
  const step = fromStatus === null ? `is ${toStatus}` : `goes from ${fromStatus} to ${toStatus}`
  const amount = `${tellUsd(event.payoutMicros)}, ${tellAmount(event.payoutLocalMicros)} ${conversion.currency}`
  const lossMicros = event.payoutMicros - event.revenueMicros
  const isLoss = toStatus === 'approved' || reason === 'margin'
  const loss =
    isLoss && lossMicros > 0
      ? ` The network pays ${tellUsd(event.revenueMicros)}: margin ${tellUsd(-lossMicros)}, a loss.`
      : ''
  const risk = reason === 'risk' ? conversion.risk : undefined
  const why = risk ? ` Held: ${tellBehaviourRisk(risk)}.` : ''
  return {
    atMs: event.happenedAtMs,
    kind: 'conversion',
    text: `Conversion ${conversionId}${goal} ${step}${because(reason)}, by ${bySource[source]}: ${amount}.${loss}${why}`,
    facts: { ...event, goal: conversion.goal, currency: conversion.currency, ...(risk ? { risk } : {}) },
  }
}

const bySource: Readonly<Record<EventSource, string>> = {
  postback: "the network's postback",
  claim: "the publisher's claim",
  operator: 'an operator',
  expiry: 'the end of its time',
  release: 'the end of its hold',
}

/** The entry of one event: its lines sum to zero. */
export function tellLedger(event: ConversionEvent, entries: readonly ShownEntry[]): TimelineEntry<'ledger'> {
  const lines = entries.map(({ account, usd, isLoss }) => `${account} ${usd}${isLoss ? ' (a loss)' : ''}`)
  return {
    atMs: event.happenedAtMs,
    kind: 'ledger',
    text: `Booked for version ${event.version}, in USD: ${lines.join(', ')}.`,
    facts: { conversionId: event.conversionId, version: event.version, entries },
  }
}

/** A callback is owed from the moment of its event. */
export function tellCallback(event: ConversionEvent, callback: CallbackState): TimelineEntry<'callback'> {
  const { state, endpoint, eventType, attempts } = callback
  const tries = attempts === 1 ? '1 attempt' : `${attempts} attempts`
  return {
    atMs: event.happenedAtMs,
    kind: 'callback',
    text: `Callback ${eventType} to endpoint "${endpoint}" is owed; by now it is ${state} after ${tries}.`,
    facts: { ...callback },
  }
}

export function tellAttempt(callback: CallbackState, attempt: AttemptMade): TimelineEntry<'attempt'> {
  const answer =
    attempt.httpStatus === null ? `no answer (${attempt.failure})` : `status ${attempt.httpStatus}`
  return {
    atMs: attempt.attemptedAtMs,
    kind: 'attempt',
    text: `Attempt ${attempt.number} to "${callback.endpoint}": ${answer} in ${attempt.latencyMs} ms, ${attempt.verdict}. ${attempt.reason}`,
    facts: { ...attempt },
  }
}

function because(reason: string | null): string {
  return reason === null ? '' : ` (${reason})`
}
