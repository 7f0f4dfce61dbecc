import type { Verdict } from '@quoin/core/sources/source.ts'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { DataOf, RowOf } from '../../../api/operation-types.ts'
import { usePages } from '../../../api/use-pages.ts'
import { formatTotalOf } from '../../../format/format-number.ts'
import { useMayAct } from '../../../frame/use-session.ts'
import { EmptyState } from '../../../parts/feedback/empty-state.tsx'
import type { Column } from '../../../parts/table/column.ts'
import { DataTable } from '../../../parts/table/data-table.tsx'
import { linkTo } from '../../offers/many/link-to.ts'
import { AllowOffer } from './allow-offer.tsx'
import { OfferChanges, OfferTerms } from './offer-changes.tsx'

type Row = RowOf<'listSourceRunOffers'>

interface RunOffersProps {
  readonly run: DataOf<'getSourceRun'>
  readonly networkId: string | undefined
  readonly verdict: Verdict
  readonly title: string
  readonly text: string
  readonly search: string
  readonly onClear: () => void
}

const pageSize = 50

/** The offers of one outcome, fifty at a time. */
export function RunOffers({ run, networkId, verdict, title, text, search, onClear }: RunOffersProps) {
  const query = { verdict, search, limit: pageSize }
  const { total, ...list } = usePages('listSourceRunOffers', { path: { runId: run.id }, query })
  const mayAllow = useMayAct('operator')
  const allow: Column<Row> = {
    name: 'allow',
    head: <span className="sr">Allow it</span>,
    cell: (offer) => <AllowOffer sourceId={run.source_id} offer={offer} />,
  }
  const own = columns[verdict] ?? []
  return (
    <section className="card run-list" aria-labelledby={`list-${verdict}`}>
      <div className="card-head wrap run-list-head">
        <h2 id={`list-${verdict}`}>{title}</h2>
        <p className="muted sm grow">{text}</p>
        <span className="muted sm num" role="status">
          {formatTotalOf(total, 'offer')}
        </span>
      </div>
      <DataTable
        {...list}
        caption={`Offers: ${title.toLowerCase()}`}
        columns={[
          offerColumn(isThere(run, verdict) ? networkId : undefined),
          ...own,
          ...(verdict === 'forbidden' && mayAllow ? [allow] : []),
        ]}
        keyOf={({ external_id: id }) => id}
        empty={
          search === '' ? (
            <EmptyState
              icon="check"
              title={isCounted(run, verdict) ? 'They are not listed any more' : 'None of these'}
            >
              {isCounted(run, verdict) &&
                'Once a later run has ended, only the offers that a run has changed are kept with it.'}
            </EmptyState>
          ) : (
            <EmptyState
              icon="search"
              title="No offer matches"
              action={<Button onClick={onClear}>Clear the search</Button>}
            >
              The search looks for a part of the name, or for a whole id.
            </EmptyState>
          )
        }
      />
    </section>
  )
}

/** The run has counted some, and does not list them any more. */
function isCounted({ counts }: RunOffersProps['run'], verdict: Verdict): boolean {
  return counts[verdict] > 0
}

/** Whether the offers of an outcome are in the catalogue for certain. */
function isThere({ state }: RunOffersProps['run'], verdict: Verdict): boolean {
  if (verdict === 'new') return state === 'applied' || state === 'undone'
  return verdict === 'changed' || verdict === 'missing'
}

/** The name, which leads to the offer where it is in the catalogue of its network. */
function offerColumn(networkId: string | undefined): Column<Row> {
  return {
    name: 'offer',
    head: 'Offer',
    card: 'main',
    cell: ({ name, external_id: id }) => (
      <div className="run-offer">
        {networkId === undefined ? (
          <bdi className="run-offer-name">{name === '' ? 'No name' : name}</bdi>
        ) : (
          <Link className="run-offer-name" to={linkTo('/ops/offers', { networkId, search: id })}>
            <bdi>{name}</bdi>
          </Link>
        )}
        <bdi className="faint xs mono">{id}</bdi>
      </div>
    ),
  }
}

const changes: Column<Row> = {
  name: 'changes',
  head: <span className="desk">Before and after</span>,
  cell: (offer) => (offer.changes.length + offer.own.length === 0 ? '' : <OfferChanges offer={offer} />),
}

const terms: Column<Row> = {
  name: 'terms',
  head: <span className="desk">What is paid, and where</span>,
  cell: (offer) => (offer.changes.length === 0 ? '' : <OfferTerms offer={offer} />),
}

const reasons: Column<Row> = {
  name: 'reasons',
  head: <span className="desk">Why</span>,
  cell: ({ reasons: all }) => (
    <ul className="run-reasons">
      {all.map((reason) => (
        <li key={reason}>{/[.!?]$/.test(reason) ? reason : `${reason}.`}</li>
      ))}
    </ul>
  ),
}

const sentence: Column<Row> = {
  name: 'sentence',
  head: <span className="desk">The network’s own words</span>,
  cell: ({ reasons: all }) => (
    <ul className="run-reasons">
      {all.map((reason) => (
        <li key={reason}>
          <q>{reason}</q>
        </li>
      ))}
    </ul>
  ),
}

/** A consequence that is not told of each outcome: an offer that no user sees stays so. */
const effect: Column<Row> = {
  name: 'effect',
  head: 'With this run',
  cell: ({ changes: all }) =>
    all.some(({ field }) => field === 'status') ? (
      'It is paused'
    ) : (
      <span className="muted">Nothing changes</span>
    ),
}

const columns: Readonly<Partial<Record<Verdict, readonly Column<Row>[]>>> = {
  held: [reasons],
  new: [terms],
  changed: [changes],
  ended: [effect],
  missing: [effect],
  forbidden: [sentence, effect],
  not_approved: [effect],
}
