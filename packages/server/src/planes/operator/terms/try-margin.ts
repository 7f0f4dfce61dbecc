import { tryMargin as tryOperation } from '@quoin/contract/operator/catalogue/terms-operations.ts'
import { formatMicros } from '@quoin/core/payout/money.ts'
import { tryMargin as tryOut } from '../../../features/terms/try-margin.ts'
import { staffRoute } from '../../../http/staff/staff-route.ts'

export const tryMargin = staffRoute(tryOperation, async ({ ports, query }) => {
  const tried = await tryOut(ports, { ...query, country: query.country ?? null })
  const { margin, promotion, revenueMicros, payoutMicros } = tried
  return {
    data: {
      margin_id: idOf(margin?.id),
      basis_points: margin?.basisPoints ?? null,
      revenue: formatMicros(revenueMicros),
      payout: formatMicros(payoutMicros),
      margin: formatMicros(revenueMicros - payoutMicros),
      promotion_id: idOf(promotion?.id),
      promotion_basis_points: promotion?.basisPoints ?? null,
      payout_local: formatMicros(tried.payoutLocalMicros),
      currency: tried.app.currency.name,
    },
    message: 'What it would earn.',
  }
})

function idOf(id: number | null | undefined): string | null {
  return id === null || id === undefined ? null : String(id)
}
