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

/** One step of a conversion, as the list to reconcile by has it. */
export interface ConversionChange {
  readonly conversion_id: string
  readonly offer_id: number
  readonly user_id: string
  readonly click_id: string | null
  readonly sub_id: string | null
  readonly goal: string | null
  readonly transaction_id: string | null
  readonly claim_transaction_id: string | null
  readonly version: number
  readonly status: ConversionStatus
  readonly reason: string | null
  readonly payout: number
  readonly payout_local: number
  readonly previous_status: ConversionStatus | null
  readonly source: string
  readonly changed_at: number
  readonly currency: string
  readonly is_test: boolean
  readonly created_at: number
}

export interface PageMeta {
  readonly timestamp: number
  readonly request_id: string
  readonly returned: number
  readonly limit: number
  readonly next_cursor: string | null
  readonly has_more: boolean
}

/** The body of a native callback. */
export interface CallbackEvent {
  readonly type: `conversion.${ConversionStatus}`
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
