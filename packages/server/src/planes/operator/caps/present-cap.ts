import type { Cap } from '@quoin/core/caps/cap.ts'
import { formatMicros } from '@quoin/core/payout/money.ts'
import type { CapUse } from '../../../features/caps/list-cap-use.ts'

/** A cap as the operator API and `quoin caps` show it. */
export function presentCap(cap: Cap) {
  return {
    id: String(cap.id),
    network_id: textOf(cap.networkId),
    offer_id: textOf(cap.offerId),
    app_id: textOf(cap.appId),
    user_id: cap.userId,
    each_user: cap.isPerUser,
    period: cap.period,
    measure: cap.measure,
    limit: amountOf(cap, cap.limit),
  }
}

export function presentCapUse({ cap, use }: CapUse) {
  return {
    ...presentCap(cap),
    use: use.map(({ day, used, left, usersCount, usersAtLimitCount }) => ({
      day,
      used: amountOf(cap, used),
      left: amountOf(cap, left),
      users: usersCount,
      users_at_limit: usersAtLimitCount,
    })),
  }
}

function textOf(id: number | null): string | null {
  return id === null ? null : String(id)
}

/** Conversions, or USD. */
function amountOf({ measure }: Cap, value: number): string {
  return measure === 'count' ? String(value) : formatMicros(value)
}
