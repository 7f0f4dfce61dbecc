import type { DataOf } from '../../../api/operation-types.ts'
import { formatCount, formatShare } from '../../../format/format-number.ts'
import { useManagedChange, useMayManage } from '../../../frame/publisher/use-managed.ts'
import { useSearchState } from '../../../frame/use-search-state.ts'
import { ConfirmButton } from '../../../parts/feedback/confirm-button.tsx'
import { toast } from '../../../parts/feedback/toaster.tsx'
import { Moment } from '../../../parts/value/moment.tsx'

type Endpoint = DataOf<'getMyCallbackEndpoint'>

const reasons = {
  operator: 'It was paused.',
  gone: 'Your server answered 410: it wants no more.',
  failing: 'Your server had failed for days. You find its answers under Log.',
  removed: 'It was removed.',
} as const

/** How it fares, and what it is owed while nothing is sent. */
export function EndpointHealth({ endpoint }: { readonly endpoint: Endpoint }) {
  const { success_share, latency_ms, waiting, next_attempt_at, disabled_at } = endpoint
  return (
    <>
      {disabled_at !== null && <Owed endpoint={endpoint} />}
      <dl className="card own-health">
        <div>
          <dt>Delivered, of the last 100</dt>
          <dd>{success_share === null ? '–' : formatShare(success_share)}</dd>
        </div>
        <div>
          <dt>Answer time, half within</dt>
          <dd>{latency_ms === null ? '–' : `${formatCount(latency_ms)} ms`}</dd>
        </div>
        <div>
          <dt>Waiting to be sent</dt>
          <dd>{formatCount(waiting)}</dd>
          {disabled_at === null && next_attempt_at !== null && (
            <dd className="xs muted">
              next <Moment at={next_attempt_at} />
            </dd>
          )}
        </div>
        <NeedsYou endpoint={endpoint} />
      </dl>
    </>
  )
}

function Owed({ endpoint }: { readonly endpoint: Endpoint }) {
  const { disabled_reason, disabled_at, waiting, waiting_since } = endpoint
  return (
    <section className="card own-owed" role="status">
      <p>
        <b>
          Nothing is sent since <Moment at={disabled_at} as="moment" />.
        </b>{' '}
        {disabled_reason && reasons[disabled_reason]}
      </p>
      <p className="sm">
        {waiting === 0 ? (
          'No callback waits for it yet. New ones wait until you enable it.'
        ) : (
          <>
            It is owed {formatCount(waiting)} {waiting === 1 ? 'callback' : 'callbacks'}, the oldest from{' '}
            <Moment at={waiting_since} as="moment" />. They go out as soon as it is enabled again.
          </>
        )}
      </p>
    </section>
  )
}

/** Callbacks that ended without success: only a person can have them sent again. */
function NeedsYou({ endpoint }: { readonly endpoint: Endpoint }) {
  const mayReplay = useMayManage('developer')
  const [, change] = useSearchState({ tab: 'setup', state: '' })
  const replay = useManagedChange('replayMyCallbacks')
  const ofState = (...states: readonly string[]) =>
    endpoint.counts.filter(({ state }) => states.includes(state)).reduce((sum, { count }) => sum + count, 0)
  const flagged = ofState('flagged')
  const failed = ofState('dead', 'stopped') + flagged
  return (
    <div>
      <dt>Needs you</dt>
      <dd>{formatCount(failed)}</dd>
      {failed > 0 && (
        <dd className="row wrap xs">
          {mayReplay && (
            <ConfirmButton
              verb={`Replay ${formatCount(failed)}`}
              label={`Replay ${formatCount(failed)}…`}
              button={{ size: 'xs' }}
              onConfirm={async () => {
                await replay.mutateAsync({ path: { endpointId: endpoint.id }, body: { from: 0 } })
                toast('They are sent again, in the background.')
                change({ tab: 'log' })
              }}
            >
              Every callback that ended without success is sent once more, with the same id.
            </ConfirmButton>
          )}
          {flagged > 0 && <span className="muted">{formatCount(flagged)} refused by your server</span>}
        </dd>
      )}
    </div>
  )
}
