import { Button, Tabs } from '@mantine/core'
import type { DataOf } from '../../../api/operation-types.ts'
import { useHere } from '../../../frame/publisher/use-here.ts'
import { useManaged, useManagedChange, useMayManage } from '../../../frame/publisher/use-managed.ts'
import { useSearchState } from '../../../frame/use-search-state.ts'
import { ConfirmButton } from '../../../parts/feedback/confirm-button.tsx'
import { EmptyState } from '../../../parts/feedback/empty-state.tsx'
import { Awaited } from '../../../parts/feedback/awaited.tsx'
import { toast } from '../../../parts/feedback/toaster.tsx'
import { PageHeader } from '../../../parts/layout/page-header.tsx'
import { EndpointState } from '../../callbacks/endpoint-state.tsx'
import { RemoveCard, SecretCard } from '../../callbacks/secret-card.tsx'
import { CallbackSetup } from './callback-setup.tsx'
import { CallbackTrial } from './callback-trial.tsx'
import { EndpointChooser, newEndpoint } from './endpoint-chooser.tsx'
import { EndpointHealth } from './endpoint-health.tsx'
import { OwnCallbackLog } from './own-callback-log.tsx'
import { SignatureCheck } from './signature-check.tsx'
import '../../callbacks/callbacks.css'
import './own-callbacks-page.css'

/** How it fares changes by itself. */
const renewMs = 10_000

type Endpoint = DataOf<'getMyCallbackEndpoint'>

/** Where the app's server is told of conversions: set up, sign, try, and what was sent. */
export function OwnCallbacksPage() {
  const { mode } = useHere()
  const [{ endpoint: chosen }] = useSearchState({ endpoint: '' })
  const mayChange = useMayManage('developer')
  const { data: endpoints, error, refetch } = useManaged('listMyCallbackEndpoints')
  const found =
    chosen === newEndpoint ? undefined : (endpoints?.find(({ id }) => id === chosen) ?? endpoints?.[0])
  const chooser = endpoints && <EndpointChooser endpoints={endpoints} chosen={found?.id ?? newEndpoint} />
  if (found) return <OneEndpoint key={found.id} endpointId={found.id} chooser={chooser} />
  return (
    <>
      <PageHeader title="Callbacks">
        We tell your server of every conversion. Without a callback it has to ask.
      </PageHeader>
      {endpoints ? (
        <div className="stack">
          {endpoints.length > 0 && chooser}
          {mayChange ? (
            <CallbackSetup
              key={mode}
              taken={endpoints.map(({ name }) => name)}
              intro={endpoints.length === 0 && mode === 'test' && <NoneOfTests />}
            />
          ) : (
            <section className="card">
              <EmptyState icon="callback" title="No endpoint yet">
                A developer or owner of this publisher can set one up.
              </EmptyState>
            </section>
          )}
        </div>
      ) : (
        <Awaited what="The endpoints could not be loaded" error={error} onRetry={refetch} />
      )}
    </>
  )
}

function NoneOfTests() {
  return (
    <section className="card">
      <EmptyState icon="callback" title="No endpoint gets test data">
        An endpoint that you set up here gets test data alone. Live endpoints stay as they are.
      </EmptyState>
    </section>
  )
}

interface OneEndpointProps {
  readonly endpointId: string
  readonly chooser: React.ReactNode
}

function OneEndpoint({ endpointId, chooser }: OneEndpointProps) {
  const [{ tab }, change] = useSearchState({ tab: 'setup' })
  const mayChange = useMayManage('developer')
  const path = { endpointId }
  const { data, error, refetch } = useManaged('getMyCallbackEndpoint', { path }, { everyMs: renewMs })
  return (
    <>
      <PageHeader
        title="Callbacks"
        beside={data && <EndpointState state={data.state} />}
        actions={data && mayChange && <EndpointActions endpoint={data} />}
      >
        <span className="mono break">{data?.url}</span>
      </PageHeader>
      {data ? (
        <div className="stack">
          {chooser}
          <EndpointHealth endpoint={data} />
          <Tabs value={tab} onChange={(next) => change({ tab: next ?? 'setup' })} keepMounted={false}>
            <Tabs.List>
              <Tabs.Tab value="setup">Setup</Tabs.Tab>
              <Tabs.Tab value="signature">Signature</Tabs.Tab>
              {mayChange && <Tabs.Tab value="test">Test</Tabs.Tab>}
              <Tabs.Tab value="log">Log</Tabs.Tab>
            </Tabs.List>
            <Tabs.Panel value="setup" className="endpoint-panel">
              <div className="stack">
                <CallbackSetup endpoint={data} />
                {mayChange && <Ends endpoint={data} />}
              </div>
            </Tabs.Panel>
            <Tabs.Panel value="signature" className="endpoint-panel">
              <SignatureCheck endpointId={endpointId} />
            </Tabs.Panel>
            <Tabs.Panel value="test" className="endpoint-panel">
              <CallbackTrial endpoint={data} />
            </Tabs.Panel>
            <Tabs.Panel value="log" className="endpoint-panel">
              <OwnCallbackLog endpointId={endpointId} mayReplay={mayChange} />
            </Tabs.Panel>
          </Tabs>
        </div>
      ) : (
        <Awaited what="The endpoint could not be loaded" error={error} onRetry={refetch} />
      )}
    </>
  )
}

/** Its secret, and its end. */
function Ends({ endpoint }: { readonly endpoint: Endpoint }) {
  const path = { endpointId: endpoint.id }
  const rotate = useManagedChange('rotateMyCallbackSecret', { renews: ['getMyCallbackEndpoint'] })
  const remove = useManagedChange('removeMyCallbackEndpoint', { renews: ['listMyCallbackEndpoints'] })
  const [, change] = useSearchState({ endpoint: '', tab: 'setup' })
  return (
    <div className="own-callback-ends">
      <SecretCard
        endpoint={endpoint}
        onRotate={async () => (await rotate.mutateAsync({ path })).data.secret}
      />
      <RemoveCard
        endpoint={endpoint}
        onRemove={async () => {
          await remove.mutateAsync({ path })
          change({ endpoint: '' })
        }}
      />
    </div>
  )
}

function EndpointActions({ endpoint }: { readonly endpoint: Endpoint }) {
  const path = { endpointId: endpoint.id }
  const [{ tab }, change] = useSearchState({ tab: 'setup' })
  const enable = useManagedChange('enableMyCallbackEndpoint')
  const disable = useManagedChange('disableMyCallbackEndpoint')
  const isSent = endpoint.state === 'healthy' || endpoint.state === 'failing'
  return (
    <>
      {isSent ? (
        <ConfirmButton verb="Pause" onConfirm={() => disable.mutateAsync({ path })}>
          Nothing is sent until it is enabled again; its callbacks wait.
        </ConfirmButton>
      ) : (
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
          Enable again
        </Button>
      )}
      {tab !== 'test' && <Button onClick={() => change({ tab: 'test' })}>Send test</Button>}
    </>
  )
}
