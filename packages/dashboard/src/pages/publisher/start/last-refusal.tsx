import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { placeOf, useHere } from '../../../frame/publisher/use-here.ts'
import { useManagedPages } from '../../../frame/publisher/use-managed.ts'
import { Icon } from '../../../parts/value/icon.tsx'
import { Moment } from '../../../parts/value/moment.tsx'
import { ShortId } from '../../../parts/value/short-id.tsx'
import { CallOutcome } from '../calls/call-outcome.tsx'

const askEveryMs = 5_000

/** Why the server's last call was refused, while it was: the step waits for one that is answered. */
export function LastRefusal({ mode }: { readonly mode: 'live' | 'test' }) {
  const here = useHere()
  const query = { mode, limit: 1 }
  const { rows } = useManagedPages('listMyCalls', { query }, { everyMs: askEveryMs })
  const call = rows?.[0]
  if (call === undefined || call.status < 400) return null
  return (
    <section className="start-refusal" aria-label="Last call of your server">
      <span className="start-refusal-mark">
        <Icon name="key" />
      </span>
      <div className="grow">
        <p>
          <strong>
            Your {call.by === 'session' ? 'page' : 'server'} tried <Moment at={call.at} /> and got{' '}
            {call.status}
          </strong>
        </p>
        <p>
          <CallOutcome call={call} />
        </p>
        <p className="sm muted">
          <code>
            {call.method} {call.path}
          </code>
          , request <ShortId id={call.request_id} />.{' '}
          <Link to={placeOf(here, 'calls', here.appId)} search={{ mode }}>
            Request log
          </Link>
        </p>
      </div>
      {call.error_code === 'INVALID_API_SECRET' && (
        <Button
          renderRoot={(props) => <Link {...props} to={placeOf(here, 'keys', here.appId)} search={{ mode }} />}
        >
          Keys and secrets
        </Button>
      )}
    </section>
  )
}
