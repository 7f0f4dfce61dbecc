import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import type { DataOf, RowOf } from '../../../api/operation-types.ts'
import { useOperation } from '../../../api/use-operation.ts'
import { formatCount } from '../../../format/format-number.ts'
import { formatMoment } from '../../../format/format-time.ts'
import { Icon } from '../../../parts/value/icon.tsx'
import { useNowSec } from '../../../parts/value/moment.tsx'
import { isFailing, tellAhead } from '../source-words.ts'
import { tellRun } from '../tell-run.ts'
import { NewKey } from './new-key.tsx'
import './source-attention.css'

type Source = DataOf<'getSource'>
type Run = RowOf<'listSourceRuns'>

interface SourceAttentionProps {
  readonly source: Source
  readonly runs: readonly Run[]
  readonly mayChange: boolean
}

/** Runs that a person must look at, and the one that is under way; nothing where all is well. */
export function SourceAttention({ source, runs, mayChange }: SourceAttentionProps) {
  const older = useOlderWaiting(source.id, runs)
  const waiting = runs.find(({ state }) => state === 'waiting') ?? older
  const newest = source.last_run
  const nowSec = useNowSec()
  const next = source.next_run_at
  const isDue = newest !== null && newest.state !== 'running' && next !== null && next <= nowSec
  return (
    <>
      {waiting && <WaitingRun run={waiting} mayChange={mayChange} />}
      {isFailing(source) && !source.is_running && newest?.state === 'failed' && (
        <Failing source={source} run={newest} mayChange={mayChange} />
      )}
      {newest?.state === 'running' && (
        <section className="card source-note" role="status">
          <Icon name="half" />
          <p>
            <b>A run is under way.</b> {tellRun(newest)}
            {newest.pages > 0 && ' You may leave this page: the run goes on.'}
          </p>
        </section>
      )}
      {isDue && (
        <section className="card source-note" role="status">
          <Icon name="clock" />
          <p>
            <b>The network is asked in a moment.</b> This page shows it by itself.
          </p>
        </section>
      )}
      {source.is_paused && (
        <section className="card source-note">
          <Icon name="pause" />
          <p>
            <b>The source is paused.</b> The network is not asked, and the offers stay as they are.
          </p>
        </section>
      )}
    </>
  )
}

const everyMs = 30_000

/** A run that waits outlasts the fifty after it. */
function useOlderWaiting(sourceId: string, runs: readonly Run[]): Run | undefined {
  const query = { state: 'waiting', limit: 1 }
  const { data } = useOperation('listSourceRuns', { path: { sourceId }, query }, { everyMs })
  return data?.find(({ id }) => !runs.some((run) => run.id === id))
}

const titles: Readonly<Record<string, string>> = {
  first: 'The first run waits for you',
  many_end: 'A run would pause many offers',
  prices_moved: 'A run would move prices far',
  audiences_opened: 'A run would show offers to everybody',
  count_differs: 'A run lacks offers',
}

function WaitingRun({ run, mayChange }: { readonly run: Run; readonly mayChange: boolean }) {
  const nowSec = useNowSec()
  const { counts } = run
  const figures = [
    ['Came', run.ours],
    ['By the network’s count', run.theirs],
    ['New', counts.new],
    ['Changed', counts.changed],
    ['Gone', counts.ended + counts.missing],
    ['Held', counts.held],
    ['Forbidden', counts.forbidden],
  ] as const
  return (
    <section className="card source-attention" data-tone="warning" aria-labelledby="waits">
      <div className="source-attention-head">
        <span className="source-attention-icon">
          <Icon name="bang" />
        </span>
        <div>
          <h2 id="waits">{titles[run.cause ?? ''] ?? 'A run waits for you'}</h2>
          <p className="muted">
            {run.message} Nothing of the run of {formatMoment(run.began_at, nowSec)} counts before a person
            says so;{' '}
            {run.cause === 'first'
              ? 'a later run takes its place, and waits as well.'
              : 'a later run that is whole and within bounds takes its place.'}
          </p>
        </div>
      </div>
      <dl className="source-attention-figures">
        {figures.map(([name, figure]) =>
          figure === null ? (
            <Fragment key={name} />
          ) : (
            <div key={name}>
              <dt>{name}</dt>
              <dd className="num">{formatCount(figure)}</dd>
            </div>
          ),
        )}
      </dl>
      <div className="source-attention-foot">
        <div className="source-dock">
          <Button
            component={Link}
            to={`/ops/sources/${run.source_id}/runs/${run.id}`}
            variant="filled"
            fullWidth
          >
            {mayChange ? 'Look at the run and decide' : 'Look at the run'}
          </Button>
        </div>
      </div>
    </section>
  )
}

interface FailingProps {
  readonly source: Source
  readonly run: NonNullable<Source['last_run']>
  readonly mayChange: boolean
}

function Failing({ source, run, mayChange }: FailingProps) {
  const nowSec = useNowSec()
  const isKey = run.cause === 'key_refused'
  const next = source.next_run_at
  return (
    <section className="card source-attention" data-tone="danger" aria-labelledby="fails">
      <div className="source-attention-head">
        <span className="source-attention-icon">
          <Icon name={isKey ? 'key' : 'bang'} />
        </span>
        <div className="source-attention-text">
          <h2 id="fails">{tellFailures(source.failures, isKey)}</h2>
          <p className="muted">
            {run.message} Users see the offers as they were; what the network has changed since is not known.
            {next !== null && ` The next try is ${tellNext(next, nowSec)}.`}
          </p>
          {isKey && mayChange && <NewKey source={source} />}
        </div>
      </div>
    </section>
  )
}

function tellFailures(failures: number, isKey: boolean): string {
  if (isKey) return 'The source needs a new key'
  return failures === 1 ? 'The last run failed' : `The last ${formatCount(failures)} runs failed`
}

function tellNext(at: number, nowSec: number): string {
  const text = tellAhead(at, nowSec)
  return text.startsWith('in ') || text.startsWith('within ') ? text : `on ${text}`
}
