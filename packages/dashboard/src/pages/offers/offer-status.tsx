import type { RowOf } from '../../api/operation-types.ts'
import { StatusChip } from '../../parts/value/status-chip.tsx'

type Offer = Pick<RowOf<'listOffers'>, 'status' | 'capped' | 'ends_at' | 'paused_by' | 'test'>

/** The one word that decides whether users see it. */
export function OfferStatus({ offer }: { readonly offer: Offer }) {
  return (
    <span className="row wrap">
      <StatusChip status={wordOf(offer)} />
      {offer.paused_by === 'network' && <span className="faint xs">by its network</span>}
      {offer.test && <StatusChip status="Test" />}
    </span>
  )
}

function wordOf({ status, capped, ends_at: endsAt }: Offer) {
  if (status === 'paused') return 'Paused'
  if (endsAt !== null && endsAt * 1000 < Date.now()) return 'Ended'
  return capped ? 'Capped' : 'Active'
}
