import { Button, Tabs } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import type { DataOf } from '../../api/operation-types.ts'
import { useChange } from '../../api/use-change.ts'
import { useOperation } from '../../api/use-operation.ts'
import { useMayAct } from '../../frame/use-session.ts'
import { useTab } from '../../frame/use-tab.ts'
import { Failure } from '../../parts/feedback/failure.tsx'
import { Loading } from '../../parts/feedback/loading.tsx'
import { toast } from '../../parts/feedback/toaster.tsx'
import { PageHeader } from '../../parts/layout/page-header.tsx'
import { Icon } from '../../parts/value/icon.tsx'
import { StatusChip } from '../../parts/value/status-chip.tsx'
import { ChangeHistory } from '../offers/change-history.tsx'
import { NetworkOverview } from './network-overview.tsx'
import { NetworkWords } from './network-words.tsx'
import { PostbackLog } from './postback-log.tsx'
import { PresetTitle } from './preset-title.tsx'
import { PostbackWizard } from './postback-wizard.tsx'
import './networks.css'

type Network = DataOf<'getNetwork'>

const crumbs = [{ to: '/ops/networks', text: 'Networks' }]

/** One network: how it fares, its address, its words, what it sent. */
export function NetworkPage() {
  const { networkId = '' } = useParams({ strict: false }) as { networkId?: string } // the route names it
  const { data: network, error, refetch } = useOperation('getNetwork', { path: { networkId } })
  const mayChange = useMayAct('operator')
  if (error && network === undefined) {
    return (
      <>
        <PageHeader title={`Network ${networkId}`} crumbs={crumbs} />
        <Failure what="The network could not be loaded" error={error} onRetry={() => refetch()} />
      </>
    )
  }
  return (
    <>
      <PageHeader
        title={network?.name ?? `Network ${networkId}`}
        crumbs={crumbs}
        beside={
          network && (
            <StatusChip
              status={network.status === 'paused' ? 'Paused' : network.activity.silent ? 'Silent' : 'Active'}
            />
          )
        }
        actions={mayChange && network && <SwitchButton network={network} />}
      >
        {network ? (
          <>
            {network.slug} · <PresetTitle preset={network.preset} />
          </>
        ) : (
          ' '
        )}
      </PageHeader>
      {network ? <NetworkTabs network={network} mayChange={mayChange} /> : <Loading what="the network" />}
    </>
  )
}

/** A paused network is not listed; what it reports of earlier clicks still counts. */
function SwitchButton({ network }: { readonly network: Network }) {
  const update = useChange('updateNetwork', { renews: ['getNetwork', 'listNetworks', 'listAudit'] })
  const isActive = network.status === 'active'
  const set = (status: string) => update.mutateAsync({ path: { networkId: network.id }, body: { status } })
  const act = async () => {
    await set(isActive ? 'paused' : 'active')
    toast(`${network.name} is ${isActive ? 'paused' : 'active'}.`, {
      undo: () => set(isActive ? 'active' : 'paused'),
    })
  }
  return (
    <Button
      leftSection={<Icon name={isActive ? 'pause' : 'play'} />}
      loading={update.isPending}
      onClick={() => act().catch(() => {})}
    >
      {isActive ? 'Pause' : 'Resume'}
    </Button>
  )
}

interface NetworkPartProps {
  readonly network: Network
  readonly mayChange: boolean
}

function NetworkTabs({ network, mayChange }: NetworkPartProps) {
  const [tab, openTab] = useTab('overview', 'address', 'words', 'log', 'history')
  return (
    <Tabs value={tab} onChange={openTab} keepMounted={false}>
      <Tabs.List>
        <Tabs.Tab value="overview">Overview</Tabs.Tab>
        <Tabs.Tab value="address">Postback address</Tabs.Tab>
        <Tabs.Tab value="words">Words and rules</Tabs.Tab>
        <Tabs.Tab value="log">Log</Tabs.Tab>
        <Tabs.Tab value="history">Changes</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="overview" className="tab-panel">
        <NetworkOverview network={network} />
      </Tabs.Panel>
      <Tabs.Panel value="address" className="tab-panel">
        <PostbackWizard network={network} mayChange={mayChange} />
      </Tabs.Panel>
      <Tabs.Panel value="words" className="tab-panel">
        <NetworkWords network={network} mayChange={mayChange} />
      </Tabs.Panel>
      <Tabs.Panel value="log" className="tab-panel">
        <PostbackLog network={network} mayChange={mayChange} />
      </Tabs.Panel>
      <Tabs.Panel value="history" className="tab-panel">
        <ChangeHistory
          query={{ object: `network:${network.slug}` }}
          empty="Each change of this network will be listed here, with the person who made it."
        />
      </Tabs.Panel>
    </Tabs>
  )
}
