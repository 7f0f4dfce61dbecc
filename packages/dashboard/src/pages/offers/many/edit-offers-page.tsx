import { Button } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Refusal } from '../../../api/refusal.ts'
import { useChange } from '../../../api/use-change.ts'
import { useOperation } from '../../../api/use-operation.ts'
import { formatCount, formatMany } from '../../../format/format-number.ts'
import { formatClock } from '../../../format/format-time.ts'
import { useSearchState } from '../../../frame/use-search-state.ts'
import { EmptyState } from '../../../parts/feedback/empty-state.tsx'
import { Failure } from '../../../parts/feedback/failure.tsx'
import { Loading } from '../../../parts/feedback/loading.tsx'
import { PageHeader } from '../../../parts/layout/page-header.tsx'
import { changesOf, type EditDraft } from './edit-draft.ts'
import { EditForm } from './edit-form.tsx'
import { EditPreview } from './edit-preview.tsx'
import { linkTo } from './link-to.ts'
import { idsOf } from './selection.ts'
import { countryName, platformName } from '../targeting-words.ts'
import './edit-offers.css'

const nothing = {
  search: '',
  networkId: '',
  status: '',
  country: '',
  platform: '',
  category: '',
  ids: '',
  except: '',
  start: '',
}

/** After the last key. */
const pauseMs = 400
const pageSize = 50
const shownMax = 500

/** Many offers at once: what is to change, and what that would do, before it is done. */
export function EditOffersPage() {
  const [state] = useSearchState(nothing)
  const navigate = useNavigate()
  const [draft, setDraft] = useState<EditDraft>(
    state.start === 'pause' ? { state: { op: 'pause', value: '' } } : {},
  )
  const [limit, setLimit] = useState(pageSize)
  const changes = changesOf(draft)
  const [settled] = useDebouncedValue(JSON.stringify(changes), pauseMs)
  const asked = { ...selectionOf(state), changes: JSON.parse(settled) }
  const body = { ...asked, limit }
  const isOff = settled === '[]'
  const preview = useOperation('previewOfferEdit', { body }, { isOff })
  const networks = useOperation('listNetworks', { query: { limit: 100 } }).data ?? []
  const edit = useChange('editOffers')
  const [isOld, setOld] = useState<string>()
  const shown = isOff ? undefined : preview.data
  const isWaiting = settled !== JSON.stringify(changes) || preview.isFetching
  const count = shown?.counts.change ?? 0
  const total = shown && count + shown.counts.same + shown.counts.cannot
  const back = linkTo('/ops/offers', filtersOf(state))
  const make = async () => {
    setOld(undefined)
    const made = await edit
      .mutateAsync({ body: { ...asked, seen: shown?.seen } })
      .catch(async (error: unknown) => {
        const old =
          error instanceof Refusal ? error.details.find(({ rule }) => rule === 'changed') : undefined
        if (old === undefined) return
        edit.reset()
        setOld(old.message)
        await preview.refetch()
      })
    if (made) await navigate({ to: linkTo('/ops/offers', { ...filtersOf(state), edited: made.data.id }) })
  }
  const title = total === undefined ? 'Edit offers' : `Edit ${formatMany(total, 'offer')}`
  return (
    <>
      <PageHeader title={title} crumbs={[{ to: '/ops/offers', text: 'Offers' }]}>
        {tellSelection(state, networks)}
        {shown && `, as they were at ${formatClock(shown.seen_at).replace(/:\d\d$/, '')}`}.{' '}
        <Link className="text-link" to={back}>
          Change the selection
        </Link>
      </PageHeader>
      <div className="edit-offers-page">
        <EditForm draft={draft} onChange={setDraft} />
        <div className="stack">
          {isOld !== undefined && (
            <p className="edit-warning" role="alert">
              {isOld.replace(/ Look at the new one\.$/, '')} You see a new preview. Nothing was changed.
            </p>
          )}
          {edit.error !== null && (
            <Failure what="Nothing was changed" error={edit.error} isChange onRetry={make} />
          )}
          {isOff ? (
            <section className="card">
              <EmptyState icon="edit" title="Choose a field">
                The preview shows what changes for each offer and what cannot change. Nothing is done before
                you confirm.
              </EmptyState>
            </section>
          ) : preview.error !== null ? (
            <section className="card card-body">
              <Failure what="There is no preview" error={preview.error} onRetry={() => preview.refetch()} />
            </section>
          ) : shown === undefined ? (
            <Loading what="the preview" isInCard />
          ) : (
            <EditPreview
              preview={shown}
              body={body}
              limit={limit}
              onMore={() => setLimit(Math.min(shownMax, limit + 150))}
              isRefreshing={isWaiting}
            />
          )}
        </div>
      </div>
      <div className="edit-bar">
        <span className="sm grow">
          {count > 0 ? (
            <>
              <b>One undo</b> puts all {formatCount(count)} back, until tomorrow at this time; also from
              Audit.
            </>
          ) : (
            'Nothing is changed yet.'
          )}
        </span>
        <Button component={Link} to={back}>
          Cancel
        </Button>
        <Button
          variant="filled"
          disabled={count === 0 || isWaiting || preview.error !== null}
          loading={edit.isPending}
          onClick={make}
        >
          {count === 0 ? 'Choose a field' : `Change ${formatMany(count, 'offer')}`}
        </Button>
      </div>
    </>
  )
}

type State = typeof nothing

function filtersOf({ ids: _ids, except: _except, start: _start, ...filters }: State) {
  return filters
}

/** The selection as the server takes it: what is empty is left out. */
function selectionOf(state: State): Readonly<Record<string, unknown>> {
  const { networkId, ...filters } = filtersOf(state)
  const named = Object.entries(filters).filter(([, value]) => value !== '')
  const ids = idsOf(state.ids)
  return {
    ...Object.fromEntries(named),
    ...(networkId === '' ? {} : { networkId: Number(networkId) }),
    ...(state.ids === '' ? { exceptIds: idsOf(state.except) } : { ids }),
  }
}

const stateWords: Readonly<Record<string, string>> = {
  active: 'not paused',
  paused: 'paused',
  capped: 'at their cap',
}

/** The filter in words: "Kestrel Partners, not paused". */
function tellSelection(
  state: State,
  networks: readonly { readonly id: string; readonly name: string }[],
): string {
  const parts = [
    networks.find(({ id }) => id === state.networkId)?.name,
    stateWords[state.status],
    state.search && `named “${state.search}”`,
    state.country && `shown in ${countryName(state.country)}`,
    state.platform && `on ${platformName(state.platform)}`,
    state.category && `of ${state.category}`,
  ].filter((part) => part !== undefined && part !== '')
  const kind = state.ids === '' ? 'All that match' : 'Chosen one by one'
  const rest = idsOf(state.except).length
  const less = rest === 0 ? '' : `, without ${formatMany(rest, 'other')}`
  return `${parts.length === 0 ? kind : parts.join(', ')}${less}`
}
