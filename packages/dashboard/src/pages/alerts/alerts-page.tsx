import { Select, Tabs } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { RowOf } from '../../api/operation-types.ts'
import { useOperation } from '../../api/use-operation.ts'
import { usePages } from '../../api/use-pages.ts'
import { useSearchState } from '../../frame/use-search-state.ts'
import { useTab } from '../../frame/use-tab.ts'
import { formatMany } from '../../format/format-number.ts'
import { EmptyState } from '../../parts/feedback/empty-state.tsx'
import { PageHeader } from '../../parts/layout/page-header.tsx'
import type { Column } from '../../parts/table/column.ts'
import { DataTable } from '../../parts/table/data-table.tsx'
import { Moment } from '../../parts/value/moment.tsx'
import { StatusChip } from '../../parts/value/status-chip.tsx'
import { AlertChannels } from './alert-channels.tsx'
import { AlertRules } from './alert-rules.tsx'
import './alerts.css'

type Alert = RowOf<'listAlerts'>
type Need = RowOf<'listNeeds'>

/** Present needs, alerts that were sent, their channels and their rules. */
export function AlertsPage() {
  const [tab, openTab] = useTab('now', 'history', 'channels', 'rules')
  const needs = useOperation('listNeeds', {}, { everyMs: 30_000 })
  const urgent = needs.data?.filter((need) => need.urgent).length
  return (
    <>
      <PageHeader title="Alerts">
        {urgent === undefined
          ? ''
          : urgent === 0
            ? 'All quiet. You get one alert when something needs you, and another when it is over.'
            : `${formatMany(urgent, 'cause')} told. You get one alert for each, and another when it is over.`}
      </PageHeader>
      <Tabs value={tab} onChange={openTab} keepMounted={false}>
        <Tabs.List>
          <Tabs.Tab value="now">Now</Tabs.Tab>
          <Tabs.Tab value="history">History</Tabs.Tab>
          <Tabs.Tab value="channels">Sent to</Tabs.Tab>
          <Tabs.Tab value="rules">Rules</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="now" className="alerts-panel">
          <section className="card">
            <DataTable
              caption="What needs a person"
              rows={needs.data}
              error={needs.error}
              onRetry={() => void needs.refetch()}
              columns={needColumns}
              keyOf={({ cause }) => cause}
              empty={
                <EmptyState icon="check" title="All quiet">
                  This page lists silent networks, dead receivers, refused postbacks, leaked secrets and the
                  like.
                </EmptyState>
              }
            />
          </section>
        </Tabs.Panel>
        <Tabs.Panel value="history" className="alerts-panel">
          <AlertHistory />
        </Tabs.Panel>
        <Tabs.Panel value="channels" className="alerts-panel">
          <AlertChannels />
        </Tabs.Panel>
        <Tabs.Panel value="rules" className="alerts-panel">
          <AlertRules />
        </Tabs.Panel>
      </Tabs>
    </>
  )
}

const needColumns: readonly Column<Need>[] = [
  {
    name: 'title',
    head: 'Cause',
    card: 'main',
    cell: ({ title, sentence }) => (
      <>
        <b>
          <bdi>{title}</bdi>
        </b>
        <span className="alert-sentence">{sentence}</span>
      </>
    ),
  },
  { name: 'since', head: 'Since', cell: ({ since }) => <Moment at={since} />, width: '140px' },
  {
    name: 'state',
    head: 'Told',
    card: 'status',
    width: '120px',
    cell: ({ urgent }) => <StatusChip status={urgent ? 'Alert' : 'Shown'} />,
  },
  {
    name: 'action',
    head: 'To do',
    width: '140px',
    cell: ({ link, action, runbook }) => (
      <span className="alert-links">
        <Link to={link}>{action}</Link>
        <RunbookLink path={runbook} />
      </span>
    ),
  },
]

const historyColumns: readonly Column<Alert>[] = [
  {
    name: 'title',
    head: 'Cause',
    card: 'main',
    cell: ({ title, sentence, link, runbook }) => (
      <>
        <Link to={link} className="row-link">
          <bdi>{title}</bdi>
        </Link>
        <span className="alert-sentence">
          {sentence} <RunbookLink path={runbook} />
        </span>
      </>
    ),
  },
  {
    name: 'began',
    head: 'Began',
    sort: 'time',
    cell: ({ began_at: at }) => <Moment at={at} as="moment" />,
    width: '150px',
  },
  {
    name: 'ended',
    head: 'Over',
    width: '150px',
    card: 'status',
    cell: ({ ended_at: at }) =>
      at === null ? <StatusChip status="Still on" /> : <Moment at={at} as="moment" />,
  },
]

/** The page of the documents that says what to do, where the dashboard has none. */
function RunbookLink({ path }: { readonly path: string | null }) {
  return path === null ? null : <a href={path}>Runbook</a>
}

function AlertHistory() {
  const [{ state, sort }, change] = useSearchState({ tab: 'now', state: '', sort: '-time' })
  const { total: _total, ...list } = usePages('listAlerts', { query: { sort, ...(state && { state }) } })
  return (
    <section className="card">
      <div className="card-head">
        <Select
          aria-label="State"
          data={[
            { value: '', label: 'All' },
            { value: 'open', label: 'Still on' },
            { value: 'over', label: 'Over' },
          ]}
          value={state}
          onChange={(next) => change({ state: next ?? '' })}
          allowDeselect={false}
        />
      </div>
      <DataTable
        {...list}
        caption="Alerts"
        columns={historyColumns}
        keyOf={({ id }) => id}
        sort={sort}
        onSort={(next) => change({ sort: next })}
        empty={
          <EmptyState icon="alert" title="Nothing was told">
            This page lists the alerts of the last 90 days.
          </EmptyState>
        }
      />
    </section>
  )
}
