import { unturnedText } from '@quoin/core/unturned-text.ts'
import { Button, Tabs } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import type { DataOf } from '../../api/operation-types.ts'
import { useChange } from '../../api/use-change.ts'
import { useOperation } from '../../api/use-operation.ts'
import { formatCount, formatShare } from '../../format/format-number.ts'
import { useTab } from '../../frame/use-tab.ts'
import { useMayAct } from '../../frame/use-session.ts'
import { ConfirmButton } from '../../parts/feedback/confirm-button.tsx'
import { Failure } from '../../parts/feedback/failure.tsx'
import { Loading } from '../../parts/feedback/loading.tsx'
import { toast } from '../../parts/feedback/toaster.tsx'
import { PageHeader } from '../../parts/layout/page-header.tsx'
import { Moment } from '../../parts/value/moment.tsx'
import { CallbackLog } from './callback-log.tsx'
import { EndpointSetup } from './endpoint-setup.tsx'
import { EndpointState } from './endpoint-state.tsx'
import { EndpointTrial, SignaturePreview } from './endpoint-trial.tsx'
import './callbacks.css'

type Endpoint = DataOf<'getCallbackEndpoint'>

/** One receiver: how it fares, what it was sent, a test, and how it is signed. */
export function EndpointPage() {
  const { endpointId = '' } = useParams({ strict: false }) as { readonly endpointId?: string } // by the route's path
  const [tab, openTab] = useTab('log', 'test', 'signature', 'setup')
  const mayAct = useMayAct('operator')
  const { data, error, refetch } = useOperation('getCallbackEndpoint', { path: { endpointId } })
  return (
    <>
      <PageHeader
        title={data ? `${unturnedText(data.app)} · ${data.name}` : 'Receiver'}
        crumbs={[{ to: '/ops/callbacks', text: 'Callbacks' }]}
        beside={data && <EndpointState state={data.state} />}
        actions={data && mayAct && <EndpointActions endpoint={data} />}
      />
      {error && !data && (
        <Failure what="The receiver could not be loaded" error={error} onRetry={() => refetch()} />
      )}
      {!data && !error && <Loading what="the receiver" />}
      {data && (
        <div className="stack">
          <EndpointFacts endpoint={data} />
          <Tabs value={tab} onChange={openTab} keepMounted={false}>
            <Tabs.List>
              <Tabs.Tab value="log">Sent and due</Tabs.Tab>
              {mayAct && <Tabs.Tab value="test">Test</Tabs.Tab>}
              <Tabs.Tab value="signature">Signature</Tabs.Tab>
              {mayAct && <Tabs.Tab value="setup">Set-up</Tabs.Tab>}
            </Tabs.List>
            <Tabs.Panel value="log" className="endpoint-panel">
              <CallbackLog endpointId={endpointId} mayReplay={mayAct} />
            </Tabs.Panel>
            <Tabs.Panel value="test" className="endpoint-panel">
              <EndpointTrial endpointId={endpointId} />
            </Tabs.Panel>
            <Tabs.Panel value="signature" className="endpoint-panel">
              <SignaturePreview endpointId={endpointId} />
            </Tabs.Panel>
            <Tabs.Panel value="setup" className="endpoint-panel">
              {mayAct && <EndpointSetup endpoint={data} />}
            </Tabs.Panel>
          </Tabs>
        </div>
      )}
    </>
  )
}

function EndpointActions({ endpoint }: { readonly endpoint: Endpoint }) {
  const path = { endpointId: endpoint.id }
  const enable = useChange('enableCallbackEndpoint')
  const disable = useChange('disableCallbackEndpoint')
  const replay = useChange('replayCallbacks')
  const failed = endpoint.counts
    .filter(({ state }) => ['dead', 'stopped', 'flagged'].includes(state))
    .reduce((sum, { count }) => sum + count, 0)
  const isSent = endpoint.state === 'healthy' || endpoint.state === 'failing'
  return (
    <>
      {!isSent && (
        <Button
          variant="filled"
          loading={enable.isPending}
          onClick={() =>
            enable.mutate(
              { path },
              { onSuccess: () => toast('The endpoint is on again. Its waiting callbacks are being sent.') },
            )
          }
        >
          Resume
        </Button>
      )}
      {failed > 0 && (
        <ConfirmButton
          verb={`Send ${formatCount(failed)} failed again`}
          label="Send failed again…"
          onConfirm={async () => {
            await replay.mutateAsync({ path, body: { from: 0 } })
            toast('They are sent again, in the background.')
          }}
        >
          Every callback that ended without success is sent once more, with the same id.
        </ConfirmButton>
      )}
      {isSent && (
        <ConfirmButton verb="Pause" onConfirm={() => disable.mutateAsync({ path })}>
          Nothing is sent to it until it is resumed; its callbacks wait.
        </ConfirmButton>
      )}
    </>
  )
}

function EndpointFacts({ endpoint }: { readonly endpoint: Endpoint }) {
  const { url, method, format, mode, events, success_share, latency_ms, waiting, failing_since, failures } =
    endpoint
  return (
    <section className="card endpoint-facts">
      <dl className="facts">
        <Fact name="Address">
          <code>
            <bdi>{url}</bdi>
          </code>
        </Fact>
        <Fact name="How">
          {method}, {format}, {mode}
        </Fact>
        <Fact name="Told of">{events.map((one) => one.replace('conversion.', '')).join(', ')}</Fact>
      </dl>
      <dl className="facts">
        <Fact name="Delivered, last 100">{formatShare(success_share)}</Fact>
        <Fact name="Latency">{latency_ms === null ? '–' : `${formatCount(latency_ms)} ms`}</Fact>
        <Fact name="Waiting">{formatCount(waiting)}</Fact>
        {failing_since !== null && (
          <Fact name="Failing">
            {formatCount(failures)} times since <Moment at={failing_since} />
          </Fact>
        )}
      </dl>
    </section>
  )
}

function Fact({ name, children }: { readonly name: string; readonly children: React.ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
