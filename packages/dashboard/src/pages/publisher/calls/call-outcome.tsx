import type { RowOf } from '../../../api/operation-types.ts'
import { formatMany } from '../../../format/format-number.ts'

/** Help with an error that names no parameter. */
const cures: Readonly<Record<string, string>> = {
  INVALID_API_SECRET:
    'The secret does not belong to the key, has ended or was revoked. Compare both with your page Keys.',
  RATE_LIMIT_EXCEEDED:
    'Your server made more calls in a minute than its limit allows. Wait as many seconds as Retry-After says, and keep lists for a while.',
  INVALID_REQUEST: 'The body was not JSON of the right form.',
  RESOURCE_NOT_FOUND: 'This app has nothing with this id among its test or live data. The two never mix.',
  SERVER_ERROR:
    'The problem is on our side. You may send the same call again. If it keeps failing, tell us the request id.',
}

/** The outcome of a call, with help for one that was refused. */
export function CallOutcome({ call }: { readonly call: RowOf<'listMyCalls'> }) {
  const { status, error_code, problems, others } = call
  const more = others === 0 ? '' : `and ${formatMany(others, 'more call')} like it within seconds`
  if (status < 400) return <span className="sm muted">{more === '' ? 'Answered' : `Answered, ${more}`}</span>
  return (
    <span className="sm">
      <strong>{error_code}</strong>{' '}
      <bdi>{problems.length > 0 ? `${problems.join('; ')}.` : (cures[error_code ?? ''] ?? '')}</bdi>
      {more !== '' && <span className="faint"> ({more})</span>}
    </span>
  )
}
