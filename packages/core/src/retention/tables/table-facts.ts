/** For how long the rows of a table are kept. */
export type Kept =
  /** The books, and what they are explained by: never deleted. */
  | { readonly kind: 'always' }
  /** As long as what it speaks of is there. */
  | { readonly kind: 'present' }
  | { readonly kind: 'days'; readonly days: number }
  /** The days of a setting, and more. */
  | { readonly kind: 'setting'; readonly variable: string; readonly more?: number }
  /** Always, but after some days by the day. */
  | { readonly kind: 'folded' }

export interface TableFacts {
  readonly purpose: string
  /** The reason that it does not grow without end, or that it may. */
  readonly bound: string
  readonly kept: Kept
  /** It is empty after a crash of the database: nothing of it is missed. */
  readonly isUnlogged?: boolean
}
