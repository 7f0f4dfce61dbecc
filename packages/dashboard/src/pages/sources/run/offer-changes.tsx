import { offerFields } from '@quoin/core/offers/offer-fields.ts'
import { useState } from 'react'
import type { RowOf } from '../../../api/operation-types.ts'

interface OfferChangesProps {
  readonly offer: Pick<RowOf<'listSourceRunOffers'>, 'changes' | 'own'>
}

/** Field by field, as it was and as it is; columns that a person has changed stay. */
export function OfferChanges({ offer: { changes, own } }: OfferChangesProps) {
  return (
    <dl className="run-changes">
      {changes.map(({ field, before, after }) => (
        <div key={field}>
          <dt>{offerFields[field].label}</dt>
          <dd>
            <Value text={before} isOld /> → <Value text={after} />
          </dd>
        </div>
      ))}
      {own
        .filter((field) => !changes.some((change) => change.field === field))
        .map((field) => (
          <div key={field}>
            <dt>{offerFields[field].label}</dt>
            <dd>
              <span className="chip info">yours stays</span>
            </dd>
          </div>
        ))}
    </dl>
  )
}

/** The amounts of a new offer, and where they are paid. */
export function OfferTerms({ offer: { changes } }: OfferChangesProps) {
  return (
    <dl className="run-changes">
      {changes.map(({ field, after }) => (
        <div key={field}>
          <dt>{offerFields[field].label}</dt>
          <dd>
            <Value text={after} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

const shownMax = 120

/** A text of an offer has up to 2,000 letters: its beginning, and all of it on demand. */
function Value({ text, isOld = false }: { readonly text: string; readonly isOld?: boolean }) {
  const [isWhole, setWhole] = useState(false)
  if (text === '') return <span className="faint">nothing</span>
  const letters = [...text]
  const isLong = letters.length > shownMax
  const shown = isLong && !isWhole ? `${letters.slice(0, shownMax).join('')}…` : text
  return (
    <>
      <bdi className={isOld ? 'run-before' : 'run-after'}>{shown}</bdi>
      {isLong && (
        <button type="button" className="run-more" onClick={() => setWhole(!isWhole)}>
          {isWhole ? 'less' : 'all of it'}
        </button>
      )}
    </>
  )
}
