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

/** The states that a user knows rewards by. */
export const rewardStates = [
  'started',
  'asked',
  'pending',
  'credited',
  'reversed',
  'rejected',
  'ended',
] as const
export type RewardState = (typeof rewardStates)[number]

/** A claim is `asked`: nobody but its user has said that it is owed, and it counts into no sum of pending money. */
export const stateByDiagnosis: Readonly<Record<DiagnosisCode, RewardState>> = {
  never_started: 'ended',
  unavailable: 'ended',
  young: 'started',
  late: 'started',
  ended: 'ended',
  too_old: 'ended',
  pending: 'pending',
  asked: 'asked',
  held: 'pending',
  released_later: 'pending',
  rejected: 'rejected',
  reversed: 'reversed',
  told: 'credited',
  untold: 'credited',
  failing: 'credited',
  unheard: 'credited',
}

/** The facts about one start of an offer, or of none. */
export interface RewardFacts {
  readonly clickId: string | undefined
  readonly clickedAtMs: number | undefined
  /** The link led elsewhere: the offer was not to be had. */
  readonly isFallback: boolean
  readonly conversion:
    | Pick<
        Conversion,
        'id' | 'status' | 'reason' | 'releaseAtMs' | 'updatedAtMs' | 'source' | 'reportedStatus'
      >
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
  /** Until when it may, or might have been. */
  readonly asksUntilMs: number | undefined
  /** The moment that the sentence names: released, ended, told, tried again. */
  readonly atMs: number | undefined
  /** The id with which the site is to be asked: of the callback, of the conversion, or of the start. */
  readonly reference: string | undefined
}

const askEarliestMs = hourMs
const askLatestMs = 7 * dayMs
const askWithinMs = 60 * dayMs
const siteWithinMs = dayMs

/** The first of these diagnoses that holds for a reward. */
export function diagnoseReward(facts: RewardFacts): Diagnosis {
  const { clickedAtMs, conversion } = facts
  if (conversion !== undefined) return diagnoseReported(facts, conversion)
  if (clickedAtMs === undefined) return tell('never_started')
  if (facts.isFallback) return tell('unavailable')
  return diagnoseUnreported(facts, clickedAtMs)
}

function diagnoseUnreported({ nowMs, ...facts }: RewardFacts, clickedAtMs: number): Diagnosis {
  const { endsAtMs = Number.POSITIVE_INFINITY, isLaterStep, clickId: reference } = facts
  const isLong = isLaterStep && endsAtMs !== Number.POSITIVE_INFINITY
  const graceMs = isLong ? askLatestMs : waitMs(facts.usual)
  const lastMs = isLong ? Number.POSITIVE_INFINITY : clickedAtMs + askWithinMs
  const asksUntilMs = Math.min(endsAtMs + graceMs, lastMs)
  const asksFromMs = Math.min(clickedAtMs + graceMs, endsAtMs)
  if (nowMs > endsAtMs + graceMs) return tell('ended', { atMs: endsAtMs, asksUntilMs, reference })
  if (nowMs < asksFromMs) return tell('young', { asksFromMs })
  if (nowMs > lastMs) return tell('too_old', { asksUntilMs, reference })
  // Those who are on their way for 75 days miss nothing after one; who has done the step early says so.
  return tell(isLong && nowMs < endsAtMs ? 'young' : 'late', { mayAsk: true, asksUntilMs })
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
  const asksUntilMs = clickedAtMs + askWithinMs
  const mayAsk = nowMs <= asksUntilMs
  switch (conversion.status) {
    case 'pending':
      if (conversion.reason === 'claim' && conversion.reportedStatus === null) return tell('asked')
      if (isOnHold(conversion)) return tell('released_later', { atMs: conversion.releaseAtMs ?? undefined })
      return tell(isInReview(conversion) ? 'held' : 'pending')
    case 'rejected':
      return tell('rejected', { mayAsk, asksUntilMs, atMs: conversion.updatedAtMs })
    case 'reversed':
      return tell('reversed', { mayAsk, asksUntilMs, atMs: conversion.updatedAtMs })
    case 'approved':
      return diagnoseCredited(facts, conversion)
    default:
      return conversion.status satisfies never
  }
}

/** The site's own endpoints: one that has it is enough to ask it. */
function diagnoseCredited(
  { callbacks, nowMs }: RewardFacts,
  { id, updatedAtMs }: NonNullable<RewardFacts['conversion']>,
): Diagnosis {
  const delivered = callbacks.find(({ state }) => state === 'delivered')
  if (delivered) {
    return tell('told', { atMs: delivered.endedAtMs ?? updatedAtMs, reference: delivered.id })
  }
  const waiting = callbacks.find(({ state }) => state === 'pending')
  if (waiting && waiting.attempts > 0 && waiting.isSending) {
    return tell('failing', { atMs: waiting.nextAttemptAtMs ?? undefined, reference: waiting.id })
  }
  const [given] = callbacks
  if (waiting?.attempts === 0 || given === undefined) {
    // A site that asks for itself has credited it by then.
    const isOverdue = nowMs > updatedAtMs + siteWithinMs
    return tell('untold', { atMs: updatedAtMs, reference: isOverdue ? id : undefined })
  }
  // It has answered that it failed, or could not be reached for so long that nobody tries any more.
  return tell('unheard', { atMs: given.endedAtMs ?? updatedAtMs, reference: given.id })
}

function tell(code: DiagnosisCode, more: Partial<Diagnosis> = {}): Diagnosis {
  const nothing = { asksFromMs: undefined, asksUntilMs: undefined, atMs: undefined, reference: undefined }
  return { code, mayAsk: false, ...nothing, ...more }
}
