import { NativeSelect, SegmentedControl, TextInput } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { RowOf } from '../../../api/operation-types.ts'
import { operationQuery } from '../../../api/use-operation.ts'
import { useReward } from '../../../frame/publisher/use-reward.ts'
import { formatCount } from '../../../format/format-number.ts'
import { inputHere, useHere } from '../../../frame/publisher/use-here.ts'
import { useManaged } from '../../../frame/publisher/use-managed.ts'
import { useSearchState } from '../../../frame/use-search-state.ts'
import { EmptyState } from '../../../parts/feedback/empty-state.tsx'
import { Failure } from '../../../parts/feedback/failure.tsx'
import { Drawer } from '../../../parts/layout/drawer.tsx'
import { PageHeader } from '../../../parts/layout/page-header.tsx'
import type { Column } from '../../../parts/table/column.ts'
import { DataTable } from '../../../parts/table/data-table.tsx'
import { Filters } from '../../../parts/table/filters.tsx'
import { SearchField } from '../../../parts/table/search-field.tsx'
import { Money } from '../../../parts/value/money.tsx'
import { CountrySelect } from '../../offers/country-select.tsx'
import { platformName } from '../../offers/targeting-words.ts'
import { Verdict } from '../../offers/verdict.tsx'
import './offers-page.css'

type Offer = RowOf<'listMyOffers'>

const platforms = ['android', 'ios', 'desktop'] as const
const standard = { country: 'US', platform: 'android', userId: '', search: '', listed: 'yes', offer: '' }
const step = 50
const limitMax = 500

/** Offers that users are shown or not, and why; each offer as it looks on the wall. */
export function OffersPage() {
  const [state, change] = useSearchState(standard)
  const { country, platform, userId, search, listed, offer } = state
  const [limit, setLimit] = useState(step)
  const viewer = { country, platform, userId }
  const input = inputHere<'listMyOffers'>(useHere(), { query: { ...viewer, search, listed, limit } })
  const inWords = useReward()
  const { data, error, refetch, isPlaceholderData, isFetching } = useQuery({
    ...operationQuery('listMyOffers', input),
    placeholderData: keepPreviousData,
  })
  const total = data?.meta.total ?? 0
  const left = Math.min(total, limitMax) - (data?.data.length ?? 0)
  return (
    <>
      <PageHeader title="Offers">
        You see the offers that a user gets there, in the wall’s order, and those that are kept back. Open a
        row to see the verdict of every rule.
      </PageHeader>
      <Filters
        search={<SearchField label="Offer" value={search} onChange={(next) => change({ search: next })} />}
        count={0}
        onClear={() => change({ search: '', userId: '' })}
        summary={data && `${formatCount(total)} ${listed === 'yes' ? 'listed' : 'not listed'}`}
      >
        <SegmentedControl
          aria-label="Which"
          value={listed}
          onChange={(next) => change({ listed: next })}
          data={[
            { value: 'yes', label: 'Listed' },
            { value: 'no', label: 'Not listed' },
          ]}
        />
        <CountrySelect value={country} onChange={(next) => change({ country: next })} />
        <NativeSelect
          aria-label="Platform"
          value={platform}
          onChange={(event) => change({ platform: event.currentTarget.value })}
          data={platforms.map((value) => ({ value, label: platformName(value) }))}
        />
        <TextInput
          aria-label="User id"
          placeholder="User, if you like"
          value={userId}
          maxLength={255}
          onChange={(event) => change({ userId: event.currentTarget.value })}
        />
      </Filters>
      <section className="card">
        <DataTable
          caption={listed === 'yes' ? 'Offers that are listed' : 'Offers that are not listed'}
          columns={columnsOf({ isListed: listed === 'yes', inWords, onOpen: (id) => change({ offer: id }) })}
          rows={data?.data}
          keyOf={({ id }) => id}
          error={error}
          onRetry={() => refetch()}
          isRefreshing={isPlaceholderData}
          more={
            left > 0
              ? {
                  load: () => setLimit(Math.min(limit + step, limitMax)),
                  isLoading: isFetching,
                  left: `${left} more`,
                }
              : undefined
          }
          empty={
            <EmptyState
              icon="tag"
              title={listed === 'yes' ? 'Nothing is listed here' : 'Nothing is kept away here'}
            >
              {listed === 'yes'
                ? 'Look under “Not listed”. Each offer names the rule that keeps it back.'
                : 'Every offer that runs is listed for this country, platform and user.'}
            </EmptyState>
          }
        />
      </section>
      {offer !== '' && (
        <Why
          offerId={offer}
          viewer={viewer}
          onClose={() => change({ offer: '' })}
          name={nameOf(data?.data, offer)}
        />
      )}
    </>
  )
}

function nameOf(offers: readonly Offer[] | undefined, id: string): string {
  return offers?.find((one) => one.id === id)?.name ?? `Offer ${id}`
}

interface ColumnsAsked {
  readonly isListed: boolean
  /** Writes a reward. */
  readonly inWords: (amount: string) => string
  readonly onOpen: (id: string) => void
}

function columnsOf({ isListed, inWords, onOpen }: ColumnsAsked): readonly Column<Offer>[] {
  return [
    {
      name: 'offer',
      head: 'As on the wall',
      card: 'main',
      cell: ({ id, name, requirement, image, steps }) => (
        <div className="own-offer">
          <img src={`${image}?w=96`} alt="" width={40} height={40} loading="lazy" />
          <div>
            <button type="button" className="row-link" onClick={() => onOpen(id)}>
              <bdi>{name}</bdi>
            </button>
            <p className="muted sm">
              <bdi>{requirement}</bdi>
              {steps > 0 && ` · ${steps} steps`}
            </p>
          </div>
        </div>
      ),
    },
    { name: 'reward', head: 'Reward', isNumber: true, cell: ({ reward }) => `+${inWords(reward)}` },
    { name: 'payout', head: 'Payout, USD', isNumber: true, cell: ({ payout }) => <Money amount={payout} /> },
    ...(isListed
      ? []
      : ([
          {
            name: 'why',
            head: 'Why not',
            cell: ({ why_not }) => <span className="sm">{why_not?.message ?? '–'}</span>,
          },
        ] satisfies readonly Column<Offer>[])),
  ]
}

interface WhyProps {
  readonly offerId: string
  readonly name: string
  readonly viewer: Readonly<Record<'country' | 'platform' | 'userId', string>>
  readonly onClose: () => void
}

/** Every rule’s verdict about one offer and one user. */
function Why({ offerId, name, viewer, onClose }: WhyProps) {
  const { data, error, refetch } = useManaged('explainMyOffer', { path: { offerId }, query: viewer })
  return (
    <Drawer title={name} onClose={onClose}>
      {error && !data && (
        <Failure what="The rules could not be read" error={error} onRetry={() => refetch()} />
      )}
      {data && <Verdict {...data} />}
    </Drawer>
  )
}
