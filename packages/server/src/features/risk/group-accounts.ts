import type { ClickTrace, ConversionTrace } from '@quoin/core/risk/activity.ts'
import type { Signs } from '@quoin/core/risk/score.ts'

/** The kept facts of one account, to compare it with others. */
export interface Account {
  readonly links: LinkOfAccount[]
  readonly clicks: (ClickTrace & { readonly address: string | null })[]
  readonly conversions: ConversionTrace[]
}

interface LinkOfAccount {
  readonly firstSeenAtMs: number
  readonly line: string | null
  readonly signs: Signs
  readonly data: unknown
}

interface OfUser {
  readonly user: string
}

interface Rows {
  readonly links: Iterable<OfUser & LinkOfAccount>
  /** The newest first, as conversions are. */
  readonly clicks: Iterable<OfUser & ClickTrace & { readonly address: string | null }>
  readonly conversions: Iterable<OfUser & ConversionTrace>
  /** The bound per account; the newest stay. */
  readonly clicksMax: number
  readonly conversionsMax: number
}

/** Rows between two steps, in which requests are answered. */
const stepRows = 500

/** Accounts by the key of their user, whether or not they were ever seen on a device. */
export function* groupAccounts({
  links,
  clicks,
  conversions,
  clicksMax,
  conversionsMax,
}: Rows): Generator<undefined, ReadonlyMap<string, Account>> {
  const accounts = new Map<string, Account>()
  let rows = 0
  const isStep = (): boolean => {
    rows += 1
    return rows % stepRows === 0
  }
  const accountOf = (user: string): Account => {
    const account = accounts.get(user) ?? { links: [], clicks: [], conversions: [] }
    accounts.set(user, account)
    return account
  }
  for (const link of links) {
    if (isStep()) yield
    accountOf(link.user).links.push(link)
  }
  for (const click of clicks) {
    if (isStep()) yield
    const kept = accountOf(click.user).clicks
    if (kept.length < clicksMax) kept.push(click)
  }
  for (const conversion of conversions) {
    if (isStep()) yield
    const kept = accountOf(conversion.user).conversions
    if (kept.length < conversionsMax) kept.push(conversion)
  }
  return accounts
}
