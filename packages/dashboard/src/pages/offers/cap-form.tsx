import { Button, Modal, NativeSelect, NumberInput, Switch, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { RowOf } from '../../api/operation-types.ts'
import { useChange } from '../../api/use-change.ts'
import { Failure } from '../../parts/feedback/failure.tsx'
import { toast } from '../../parts/feedback/toaster.tsx'
import { type ChosenParty, PartySelect } from '../money/party-select.tsx'

type Cap = RowOf<'listCaps'>

interface CapFormProps {
  readonly offerId: string
  /** Whose limit is changed; a new one is set where it is left out. */
  readonly cap?: Cap
  readonly onClose: () => void
}

const renews = ['listCaps', 'listOffers', 'getOffer', 'showOfferAudience', 'listAudit'] as const
const newCap = { period: 'daily', measure: 'count', limit: '', isPerUser: false, userId: '' }

/** A limit on the conversions of the offer, for everybody or in one app. */
export function CapForm({ offerId, cap, onClose }: CapFormProps) {
  const [draft, setDraft] = useState(cap ? draftOf(cap) : newCap)
  const [app, setApp] = useState<ChosenParty>()
  const set = useChange('setCap', { renews })
  const { period, measure, limit, isPerUser, userId } = draft
  const appId = cap ? cap.app_id : (app?.id ?? null)
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const amount = measure === 'count' ? { count: Number(limit) } : { [measure]: limit }
    const scope = {
      ...(appId === null ? {} : { appId: Number(appId) }),
      ...(appId === null || userId.trim() === '' ? {} : { userId: userId.trim() }),
      ...(cap && cap.network_id !== null ? { networkId: Number(cap.network_id) } : {}),
    }
    await set.mutateAsync({
      body: { offerId: Number(offerId), period, eachUser: isPerUser, ...scope, ...amount },
    })
    toast('The cap is in force.')
    onClose()
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={cap ? 'Change the limit' : 'Set a cap'}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form className="stack" onSubmit={(event) => save(event).catch(() => {})}>
        {!cap && (
          <NativeSelect
            label="Of what"
            value={measure}
            onChange={(event) => setDraft({ ...draft, measure: event.currentTarget.value })}
            data={[
              { value: 'count', label: 'Conversions' },
              { value: 'revenue', label: 'USD that the network pays' },
              { value: 'payout', label: 'USD that publishers earn' },
            ]}
          />
        )}
        <NumberInput
          label={measure === 'count' ? 'How many at most' : 'How many USD at most'}
          required
          min={0}
          allowNegative={false}
          decimalScale={measure === 'count' ? 0 : 6}
          value={limit}
          onChange={(next) => setDraft({ ...draft, limit: String(next) })}
          data-autofocus
        />
        {!cap && (
          <>
            <NativeSelect
              label="In which time"
              value={period}
              onChange={(event) => setDraft({ ...draft, period: event.currentTarget.value })}
              data={[
                { value: 'daily', label: 'Each day, in the zone of the network' },
                { value: 'total', label: 'In all' },
              ]}
            />
            <PartySelect kind="app" value={app} onChange={setApp} isOptional />
            {app && (
              <TextInput
                label="One user of it alone"
                placeholder="Any"
                value={userId}
                disabled={isPerUser}
                onChange={(event) => setDraft({ ...draft, userId: event.currentTarget.value })}
              />
            )}
            <Switch
              label="Each user has the limit for themselves"
              checked={isPerUser}
              onChange={(event) => setDraft({ ...draft, isPerUser: event.currentTarget.checked, userId: '' })}
            />
          </>
        )}
        <p className="muted sm">
          Conversions of the period count already. If the offer has a cap of this kind, you change its limit.
        </p>
        {set.error !== null && <Failure what="The cap was not set" error={set.error} />}
        <div className="row">
          <Button type="submit" variant="filled" loading={set.isPending} disabled={limit === ''}>
            {cap ? 'Change the limit' : 'Set the cap'}
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </form>
    </Modal>
  )
}

function draftOf({ period, measure, limit, each_user: isPerUser, user_id: userId }: Cap): typeof newCap {
  return { period, measure, limit, isPerUser, userId: userId ?? '' }
}
