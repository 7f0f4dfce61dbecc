import { Link } from '@tanstack/react-router'
import { useOperation } from '../../api/use-operation.ts'
import { formatCount } from '../../format/format-number.ts'
import { Moment } from '../../parts/value/moment.tsx'

/** How the service is: one question for all who ask it. */
export function usePulse() {
  return useOperation('getPulse', {}, { everyMs: 10_000 })
}

/** Whether the service does what it should, in one line. */
export function HealthLine() {
  const { data, error } = usePulse()
  if (error && !data)
    return (
      <p className="health">
        <b className="is-bad">Quoin does not answer</b>
        <Link to="/ops/system">System</Link>
      </p>
    )
  return (
    <p className="health">
      <b className={data ? '' : 'is-unknown'}>{data ? 'Quoin answers' : 'Asking…'}</b>
      {data && (
        <>
          <span>
            {data.last_postback_at === null ? (
              'no postback yet'
            ) : (
              <>
                last postback <Moment at={data.last_postback_at} />
              </>
            )}
          </span>
          <span className="num">database {data.database_ms} ms</span>
          <span className="num">{formatCount(data.callbacks_waiting)} callbacks wait</span>
          {data.demo_written_to !== null && (
            <span>
              the demo’s month is being written, so far to <Moment at={data.demo_written_to} />
            </span>
          )}
          <Link to="/ops/system">System</Link>
        </>
      )}
    </p>
  )
}
