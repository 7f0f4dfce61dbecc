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

export type Activity = { readonly type: 'click' | 'conversion'; readonly at: number } & Readonly<
  Record<string, unknown>
>
