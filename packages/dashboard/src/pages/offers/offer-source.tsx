import { Link } from '@tanstack/react-router'
import { offerFields } from '@quoin/core/offers/offer-fields.ts'
import type { DataOf } from '../../api/operation-types.ts'
import { useChange } from '../../api/use-change.ts'
import { useOperation } from '../../api/use-operation.ts'
import { formatMany } from '../../format/format-number.ts'
import { ConfirmButton } from '../../parts/feedback/confirm-button.tsx'
import { toast } from '../../parts/feedback/toaster.tsx'

type OfferSourceData = DataOf<'getOfferSource'>
type OwnField = OfferSourceData['own'][number]

interface OfferSourceProps {
  readonly offerId: string
  readonly mayChange: boolean
}

/** The source by which an offer comes, and the fields that a person has changed; nothing where there is none. */
export function OfferSource({ offerId, mayChange }: OfferSourceProps) {
  const { data } = useOperation('getOfferSource', { path: { offerId } })
  if (data === undefined || data.source === null) return null
  const { source, own } = data
  return (
    <section className="card offer-wide" aria-labelledby="source">
      <div className="card-head">
        <h2 id="source" className="grow">
          Source
        </h2>
        <Link to={`/ops/sources/${source.id}`}>
          <bdi>{source.name}</bdi>
        </Link>
      </div>
      <div className="card-body stack">
        <p>{tellSource(source, own.length)}</p>
        {source.allowed_by !== null && (
          <p className="muted sm">
            Its words forbid rewards; it was allowed by <bdi>{source.allowed_by}</bdi>:{' '}
            <bdi>{source.allowed_reason}</bdi>
          </p>
        )}
        {own.length > 0 && (
          <ul className="own-fields">
            {own.map((field) => (
              <OwnRow key={field.field} offerId={offerId} own={field} mayChange={mayChange} />
            ))}
          </ul>
        )}
      </div>
    </section>
  )
}

function tellSource(
  { is_paused, missing_runs }: NonNullable<OfferSourceData['source']>,
  own: number,
): string {
  const coming = is_paused
    ? 'Its source is paused: nothing is renewed.'
    : missing_runs > 0
      ? `The last ${formatMany(missing_runs, 'run')} did not have it.`
      : 'Its source renews it at each run.'
  if (own === 0) return coming
  return `${coming} ${own === 1 ? 'One field is yours and stays' : `${own} fields are yours and stay`} as you set ${own === 1 ? 'it' : 'them'}.`
}

interface OwnRowProps {
  readonly offerId: string
  readonly own: OwnField
  readonly mayChange: boolean
}

function OwnRow({ offerId, own: { field, yours, theirs }, mayChange }: OwnRowProps) {
  const { label } = offerFields[field]
  const follow = useChange('followOfferSource', {
    renews: ['getOfferSource', 'getOffer', 'listOffers', 'showOfferPrices', 'listAudit'],
  })
  return (
    <li>
      <span className="own-field-name">{label}</span>
      <span className="own-field-values">
        <Value text={yours} /> <span className="muted sm">· theirs:</span>{' '}
        {theirs === null ? <span className="faint">cannot be read now</span> : <Value text={theirs} />}
      </span>
      {mayChange && theirs !== null && (
        <ConfirmButton
          verb={`Take theirs: ${label}`}
          label={
            <>
              Take theirs<span className="sr">: {label}</span>…
            </>
          }
          button={{ size: 'xs' }}
          onConfirm={async () => {
            await follow.mutateAsync({ path: { offerId }, body: { fields: [field] } })
            toast(`${label} follows the source again.`)
          }}
        >
          <p>
            {label} becomes <Value text={theirs} /> in place of <Value text={yours} />, and each run renews
            it.
          </p>
        </ConfirmButton>
      )}
    </li>
  )
}

const shownMax = 160

function Value({ text }: { readonly text: string }) {
  if (text === '') return <span className="faint">nothing</span>
  const letters = [...text]
  return <bdi>{letters.length > shownMax ? `${letters.slice(0, shownMax).join('')}…` : text}</bdi>
}
