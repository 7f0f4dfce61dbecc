import { Button, Select, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { RowOf } from '../../api/operation-types.ts'
import { useChange } from '../../api/use-change.ts'
import { useOperation } from '../../api/use-operation.ts'
import { useMayAct } from '../../frame/use-session.ts'
import { ConfirmButton } from '../../parts/feedback/confirm-button.tsx'
import { EmptyState } from '../../parts/feedback/empty-state.tsx'
import { Failure } from '../../parts/feedback/failure.tsx'
import { toast } from '../../parts/feedback/toaster.tsx'
import type { Column } from '../../parts/table/column.ts'
import { DataTable } from '../../parts/table/data-table.tsx'
import { Money } from '../../parts/value/money.tsx'

type Margin = RowOf<'listMargins'>

/** The platform's margins, with an example by the rules of this moment. */
export function MarginsTab() {
  const { data, error, refetch } = useOperation('listMargins', {})
  const mayAct = useMayAct('operator')
  const remove = useChange('removeMargin')
  const columns: readonly Column<Margin>[] = [
    { name: 'about', head: 'Applies to', card: 'main', cell: (rule) => <bdi>{aboutOf(rule)}</bdi> },
    { name: 'percent', head: 'The platform keeps', isNumber: true, cell: ({ percent }) => `${percent} %` },
    {
      name: 'deed',
      head: <span className="sr">Remove</span>,
      isNumber: true,
      cell: (rule) =>
        mayAct && (
          <ConfirmButton
            verb="Remove the rule"
            label="Remove…"
            isDestructive
            button={{ size: 'xs' }}
            onConfirm={async () => {
              await remove.mutateAsync({ path: { marginId: rule.id } })
              toast('The rule is removed.')
            }}
          >
            {aboutOf(rule)}: then the next most specific rule applies, or the payout of the offer. Conversions
            keep the margin that they were earned with.
          </ConfirmButton>
        ),
    },
  ]
  return (
    <div className="stack">
      <Example />
      {mayAct && <SetMargin />}
      <section className="card" aria-label="Margin rules">
        <DataTable
          caption="Margin rules"
          rows={data}
          error={error}
          onRetry={() => refetch()}
          columns={columns}
          keyOf={({ id }) => id}
          empty={
            <EmptyState title="No rule">
              Each offer pays its own payout, and the rest of the revenue is yours.
            </EmptyState>
          }
        />
      </section>
    </div>
  )
}

function aboutOf({ offer, offer_id, app, app_id, country }: Margin): string {
  const parts = [
    offer_id === null ? undefined : (offer ?? `Offer ${offer_id}`),
    app_id === null ? undefined : (app ?? `App ${app_id}`),
    country === null ? undefined : country,
  ].filter((part) => part !== undefined)
  return parts.length === 0 ? 'Everything' : parts.join(' · ')
}

/** A conversion of now, computed by the server. */
function Example() {
  const apps = useOperation('listApps', { query: { limit: 100 } }).data ?? []
  const offers = useOperation('listOffers', { query: { limit: 50 } }).data ?? []
  const [app, setApp] = useState<string | null>(null)
  const [offer, setOffer] = useState<string | null>(null)
  const [country, setCountry] = useState('')
  const appId = app ?? apps[0]?.id ?? ''
  const offerId = offer ?? offers[0]?.id ?? ''
  const { data, error } = useOperation(
    'tryMargin',
    { query: { appId, offerId, country: country.length === 2 ? country : '' } },
    { isOff: appId === '' || offerId === '' },
  )
  return (
    <section className="card" aria-label="An example">
      <div className="card-head wrap">
        <h2 className="grow money-head">What one conversion would earn now</h2>
        <Select
          aria-label="App of the example"
          data={apps.map(({ id, name }) => ({ value: id, label: name }))}
          value={appId}
          onChange={setApp}
          searchable
          allowDeselect={false}
        />
        <Select
          aria-label="Offer of the example"
          data={offers.map(({ id, name }) => ({ value: id, label: name }))}
          value={offerId}
          onChange={setOffer}
          searchable
          allowDeselect={false}
        />
        <TextInput
          aria-label="Country of the example"
          placeholder="Country"
          maxLength={2}
          w={90}
          value={country}
          onChange={(event) => setCountry(event.currentTarget.value.toUpperCase())}
        />
      </div>
      <div className="card-body">
        {error !== null && <Failure what="The example could not be computed" error={error} />}
        {data && (
          <dl className="facts">
            <div>
              <dt>The network is expected to pay</dt>
              <dd>
                <Money amount={data.revenue} currency="USD" precision="detail" />
              </dd>
            </div>
            <div>
              <dt>
                The platform keeps
                {data.basis_points === null ? ', by the offer itself' : ` ${data.basis_points / 100} %`}
              </dt>
              <dd>
                <Money amount={data.margin} currency="USD" precision="detail" />
              </dd>
            </div>
            <div>
              <dt>The publisher earns</dt>
              <dd>
                <Money amount={data.payout} currency="USD" precision="detail" />
              </dd>
            </div>
            <div>
              <dt>
                The user gets
                {data.promotion_basis_points === null
                  ? ''
                  : `, ${data.promotion_basis_points / 10_000}× by the promotion`}
              </dt>
              <dd className="num">
                {data.payout_local} {data.currency}
              </dd>
            </div>
          </dl>
        )}
      </div>
    </section>
  )
}

function SetMargin() {
  const apps = useOperation('listApps', { query: { limit: 100 } }).data ?? []
  const change = useChange('setMargin')
  const [percent, setPercent] = useState('')
  const [appId, setAppId] = useState<string | null>(null)
  const [offerId, setOfferId] = useState('')
  const [country, setCountry] = useState('')
  const set = async () => {
    const about = {
      ...(appId === null ? {} : { appId: Number(appId) }),
      ...(offerId === '' ? {} : { offerId: Number(offerId) }),
      ...(country === '' ? {} : { country }),
    }
    await change.mutateAsync({ body: { percent, ...about } })
    toast('The margin is set.')
    setPercent('')
  }
  return (
    <form
      className="card"
      aria-labelledby="set-margin"
      onSubmit={(event) => {
        event.preventDefault()
        set().catch(() => undefined)
      }}
    >
      <div className="card-head">
        <h2 id="set-margin">Set a margin</h2>
      </div>
      <div className="card-body money-form">
        <TextInput
          label="Percent kept"
          inputMode="decimal"
          w={110}
          value={percent}
          onChange={(event) => setPercent(event.currentTarget.value)}
        />
        <Select
          label="App"
          placeholder="Any"
          data={apps.map(({ id, name }) => ({ value: id, label: name }))}
          value={appId}
          onChange={setAppId}
          searchable
          clearable
        />
        <TextInput
          label="Offer id"
          placeholder="Any"
          w={100}
          value={offerId}
          onChange={(event) => setOfferId(event.currentTarget.value.replaceAll(/\D/g, ''))}
        />
        <TextInput
          label="Country"
          placeholder="Any"
          w={90}
          maxLength={2}
          value={country}
          onChange={(event) => setCountry(event.currentTarget.value.toUpperCase())}
        />
        <Button type="submit" loading={change.isPending} disabled={percent === ''}>
          Set the margin
        </Button>
      </div>
      {change.error !== null && (
        <div className="card-body">
          <Failure what="The margin was not set" error={change.error} />
        </div>
      )}
    </form>
  )
}
