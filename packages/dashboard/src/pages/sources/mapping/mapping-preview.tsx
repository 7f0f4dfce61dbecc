import { StatusChip, type StatusWord } from '../../../parts/value/status-chip.tsx'
import type { FeedSample } from './mapping-draft.ts'

type Offer = NonNullable<NonNullable<FeedSample['offers']>[number]>

/** The first offers as the mapping reads them, with whatever is doubtful. */
export function MappingPreview({ sample }: { readonly sample: FeedSample }) {
  const offers = (sample.offers ?? []).flatMap((offer) => (offer === null ? [] : [offer]))
  const nameless = (sample.offers ?? []).length - offers.length
  return (
    <>
      {nameless > 0 && (
        <p className="source-note error-text">
          {nameless} of these records have no id, and would be left out.
        </p>
      )}
      <div className="table-box">
        <table className="table mapping-preview">
          <caption className="sr">The first offers as they would be read</caption>
          <thead>
            <tr>
              <th scope="col">Offer</th>
              <th scope="col">Network pays</th>
              <th scope="col">Countries</th>
              <th scope="col">Outcome</th>
            </tr>
          </thead>
          <tbody>
            {offers.map((offer) => (
              <tr key={offer.external_id}>
                <td>
                  <bdi className="mapping-value">{offer.row['name'] ?? 'No name'}</bdi>
                  <bdi className="muted xs mapping-value">{offer.external_id}</bdi>
                </td>
                <td data-head="Network pays">
                  <span className="mapping-value">{paidFor(offer)}</span>
                </td>
                <td data-head="Countries">
                  <span className="mapping-value">{offer.row['countries'] ?? 'everywhere'}</span>
                </td>
                <td>
                  <Outcome offer={offer} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}

function paidFor({ row, is_unpriced: isUnpriced }: Offer): string {
  if (isUnpriced) return '–'
  const amount = row['goals'] ?? row['prices'] ?? row['revenue']
  if (amount === undefined) return '–'
  return row['currency'] === undefined ? amount : `${amount} ${row['currency']}`
}

function Outcome({ offer }: { readonly offer: Offer }) {
  const { word, reasons } = outcomeOf(offer)
  return (
    <>
      <StatusChip status={word} />
      {reasons.map((reason) => (
        <bdi key={reason} className="muted xs mapping-value">
          {reason}
        </bdi>
      ))}
    </>
  )
}

interface FoundOutcome {
  readonly word: StatusWord
  readonly reasons: readonly string[]
}

/** The verdict of a run, as far as a preview knows it. */
function outcomeOf({ forbidden, standing, doubts, is_unpriced: isUnpriced }: Offer): FoundOutcome {
  if (forbidden !== null) return { word: 'Forbidden', reasons: [forbidden] }
  if (standing === 'ended') return { word: 'Ended', reasons: [] }
  if (standing === 'not_approved') return { word: 'Not approved', reasons: [] }
  const reasons = isUnpriced ? [...doubts, 'It does not say what is paid.'] : doubts
  return reasons.length > 0 ? { word: 'Held', reasons } : { word: 'New', reasons: [] }
}
