import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { RowOf } from '../../api/operation-types.ts'
import { useOperation } from '../../api/use-operation.ts'
import { formatCount, formatMany } from '../../format/format-number.ts'
import { useMayAct } from '../../frame/use-session.ts'
import { EmptyState } from '../../parts/feedback/empty-state.tsx'
import { PageHeader } from '../../parts/layout/page-header.tsx'
import type { Column } from '../../parts/table/column.ts'
import { DataTable } from '../../parts/table/data-table.tsx'
import { Icon } from '../../parts/value/icon.tsx'
import { Moment } from '../../parts/value/moment.tsx'
import { StatusChip } from '../../parts/value/status-chip.tsx'
import { NextRun } from './next-run.tsx'
import { needsPerson, wordOfSource } from './source-words.ts'
import { useKindTitle, useNetworks } from './use-source-kinds.ts'
import './sources.css'

type Source = RowOf<'listSources'>

const everyMs = 15_000

/** The networks whose offers come by themselves, and how each fares. */
export function SourcesPage() {
  const { data, error, refetch } = useOperation('listSources', {}, { everyMs })
  const columns = useColumns()
  const mayChange = useMayAct('operator')
  const add = mayChange && (
    <Button
      component={Link}
      to="/ops/sources/new"
      variant="filled"
      fullWidth
      leftSection={<Icon name="plus" />}
    >
      Add a source
    </Button>
  )
  const isEmpty = data?.length === 0
  return (
    <>
      <PageHeader title="Sources" actions={!isEmpty && add && <div className="source-dock">{add}</div>}>
        {data === undefined || isEmpty ? 'Networks whose offers come by themselves.' : tellSources(data)}
      </PageHeader>
      <section className="card sources-list">
        <DataTable
          caption="Sources"
          columns={columns}
          rows={data}
          error={error}
          onRetry={() => void refetch()}
          keyOf={({ id }) => id}
          empty={
            <EmptyState icon="source" title="No source yet" action={add}>
              A source asks a network for its offers every half an hour: new ones appear, changed ones are
              changed, ended ones are paused. You look at the first run before anything is shown.
            </EmptyState>
          }
        />
      </section>
    </>
  )
}

function tellSources(sources: readonly Source[]): string {
  const waiting = sources.filter(needsPerson).length
  const needs =
    waiting === 0 ? 'none needs a person' : `${waiting} ${waiting === 1 ? 'needs' : 'need'} a person`
  return `${formatMany(sources.length, 'source')}; ${needs}.`
}

function useColumns(): readonly Column<Source>[] {
  const titleOf = useKindTitle()
  const networks = useNetworks().data ?? []
  return [
    {
      name: 'name',
      head: 'Source',
      card: 'main',
      cell: ({ id, name, kind }) => (
        <div className="source-name">
          <Link to={`/ops/sources/${id}`} className="row-link">
            <bdi>{name}</bdi>
          </Link>
          <span className="faint xs">{titleOf(kind)}</span>
        </div>
      ),
    },
    {
      name: 'network',
      head: 'Network',
      cell: ({ network_id: networkId }) => (
        <Link className="above-row" to={`/ops/networks/${networkId}`}>
          <bdi>{networks.find(({ id }) => id === networkId)?.name ?? `Network ${networkId}`}</bdi>
        </Link>
      ),
    },
    {
      name: 'status',
      head: 'State',
      card: 'status',
      cell: (source) => <StatusChip status={wordOfSource(source)} />,
    },
    {
      name: 'shown',
      head: 'Offers shown',
      isNumber: true,
      cell: ({ offers_shown: shown }) => formatCount(shown),
    },
    {
      name: 'last',
      head: 'Last run',
      cell: ({ id, last_run: run }) =>
        run === null ? (
          <span className="faint">none yet</span>
        ) : (
          <Link className="above-row" to={`/ops/sources/${id}/runs/${run.id}`}>
            <Moment at={run.began_at} />
          </Link>
        ),
    },
    { name: 'next', head: 'Next run', cell: (source) => <NextRun source={source} /> },
  ]
}
