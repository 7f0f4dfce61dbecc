import { Link } from '@tanstack/react-router'
import type { DataOf } from '../../api/operation-types.ts'
import { formatCount } from '../../format/format-number.ts'
import { wordsOf } from './import-mapping.tsx'

type Trial = DataOf<'tryOfferImport'>
type Difference = Trial['differences'][number]

const kinds = { new: 'New', changed: 'Changed', paused: 'Would be paused' } as const
const tones = { new: 'info', changed: 'warning', paused: 'neutral' } as const

/** Nothing was written: what would be, and what would not and why. */
export function ImportTrial({ trial }: { readonly trial: Trial }) {
  const { counts, differences, problems } = trial
  const all = counts.new + counts.changed + counts.paused
  return (
    <>
      <p className="import-counts" role="status">
        <b>{formatCount(counts.new)}</b> new, <b>{formatCount(counts.changed)}</b> changed,{' '}
        <b>{formatCount(counts.paused)}</b> paused, {formatCount(counts.unchanged)} as they are,{' '}
        <b className={counts.refused > 0 ? 'neg' : ''}>{formatCount(counts.refused)} refused</b>
      </p>
      {problems.length > 0 && <Problems problems={problems} refused={counts.refused} />}
      <ul className="import-differences">
        {differences.map((difference) => (
          <DifferenceRow key={difference.external_id} difference={difference} />
        ))}
      </ul>
      {all > differences.length && (
        <p className="muted sm import-counts">And {formatCount(all - differences.length)} more of these.</p>
      )}
    </>
  )
}

function DifferenceRow({ difference }: { readonly difference: Difference }) {
  const { external_id: externalId, name, kind, offer_id: offerId, changes } = difference
  return (
    <li>
      <span className={`chip ${tones[kind]}`}>{kinds[kind]}</span>
      <div className="grow">
        <p>
          {offerId === null ? (
            <bdi>{name}</bdi>
          ) : (
            <Link to={`/ops/offers/${offerId}`}>
              <bdi>{name}</bdi>
            </Link>
          )}{' '}
          <span className="faint xs">
            <bdi>{externalId}</bdi>
          </span>
        </p>
        {changes.length > 0 && (
          <ul className="sm difference">
            {changes.map(({ field, before, after }) => (
              <li key={field}>
                <span className="muted">{wordsOf(field)}</span> <del>{before || 'nothing'}</del> →{' '}
                <ins>{after || 'nothing'}</ins>
              </li>
            ))}
          </ul>
        )}
      </div>
    </li>
  )
}

interface ProblemsProps {
  readonly problems: Trial['problems']
  readonly refused: number
}

export function Problems({ problems, refused }: ProblemsProps) {
  return (
    <section className="import-refused" aria-label="Refused rows">
      <h3>
        {formatCount(refused)} {refused === 1 ? 'row is' : 'rows are'} refused and change nothing
      </h3>
      <ul className="sm">
        {problems.map(({ line, field, message }) => (
          <li key={`${line} ${field} ${message}`}>
            <span className="num">Line {line}</span> {field === null ? '' : <code>{field}</code>} {message}
          </li>
        ))}
      </ul>
    </section>
  )
}
