/** The part of the money page's state that stands in its address. */
export interface MoneyState extends Record<string, string> {
  readonly tab: string
  readonly account: string
  readonly party: string
  readonly kind: string
}

export interface MoneyTabProps {
  readonly state: MoneyState
  readonly change: (changed: Partial<MoneyState>) => void
}
