import type { Meta } from './meta.ts'

// Answers of Quoin as they come over the wire. More fields may follow those that are named here.

export type ConversionStatus = 'pending' | 'approved' | 'rejected' | 'reversed'

/** A claim, as POST /v1/conversions answers it. */
export interface ClaimedConversion {
  readonly conversion_id: string
  readonly offer_id: number
  readonly user_id: string
  readonly click_id: string | null
  readonly goal?: string
  readonly status: ConversionStatus
  readonly payout: number
  readonly payout_local: number
  readonly currency: string
  readonly created_at: number
}

/** A conversion, whichever state it is in. */
interface Identity {
  readonly conversion_id: string
  readonly offer_id: number
  readonly user_id: string
  /** Null for a claim that no click was found for. */
  readonly click_id: string | null
  readonly sub_id: string | null
  /** Null means the default goal of the offer. */
  readonly goal: string | null
  readonly transaction_id: string | null
  readonly claim_transaction_id: string | null
  readonly currency: string
  readonly is_test: boolean
  readonly created_at: number
}

interface State {
  readonly version: number
  readonly status: ConversionStatus
  readonly reason: string | null
  readonly payout: number
  readonly payout_local: number
}

interface Change {
  readonly previous_status: ConversionStatus | null
  readonly source: string
  readonly changed_at: number
}

/** One step of a conversion, as the list to reconcile by has it. */
export interface ConversionChange extends Identity, State, Change {}

/** A conversion as it stands, and how it came there. */
export interface Conversion extends Identity, State {
  /** Why the same conversion would be held if it were live; test conversions only. */
  readonly live_reason: string | null
  readonly updated_at: number
  /** Every change, oldest first. */
  readonly history: readonly HistoryEntry[]
  /** The reports of the network, oldest first. */
  readonly postbacks: readonly ReceivedPostback[]
  readonly callbacks: readonly SentCallback[]
}

interface HistoryEntry extends State, Change {
  readonly postback_id: string | null
}

interface ReceivedPostback {
  readonly postback_id: string
  readonly received_at: number
  readonly outcome: string
  readonly reason: string | null
}

interface SentCallback {
  readonly callback_id: string
  readonly version: number
  readonly endpoint: string
  readonly event: string
  readonly state: string
  readonly next_attempt_at: number | null
  readonly attempts: readonly {
    readonly number: number
    readonly attempted_at: number
    /** Null means that there was no answer. */
    readonly http_status: number | null
    readonly failure: string | null
    readonly verdict: string
    readonly message: string
  }[]
}

export interface PageMeta extends Meta {
  readonly returned: number
  readonly limit: number
  readonly next_cursor: string | null
  readonly has_more: boolean
}

/** The body of a native callback. */
export interface CallbackEvent {
  /** `updated` means the same status with another amount. */
  readonly type: `conversion.${ConversionStatus | 'updated'}`
  readonly timestamp: string
  readonly data: {
    readonly callback_id: string
    readonly conversion_id: string
    readonly version: number
    readonly status: ConversionStatus
    readonly previous_status: ConversionStatus | null
    readonly reason: string | null
    readonly user_id: string
    readonly sub_id: string | null
    readonly click_id: string | null
    readonly offer: { readonly offer_id: number; readonly external_id: string; readonly name: string }
    readonly goal: { readonly id: string; readonly name: string | null } | null
    readonly transaction_id: string | null
    /** Decimal texts: no receiver reads them as floats by accident. */
    readonly payout: string
    readonly payout_local: string
    /** The difference that this change makes to the earned sum; below zero where it takes back. */
    readonly change: string
    readonly change_local: string
    readonly currency: string
    readonly country: string | null
    readonly user_ip: string | null
    readonly clicked_at: number | null
    readonly happened_at: number
    readonly is_test: boolean
  }
}
