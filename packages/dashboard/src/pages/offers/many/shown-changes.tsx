import { editFields } from '@quoin/core/offers/edit/edit-fields.ts'
import { Link } from '@tanstack/react-router'
import { formatCount } from '../../../format/format-number.ts'
import type { DataOf } from '../../../api/operation-types.ts'
import { countryName, platformName } from '../targeting-words.ts'

type ShownOffer = DataOf<'previewOfferEdit'>['change'][number]
type ShownChange = ShownOffer['changes'][number]

/** Offers with what is changed of each; the reason instead where it cannot be. */
export function ShownOffers({
  offers,
  label,
}: {
  readonly offers: readonly ShownOffer[]
  readonly label: string
}) {
  return (
    <ul className="edit-offers" aria-label={label}>
      {offers.map((offer) => (
        <li key={offer.id}>
          <Link to={`/ops/offers/${offer.id}`} className="edit-offer-name">
            <bdi>{offer.name}</bdi>
          </Link>
          {offer.reason === null ? (
            <dl>
              {offer.changes.map((change) => (
                <div key={change.field}>
                  <dt>{editFields[change.field].label}</dt>
                  <dd>
                    <OneChange change={change} />
                    {change.field === 'dailyCap' && offer.closes_at !== null && (
                      <span className="edit-closes"> {formatCount(offer.closes_at)} today: closes now</span>
                    )}
                  </dd>
                </div>
              ))}
            </dl>
          ) : (
            <span className="sm muted">{offer.reason}</span>
          )}
        </li>
      ))}
    </ul>
  )
}

function OneChange({ change: { field, before, after } }: { readonly change: ShownChange }) {
  const isList = field === 'countries' || field === 'platforms' || field === 'categories'
  const members = isList ? compareLists(before, after) : undefined
  if (members !== undefined)
    return (
      <>
        {members.added.length > 0 && <b>+ {members.added.map(nameOf(field)).join(', ')}</b>}
        {members.added.length > 0 && members.removed.length > 0 && ' '}
        {members.removed.length > 0 && <span>− {members.removed.map(nameOf(field)).join(', ')}</span>}
      </>
    )
  const show = (text: string) => (isList ? text.split(', ').map(nameOf(field)).join(', ') : text)
  return (
    <>
      <span className="muted">{show(before)}</span> → <b>{show(after)}</b>
    </>
  )
}

function nameOf(field: string): (text: string) => string {
  if (field === 'countries') return (code) => (/^[A-Z]{2}$/.test(code) ? countryName(code) : code)
  return field === 'platforms' ? platformName : (text) => text
}

const wholes = new Set(['everywhere', 'all', 'none'])

/** The members that come and go; undefined where one side is everything, which has no members. */
function compareLists(before: string, after: string) {
  if (wholes.has(before) || wholes.has(after)) return undefined
  const [was, is] = [before.split(', '), after.split(', ')]
  return { added: is.filter((one) => !was.includes(one)), removed: was.filter((one) => !is.includes(one)) }
}
