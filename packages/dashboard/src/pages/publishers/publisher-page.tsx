import { Button, Tabs } from '@mantine/core'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import type { DataOf } from '../../api/operation-types.ts'
import { useOperation } from '../../api/use-operation.ts'
import { useTab } from '../../frame/use-tab.ts'
import { useMayAct } from '../../frame/use-session.ts'
import { Failure } from '../../parts/feedback/failure.tsx'
import { Loading } from '../../parts/feedback/loading.tsx'
import { PageHeader } from '../../parts/layout/page-header.tsx'
import { Icon } from '../../parts/value/icon.tsx'
import { AppList } from '../apps/app-list.tsx'
import { NewApp } from '../apps/new-app.tsx'
import { ChangeHistory } from '../offers/change-history.tsx'
import { PublisherActions } from './publisher-actions.tsx'
import { PublisherOverview } from './publisher-overview.tsx'
import { PublisherPeople } from './publisher-people.tsx'
import { PublisherState } from './publisher-state.tsx'
import './publishers.css'

type Publisher = DataOf<'getPublisher'>

const crumbs = [{ to: '/ops/publishers', text: 'Publishers' }]

/** One publisher: its money, apps, people, and what was changed. */
export function PublisherPage() {
  const { publisherId = '' } = useParams({ strict: false }) as { publisherId?: string } // the route names it
  const { data, error, refetch } = useOperation('getPublisher', { path: { publisherId } })
  const [tab, openTab] = useTab('overview', 'apps', 'people', 'history')
  const mayChange = useMayAct('operator')
  return (
    <>
      <PageHeader
        title={data?.name ?? `Publisher ${publisherId}`}
        crumbs={crumbs}
        beside={data && <PublisherState status={data.status} />}
        actions={
          data &&
          mayChange && (
            <>
              <Button component={Link} to={`/ops/publishers/${publisherId}/view`}>
                View as publisher
              </Button>
              <PublisherActions publisher={data} />
            </>
          )
        }
      >
        {data ? sentences[data.status] : ' '}
      </PageHeader>
      {error && !data && (
        <Failure what="The publisher could not be loaded" error={error} onRetry={() => refetch()} />
      )}
      {!data && !error && <Loading what="the publisher" />}
      {data && (
        <Tabs value={tab} onChange={openTab} keepMounted={false}>
          <Tabs.List>
            <Tabs.Tab value="overview">Overview</Tabs.Tab>
            <Tabs.Tab value="apps">Apps</Tabs.Tab>
            <Tabs.Tab value="people">People</Tabs.Tab>
            <Tabs.Tab value="history">Changes</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="overview" className="tab-panel">
            <PublisherOverview publisher={data} />
          </Tabs.Panel>
          <Tabs.Panel value="apps" className="tab-panel">
            <PublisherApps publisher={data} mayChange={mayChange} />
          </Tabs.Panel>
          <Tabs.Panel value="people" className="tab-panel">
            <PublisherPeople members={data.members} mayChange={mayChange} />
          </Tabs.Panel>
          <Tabs.Panel value="history" className="tab-panel">
            <ChangeHistory
              query={{ publisherId }}
              empty="Each decision about this publisher and its apps will be listed here, with the person who took it."
            />
          </Tabs.Panel>
        </Tabs>
      )}
    </>
  )
}

const sentences = {
  waiting: 'This publisher waits for approval. Until then only the test credentials of its apps work.',
  active: ' ',
  suspended:
    'This publisher is suspended, and all its apps are refused. Reports about earlier clicks still count.',
} as const

function PublisherApps({
  publisher,
  mayChange,
}: {
  readonly publisher: Publisher
  readonly mayChange: boolean
}) {
  const [isNew, setNew] = useState(false)
  const create = mayChange && (
    <Button leftSection={<Icon name="plus" />} onClick={() => setNew(true)}>
      New app
    </Button>
  )
  return (
    <div className="stack">
      {mayChange && publisher.apps > 0 && <div>{create}</div>}
      <AppList query={{ publisherId: publisher.id }} create={create} />
      {isNew && <NewApp publisher={publisher} onClose={() => setNew(false)} />}
    </div>
  )
}
