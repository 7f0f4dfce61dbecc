import { Link, useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { DataOf } from '../../../api/operation-types.ts'
import { useOperation } from '../../../api/use-operation.ts'
import { usePages } from '../../../api/use-pages.ts'
import { useSearchState } from '../../../frame/use-search-state.ts'
import { useMayAct } from '../../../frame/use-session.ts'
import { Failure } from '../../../parts/feedback/failure.tsx'
import { Loading } from '../../../parts/feedback/loading.tsx'
import { PageHeader } from '../../../parts/layout/page-header.tsx'
import { StatusChip } from '../../../parts/value/status-chip.tsx'
import { tellPace, wordOfSource } from '../source-words.ts'
import { useKindTitle } from '../use-source-kinds.ts'
import { EditSource } from './edit-source.tsx'
import { SourceActions } from './source-actions.tsx'
import { SourceAttention } from './source-attention.tsx'
import { SourceFigures } from './source-figures.tsx'
import { SourceMapping } from './source-mapping.tsx'
import { SourceLinks } from './source-links.tsx'
import { SourcePostback } from './source-postback.tsx'
import { SourceRuns } from './source-runs.tsx'
import '../sources.css'

type Source = DataOf<'getSource'>

const crumbs = [{ to: '/ops/sources', text: 'Sources' }]
const everyMs = 10_000
const busyMs = 2_000

/** One source: what waits for a person, how it fares, its runs. */
export function SourcePage() {
  const { sourceId = '' } = useParams({ strict: false }) as { sourceId?: string } // the route names it
  const { data: source, error, refetch } = useWatched(sourceId)
  const [{ edit }, change] = useSearchState({ edit: '' })
  const mayChange = useMayAct('operator')
  if (error && source === undefined) {
    return (
      <>
        <PageHeader title={`Source ${sourceId}`} crumbs={crumbs} />
        <Failure what="The source could not be loaded" error={error} onRetry={() => refetch()} />
      </>
    )
  }
  return (
    <>
      <PageHeader
        title={source?.name ?? `Source ${sourceId}`}
        crumbs={crumbs}
        beside={source && <StatusChip status={wordOfSource(source)} />}
        actions={
          mayChange &&
          source && <SourceActions source={source} onEdit={() => change({ edit: 'yes' }, { isStep: true })} />
        }
      >
        {source ? <Lead source={source} /> : ' '}
      </PageHeader>
      {source ? <Whole source={source} mayChange={mayChange} /> : <Loading what="the source" />}
      {source && mayChange && edit !== '' && (
        <EditSource source={source} onClose={() => change({ edit: '' })} />
      )}
    </>
  )
}

/** The source, asked for more often while a run is under way or due. */
function useWatched(sourceId: string) {
  const input = { path: { sourceId } }
  const seen = useOperation('getSource', input)
  const isBusy = seen.data?.is_running === true || isDue(seen.data)
  return useOperation('getSource', input, { everyMs: isBusy ? busyMs : everyMs })
}

function isDue(source: Source | undefined): boolean {
  const at = source?.next_run_at ?? null
  return at !== null && at * 1000 <= Date.now()
}

function Lead({ source }: { readonly source: Source }) {
  const titleOf = useKindTitle()
  const { data: network } = useOperation('getNetwork', { path: { networkId: source.network_id } })
  return (
    <>
      {titleOf(source.kind)} · {source.is_paused ? 'paused' : tellPace(source.every_sec)} · offers of{' '}
      <Link to={`/ops/networks/${source.network_id}`}>
        <bdi>{network?.name ?? 'its network'}</bdi>
      </Link>
    </>
  )
}

/** As many runs as are kept. */
const runsMax = 50

function Whole({ source, mayChange }: { readonly source: Source; readonly mayChange: boolean }) {
  const path = { sourceId: source.id }
  const { total: _total, ...runs } = usePages('listSourceRuns', { path, query: { limit: runsMax } })
  const { onRetry } = runs
  const newest = `${source.last_run?.id} ${source.last_run?.state} ${source.last_run?.pages}`
  // biome-ignore lint/correctness/useExhaustiveDependencies: a run that has moved on is the reason
  useEffect(() => void onRetry(), [newest])
  return (
    <div className="stack">
      <SourceAttention source={source} runs={runs.rows ?? []} mayChange={mayChange} />
      <SourceFigures source={source} runs={runs.rows} />
      <SourcePostback source={source} mayChange={mayChange} />
      <SourceLinks source={source} mayChange={mayChange} />
      <SourceRuns list={runs} source={source} />
      {source.mapping_version !== null && <SourceMapping source={source} mayChange={mayChange} />}
    </div>
  )
}
