import type { Conversion } from '../conversions/conversion.ts'
import { isInReview, isOnHold } from '../conversions/conversion.ts'
import { dayMs, hourMs } from '../time/durations.ts'

/** Where a reward is that a user misses. */
export const diagnosisCodes = [
  'never_started',
  'unavailable',
  'young',
  'late',
  'ended',
  'too_old',
  'pending',
  'asked',
  'held',
  'released_later',
  'rejected',
  'reversed',
  'told',
  'untold',
  'failing',
  'unheard',
] as const
export type DiagnosisCode = (typeof diagnosisCodes)[number]

/** The facts about one start of an offer, or of none. */
export interface RewardFacts {
  readonly clickedAtMs: number | undefined
  /** The link led elsewhere: the offer was not to be had. */
  readonly isFallback: boolean
  readonly conversion:
    | Pick<Conversion, 'status' | 'reason' | 'releaseAtMs' | 'updatedAtMs' | 'source' | 'reportedStatus'>
    | undefined
  /** How soon half, and nine of ten, are credited; undefined where too few are known. */
  readonly usual: UsualTimes | undefined
  /** A step after the first of several: how soon the offer is credited says nothing about it. */
  readonly isLaterStep: boolean
  /** When the goal ends for this start; what is done later waits for review. */
  readonly endsAtMs: number | undefined
  readonly callbacks: readonly RewardMessage[]
  readonly nowMs: number
}

export interface UsualTimes {
  readonly halfSec: number
  readonly mostSec: number
  readonly credits: number
}

/** A callback about the conversion. */
interface RewardMessage {
  readonly id: string
  readonly state: string
  readonly attempts: number
  readonly endedAtMs: number | null
  readonly nextAttemptAtMs: number | null
  /** Whether its endpoint is sent to: nobody tries one that is disabled. */
  readonly isSending: boolean
}

export interface Diagnosis {
  readonly code: DiagnosisCode
  /** Whether a ticket may be opened now. */
  readonly mayAsk: boolean
  /** From when on it may, where it is too early. */
  readonly asksFromMs: number | undefined
  /** The moment that the sentence names: released, ended, told, tried again. */
  readonly atMs: number | undefined
  /** The id of the callback, with which the site is to be asked. */
  readonly reference: string | undefined
}

const askEarliestMs = hourMs
const askLatestMs = 7 * dayMs
const askWithinMs = 60 * dayMs

/** The first of these diagnoses that holds for a reward. */
export function diagnoseReward(facts: RewardFacts): Diagnosis {
  const { clickedAtMs, conversion, nowMs } = facts
  if (conversion !== undefined) return diagnoseReported(facts, conversion)
  if (clickedAtMs === undefined) return tell('never_started')
  if (facts.isFallback) return tell('unavailable')
  const { endsAtMs } = facts
  const isLong = facts.isLaterStep && endsAtMs !== undefined
  const graceMs = isLong ? askLatestMs : waitMs(facts.usual)
  if (endsAtMs !== undefined && nowMs > endsAtMs + graceMs) return tell('ended', { atMs: endsAtMs })
  // Those who are on their way for 75 days miss nothing after one.
  const asksFromMs = isLong ? endsAtMs : Math.min(clickedAtMs + graceMs, endsAtMs ?? Number.POSITIVE_INFINITY)
  if (nowMs < asksFromMs) return tell('young', { asksFromMs })
  if (!isLong && nowMs > clickedAtMs + askWithinMs) return tell('too_old')
  return tell('late', { mayAsk: true })
}

/**
 * How long after the start a ticket helps: nine of ten have come by then, but an hour at least and a week at most. A week
 * where nothing is measured: many offers take days by what they ask for.
 */
function waitMs(usual: UsualTimes | undefined): number {
  if (usual === undefined) return askLatestMs
  return Math.min(askLatestMs, Math.max(askEarliestMs, usual.mostSec * 1000))
}

function diagnoseReported(facts: RewardFacts, conversion: NonNullable<RewardFacts['conversion']>): Diagnosis {
  const { clickedAtMs = conversion.updatedAtMs, nowMs } = facts
  const mayAsk = nowMs <= clickedAtMs + askWithinMs
  switch (conversion.status) {
    case 'pending':
      if (conversion.reason === 'claim' && conversion.reportedStatus === null) return tell('asked')
      if (isOnHold(conversion)) return tell('released_later', { atMs: conversion.releaseAtMs ?? undefined })
      return tell(isInReview(conversion) ? 'held' : 'pending')
    case 'rejected':
      return tell('rejected', { mayAsk, atMs: conversion.updatedAtMs })
    case 'reversed':
      return tell('reversed', { mayAsk, atMs: conversion.updatedAtMs })
    case 'approved':
      return diagnoseCredited(facts.callbacks, conversion.updatedAtMs)
    default:
      return conversion.status satisfies never
  }
}

/** The site's own endpoints: one that has it is enough to ask it. */
function diagnoseCredited(callbacks: readonly RewardMessage[], updatedAtMs: number): Diagnosis {
  const delivered = callbacks.find(({ state }) => state === 'delivered')
  if (delivered) {
    return tell('told', { atMs: delivered.endedAtMs ?? updatedAtMs, reference: delivered.id })
  }
  const waiting = callbacks.find(({ state }) => state === 'pending')
  if (waiting && waiting.attempts > 0 && waiting.isSending) {
    return tell('failing', { atMs: waiting.nextAttemptAtMs ?? undefined, reference: waiting.id })
  }
  const [given] = callbacks
  if (waiting?.attempts === 0 || given === undefined) return tell('untold', { atMs: updatedAtMs })
  // It has answered that it failed, or could not be reached for so long that nobody tries any more.
  return tell('unheard', { atMs: given.endedAtMs ?? updatedAtMs, reference: given.id })
}

function tell(code: DiagnosisCode, more: Partial<Diagnosis> = {}): Diagnosis {
  return { code, mayAsk: false, asksFromMs: undefined, atMs: undefined, reference: undefined, ...more }
}
