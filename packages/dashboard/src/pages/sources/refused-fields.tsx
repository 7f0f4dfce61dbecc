import { Refusal } from '../../api/refusal.ts'
import { formatMany } from '../../format/format-number.ts'
import { Failure } from '../../parts/feedback/failure.tsx'
import { ShortId } from '../../parts/value/short-id.tsx'

/** A refusal whose fields say by themselves why; any other is told whole. */
export function RefusedFields({ error }: { readonly error: unknown }) {
  if (error === null) return null
  if (!(error instanceof Refusal) || error.details.length === 0)
    return <Failure what="Nothing was saved" error={error} isChange />
  return (
    <p className="error-text sm row wrap" role="alert">
      Nothing was saved: {formatMany(error.details.length, 'field')}{' '}
      {error.details.length === 1 ? 'needs' : 'need'} another value.
      {error.requestId && (
        <span className="muted">
          Request <ShortId id={error.requestId} name="request id" />
        </span>
      )}
    </p>
  )
}
