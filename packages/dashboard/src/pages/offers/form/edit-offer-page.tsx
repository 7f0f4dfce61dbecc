import { Button } from '@mantine/core'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import type { DataOf } from '../../../api/operation-types.ts'
import { useChange } from '../../../api/use-change.ts'
import { useOperation } from '../../../api/use-operation.ts'
import { useMayAct } from '../../../frame/use-session.ts'
import { EmptyState } from '../../../parts/feedback/empty-state.tsx'
import { Failure } from '../../../parts/feedback/failure.tsx'
import { Loading } from '../../../parts/feedback/loading.tsx'
import { toast } from '../../../parts/feedback/toaster.tsx'
import { PageHeader } from '../../../parts/layout/page-header.tsx'
import { changedBody, differencesOf } from './offer-body.ts'
import { draftOf } from './offer-rows.ts'
import { OfferForm } from './offer-form.tsx'

type Offer = DataOf<'getOffer'>

/** An offer, changed by hand: what differs is told before it is saved. */
export function EditOfferPage() {
  const { offerId = '' } = useParams({ strict: false }) as { offerId?: string } // the route names it
  const { data: offer, error, refetch } = useOperation('getOffer', { path: { offerId } })
  const mayChange = useMayAct('operator')
  const crumbs = [
    { to: '/ops/offers', text: 'Offers' },
    { to: `/ops/offers/${offerId}`, text: offer?.name ?? offerId },
  ]
  return (
    <>
      <PageHeader title={offer ? `Edit ${offer.name}` : 'Edit the offer'} crumbs={crumbs}>
        {offer ? (
          <>
            <bdi>{offer.network}</bdi> · <bdi>{offer.external_id}</bdi>
          </>
        ) : (
          ' '
        )}
      </PageHeader>
      {error && offer === undefined && (
        <Failure what="The offer could not be loaded" error={error} onRetry={() => refetch()} />
      )}
      {!offer && !error && <Loading what="the offer" />}
      {offer && (mayChange && !offer.built_in ? <Change offer={offer} /> : <Closed offer={offer} />)}
    </>
  )
}

function Closed({ offer }: { readonly offer: Offer }) {
  return (
    <section className="card">
      <EmptyState
        icon="tag"
        title={offer.built_in ? 'The server keeps this test offer' : 'Operators change offers'}
      >
        {offer.built_in
          ? 'Create another offer of its network to try one of your own.'
          : 'You may look at it, and ask an operator for a change.'}
      </EmptyState>
    </section>
  )
}

function Change({ offer }: { readonly offer: Offer }) {
  // As it was when the page was opened: only what is changed here is sent.
  const [before] = useState(() => draftOf(offer))
  const [draft, setDraft] = useState(before)
  const update = useChange('updateOffer')
  const navigate = useNavigate()
  const path = { offerId: offer.id }
  const differences = differencesOf(before, draft)
  const save = async (addClickId: boolean) => {
    await update.mutateAsync({ path, body: { ...changedBody(before, draft), addClickId } })
    const undo = () => update.mutateAsync({ path, body: changedBody(draft, before) })
    toast(`${draft.name} is changed.`, { undo })
    await navigate({ to: `/ops/offers/${offer.id}` })
  }
  return (
    <OfferForm
      draft={draft}
      onChange={(changed) => setDraft((now) => ({ ...now, ...changed }))}
      networks={[]}
      isNew={false}
      error={update.error}
      onSave={save}
      actions={
        <>
          {differences.length === 0 ? (
            <p className="sm muted grow">Nothing differs yet.</p>
          ) : (
            <ul className="sm grow" aria-label="What will change">
              {differences.map(({ name, label, before: was, after: is }) => (
                <li key={name}>
                  <span className="muted">{label}:</span> <bdi>{was}</bdi> → <bdi>{is}</bdi>
                </li>
              ))}
            </ul>
          )}
          <Button
            type="submit"
            variant="filled"
            loading={update.isPending}
            disabled={differences.length === 0}
          >
            Save
          </Button>
          <Button component={Link} to={`/ops/offers/${offer.id}`}>
            Cancel
          </Button>
        </>
      }
    >
      <p className="sm muted">
        Earlier clicks earn the payout of their time. The next file of <bdi>{offer.network}</bdi> with this
        offer overwrites it.
      </p>
    </OfferForm>
  )
}
