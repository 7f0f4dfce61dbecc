import { Textarea } from '@mantine/core'
import { useState } from 'react'
import type { RowOf } from '../../../api/operation-types.ts'
import { useChange } from '../../../api/use-change.ts'
import { ConfirmButton } from '../../../parts/feedback/confirm-button.tsx'
import { explain } from '../../../parts/feedback/failure.tsx'
import { toast } from '../../../parts/feedback/toaster.tsx'
import { StatusChip } from '../../../parts/value/status-chip.tsx'

interface AllowOfferProps {
  readonly sourceId: string
  readonly offer: Pick<RowOf<'listSourceRunOffers'>, 'external_id' | 'name' | 'reasons'>
}

const reasonMin = 3
const reasonMax = 500

/** Allows an offer whose words forbid rewards, where the network has agreed. */
export function AllowOffer({ sourceId, offer }: AllowOfferProps) {
  const { external_id: externalId, name, reasons } = offer
  const [reason, setReason] = useState('')
  const [isAllowed, setAllowed] = useState(false)
  const allow = useChange('allowSourceOffer', { renews: ['listAudit'] })
  const send = (why: string | null) =>
    allow.mutateAsync({ path: { sourceId }, body: { externalId, reason: why } })
  const takeBack = async () => {
    await send(null)
    setAllowed(false)
    toast(`${name} is forbidden as before.`)
  }
  if (isAllowed) return <StatusChip status="Allowed" />
  return (
    <ConfirmButton
      verb="Allow the offer"
      label="Allow…"
      button={{ size: 'xs' }}
      isIncomplete={reason.trim().length < reasonMin}
      onConfirm={async () => {
        await send(reason.trim())
        setAllowed(true)
        toast(`${name} is allowed: the next run lists it.`, {
          undo: () => takeBack().catch((error) => toast(`It is still allowed: ${explain(error)}`)),
        })
      }}
    >
      <div className="stack">
        <p>
          <bdi>
            <b>{name}</b>
          </bdi>{' '}
          says: {reasons.map((sentence) => `“${sentence}”`).join(' ')}
        </p>
        <p className="muted sm">
          Allow it only where the network has agreed in writing: it may refuse to pay for users who were
          rewarded. The next run lists it.
        </p>
        <Textarea
          label="Reason"
          description="It is kept with the offer and in the audit log."
          placeholder="Agreed by mail with their account manager"
          required
          autosize
          minRows={2}
          maxLength={reasonMax}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      </div>
    </ConfirmButton>
  )
}
