import type { Meta } from './meta.ts'

// Answers of Quoin as they come over the wire. More fields may follow those that are named here.

export interface Session {
  readonly token: string
  readonly expires_at: number
}

export interface FingerprintVerdict {
  readonly is_blocked: boolean
  readonly risk_score: number
  readonly is_multi_accounting: boolean
}

/** The additional meta of a verdict. */
export interface FingerprintMeta extends Meta {
  /**
   * How much the score stands on. `first_sight`: device and address alone; `some_activity`: the user has clicked or
   * earned; `history`: they have earned, and came a day ago or longer. Ask again before you pay.
   */
  readonly confidence: 'first_sight' | 'some_activity' | 'history'
}

/** An erased user: the token stands in their place. */
export interface Erasure {
  readonly erasure_id: string
  readonly token: string
  readonly status: 'done' | 'running'
  readonly erased: Readonly<
    Record<'clicks' | 'conversions' | 'device_links' | 'risk_assessments' | 'list_entries', number>
  >
}

export type Activity = { readonly type: 'click' | 'conversion'; readonly at: number } & Readonly<
  Record<string, unknown>
>
