import { NumberInput } from '@mantine/core'
import { useState } from 'react'
import type { DataOf } from '../../api/operation-types.ts'
import { useChange } from '../../api/use-change.ts'
import { ConfirmButton } from '../../parts/feedback/confirm-button.tsx'
import { toast } from '../../parts/feedback/toaster.tsx'

type Offer = DataOf<'getOffer'>

/** For how long what is approved is held before it counts. */
export function HoldForm({ offer }: { readonly offer: Offer }) {
  const [days, setDays] = useState<number | string>(offer.hold_days)
  const hold = useChange('holdOffer', { renews: ['getOffer', 'listOffers', 'listAudit'] })
  return (
    <ConfirmButton
      verb="Change the hold"
      label={offer.hold_days === 0 ? 'Hold…' : `Held for ${offer.hold_days} days…`}
      onConfirm={async () => {
        await hold.mutateAsync({ path: { offerId: offer.id }, body: { days: Number(days) } })
        toast(Number(days) === 0 ? 'Nothing is held.' : `Approved conversions are held for ${days} days.`)
      }}
    >
      <NumberInput
        label="Days between approval and credit"
        description="Enter 0 for no hold. Conversions that are held already keep their time."
        min={0}
        max={365}
        allowDecimal={false}
        value={days}
        onChange={setDays}
      />
    </ConfirmButton>
  )
}
