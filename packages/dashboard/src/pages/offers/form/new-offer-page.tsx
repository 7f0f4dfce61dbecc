import { Button, Switch } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useChange } from '../../../api/use-change.ts'
import { useOperation } from '../../../api/use-operation.ts'
import { useMayAct } from '../../../frame/use-session.ts'
import { EmptyState } from '../../../parts/feedback/empty-state.tsx'
import { Failure } from '../../../parts/feedback/failure.tsx'
import { Loading } from '../../../parts/feedback/loading.tsx'
import { toast } from '../../../parts/feedback/toaster.tsx'
import { PageHeader } from '../../../parts/layout/page-header.tsx'
import { sentOf } from './offer-body.ts'
import { newOffer } from './offer-rows.ts'
import { testNetwork } from './offer-parts.tsx'
import { OfferForm } from './offer-form.tsx'

const crumbs = [{ to: '/ops/offers', text: 'Offers' }]

/** One offer by hand. */
export function NewOfferPage() {
  const { data: networks, error, refetch } = useOperation('listNetworks', { query: { limit: 100 } })
  const mayChange = useMayAct('operator')
  return (
    <>
      <PageHeader title="New offer" crumbs={crumbs}>
        You create one offer by hand. The rules are those of a file.
      </PageHeader>
      {error && networks === undefined && (
        <Failure what="The networks could not be loaded" error={error} onRetry={() => refetch()} />
      )}
      {mayChange && networks === undefined && !error && <Loading what="the networks" />}
      {!mayChange && (
        <section className="card">
          <EmptyState icon="tag" title="Operators create offers">
            You may look at them, and ask an operator for a change.
          </EmptyState>
        </section>
      )}
      {mayChange && networks?.length === 0 && (
        <section className="card">
          <EmptyState
            icon="tag"
            title="An offer needs a network"
            action={
              <Button component={Link} to="/ops/networks">
                To the networks
              </Button>
            }
          >
            A network pays for the offer and reports its conversions. Create it first.
          </EmptyState>
        </section>
      )}
      {mayChange && networks !== undefined && networks.length > 0 && <Creation networks={networks} />}
    </>
  )
}

function Creation({ networks }: { readonly networks: Parameters<typeof OfferForm>[0]['networks'] }) {
  const [isPaused, setPaused] = useState(false)
  // An offer of the built-in network is for test mode alone.
  const network = networks.find(({ slug }) => slug !== testNetwork) ?? networks[0]
  const [draft, setDraft] = useState({ ...newOffer, networkId: network?.id ?? '' })
  const create = useChange('createOffer', { renews: ['listOffers', 'listOfferCategories', 'listNetworks'] })
  const navigate = useNavigate()
  const save = async (addClickId: boolean) => {
    const status = isPaused ? 'paused' : 'active'
    const { data } = await create.mutateAsync({ body: { ...sentOf(draft), addClickId, status } })
    toast(isPaused ? `${data.name} is created, and paused.` : `${data.name} is created.`)
    await navigate({ to: `/ops/offers/${data.id}` })
  }
  return (
    <OfferForm
      draft={draft}
      onChange={(changed) => setDraft((before) => ({ ...before, ...changed }))}
      networks={networks}
      isNew
      error={create.error}
      onSave={save}
      actions={
        <>
          <Switch
            label="Paused at first"
            checked={isPaused}
            onChange={(event) => setPaused(event.currentTarget.checked)}
          />
          <Button type="submit" variant="filled" loading={create.isPending}>
            Create the offer
          </Button>
          <Button component={Link} to="/ops/offers">
            Cancel
          </Button>
        </>
      }
    />
  )
}
