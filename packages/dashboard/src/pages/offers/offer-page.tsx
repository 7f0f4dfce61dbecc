import { Button, Tabs } from '@mantine/core'
import { Link, useParams } from '@tanstack/react-router'
import type { DataOf } from '../../api/operation-types.ts'
import { useOperation } from '../../api/use-operation.ts'
import { useMayAct } from '../../frame/use-session.ts'
import { useTab } from '../../frame/use-tab.ts'
import { Failure } from '../../parts/feedback/failure.tsx'
import { Loading } from '../../parts/feedback/loading.tsx'
import { PageHeader } from '../../parts/layout/page-header.tsx'
import { linkTo } from './many/link-to.ts'
import { OfferAudience } from './offer-audience.tsx'
import { OfferCaps } from './offer-caps.tsx'
import { OfferFacts } from './offer-facts.tsx'
import { ChangeHistory } from './change-history.tsx'
import { OfferMargins } from './offer-margins.tsx'
import { OfferStatus } from './offer-status.tsx'
import { PauseButton } from './pause-button.tsx'
import { TryOffer } from './try-offer.tsx'
import { OfferPrices } from './prices/offer-prices.tsx'
import './offers.css'

type Offer = DataOf<'getOffer'>

const crumbs = [{ to: '/ops/offers', text: 'Offers' }]

/** One offer: what it is, who sees it and why, what limits it, what was changed. */
export function OfferPage() {
  const { offerId = '' } = useParams({ strict: false }) as { offerId?: string } // the route names it
  const { data: offer, error, refetch } = useOperation('getOffer', { path: { offerId } })
  const mayChange = useMayAct('operator')
  if (error && offer === undefined) {
    return (
      <>
        <PageHeader title={`Offer ${offerId}`} crumbs={crumbs} />
        <Failure what="The offer could not be loaded" error={error} onRetry={() => refetch()} />
      </>
    )
  }
  return (
    <>
      <PageHeader
        title={offer?.name ?? `Offer ${offerId}`}
        crumbs={crumbs}
        beside={offer && <OfferStatus offer={offer} />}
        actions={
          offer && (
            <>
              <Button component={Link} to={linkTo('/ops/conversions', { offer: offer.id })}>
                Conversions
              </Button>
              {mayChange && !offer.built_in && (
                <Button component={Link} to={`/ops/offers/${offer.id}/edit`}>
                  Edit
                </Button>
              )}
              {mayChange && <TryOffer offer={offer} />}
              {mayChange && <PauseButton offer={offer} />}
            </>
          )
        }
      >
        {offer ? (
          <>
            {offer.id} · <bdi>{offer.network}</bdi> · <bdi>{offer.external_id}</bdi>
          </>
        ) : (
          ' '
        )}
      </PageHeader>
      {offer ? <OfferTabs offer={offer} mayChange={mayChange} /> : <Loading what="the offer" />}
    </>
  )
}

function OfferTabs({ offer, mayChange }: { readonly offer: Offer; readonly mayChange: boolean }) {
  const [tab, openTab] = useTab('overview', 'prices', 'audience', 'limits', 'history')
  return (
    <Tabs value={tab} onChange={openTab} keepMounted={false}>
      <Tabs.List>
        <Tabs.Tab value="overview">Overview</Tabs.Tab>
        <Tabs.Tab value="prices">Prices</Tabs.Tab>
        <Tabs.Tab value="audience">Who sees it</Tabs.Tab>
        <Tabs.Tab value="limits">Caps and terms</Tabs.Tab>
        <Tabs.Tab value="history">Changes</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="overview" className="tab-panel">
        <OfferFacts offer={offer} mayChange={mayChange} />
      </Tabs.Panel>
      <Tabs.Panel value="prices" className="tab-panel">
        <OfferPrices offer={offer} mayChange={mayChange && !offer.built_in} />
      </Tabs.Panel>
      <Tabs.Panel value="audience" className="tab-panel">
        <OfferAudience offerId={offer.id} />
      </Tabs.Panel>
      <Tabs.Panel value="limits" className="tab-panel stack">
        <OfferCaps offer={offer} mayChange={mayChange} />
        <OfferMargins offerId={offer.id} mayChange={mayChange} />
      </Tabs.Panel>
      <Tabs.Panel value="history" className="tab-panel">
        <ChangeHistory
          query={{ object: `offer:${offer.id}` }}
          empty="Pauses, holds and terms of this offer will be listed here."
        />
      </Tabs.Panel>
    </Tabs>
  )
}
