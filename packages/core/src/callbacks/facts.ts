import type { ConversionReason } from '../conversions/conversion.ts'
import type { ConversionStatus } from '../conversions/status.ts'

/** The content of a callback: the state a conversion has reached, or a new amount in the same state. */
export const callbackEventTypes = [
  'conversion.pending',
  'conversion.approved',
  'conversion.rejected',
  'conversion.reversed',
  'conversion.updated',
] as const

export type CallbackEventType = (typeof callbackEventTypes)[number]

/** Callbacks about offers: for whoever keeps a copy of the catalogue. No endpoint is told of them unless it asks. */
export const offerEventTypes = ['offer.added', 'offer.changed', 'offer.removed'] as const
export type OfferEventType = (typeof offerEventTypes)[number]

/** All that an endpoint may ask for. */
export const endpointEventTypes = [...callbackEventTypes, ...offerEventTypes] as const
export type EndpointEventType = (typeof endpointEventTypes)[number]

export function isOfferEvent(type: string): type is OfferEventType {
  return offerEventTypes.some((one) => one === type)
}

/** The content of a callback about offers: which of them changed, and nothing of how they are now. */
export interface OfferNews {
  readonly callbackId: string
  readonly eventType: OfferEventType
  readonly happenedAtMs: number
  readonly changes: readonly { readonly offerId: number; readonly sequence: number }[]
}

/** Everything that one callback may say: one step of one conversion, as it was when it happened. */
export interface CallbackFacts {
  /** The same in every attempt and replay: the receiver's key against crediting twice. */
  readonly callbackId: string
  readonly eventType: CallbackEventType
  readonly conversionId: string
  /** Counts the conversion's steps from 1: a callback with a lower one came late. */
  readonly version: number
  readonly status: ConversionStatus
  /** Null for the conversion's first step. */
  readonly previousStatus: ConversionStatus | null
  /** How often it was taken back before this step: it may be given once more. */
  readonly timesReversed: number
  /** Goals and risk add reasons of their own, so any word may stand here. */
  readonly reason: ConversionReason | (string & {}) | null
  readonly appId: number
  readonly userId: string
  readonly subId: string | null
  /** Null for a claim that no click was found for. */
  readonly clickId: string | null
  readonly offerId: number
  /** The network's own id of the offer. */
  readonly offerExternalId: string | null
  readonly offerName: string
  /** '' is the offer's default goal. */
  readonly goal: string
  readonly goalName: string | null
  /** The network's transaction, as it was sent. */
  readonly txnId: string | null
  /** The publisher's earning for it, in USD: never negative, also in a reversal. */
  readonly payoutMicros: number
  /** The same in the app's currency, as the user knows it. */
  readonly payoutLocalMicros: number
  /** The values before this step; null for the conversion's first. */
  readonly previousPayoutMicros: number | null
  readonly previousPayoutLocalMicros: number | null
  /** The name of the app's currency, and how many decimals it shows. */
  readonly currency: string
  readonly decimals: number
  /** The click's country: ISO alpha-2 or ZZ. */
  readonly country: string | null
  /** The user's id at the click. */
  readonly userIp: string | null
  readonly clickedAtMs: number | null
  readonly happenedAtMs: number
  readonly isTest: boolean
}

/** The event that a step is: reaching a state, or another amount in the same one. */
export function eventTypeOf(
  previousStatus: ConversionStatus | null,
  status: ConversionStatus,
): CallbackEventType {
  return previousStatus === status ? 'conversion.updated' : `conversion.${status}`
}
