import { secondsOf } from '@quoin/core/time/seconds-of.ts'
import { Button, NativeSelect, Switch } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { DataOf, RowOf } from '../../api/operation-types.ts'
import { formatTotalOf } from '../../format/format-number.ts'
import { useChange } from '../../api/use-change.ts'
import { usePages } from '../../api/use-pages.ts'
import { useSearchState } from '../../frame/use-search-state.ts'
import { ConfirmButton } from '../../parts/feedback/confirm-button.tsx'
import { EmptyState } from '../../parts/feedback/empty-state.tsx'
import { Failure } from '../../parts/feedback/failure.tsx'
import { toast } from '../../parts/feedback/toaster.tsx'
import { Drawer } from '../../parts/layout/drawer.tsx'
import type { Column } from '../../parts/table/column.ts'
import { DataTable } from '../../parts/table/data-table.tsx'
import { Filters } from '../../parts/table/filters.tsx'
import { Moment } from '../../parts/value/moment.tsx'
import { ShortId } from '../../parts/value/short-id.tsx'
import { StatusChip } from '../../parts/value/status-chip.tsx'
import { JobProgress } from '../jobs/job-progress.tsx'

type Network = DataOf<'getNetwork'>
type Postback = RowOf<'listPostbacks'>

interface PostbackLogProps {
  readonly network: Network
  readonly mayChange: boolean
}

const nothing = { tab: 'overview', outcome: '', postback: '', job: '' }
const liveMs = 3_000

const chips = {
  applied: 'Accepted',
  duplicate: 'Duplicate',
  refused: 'Refused',
  unmatched: 'Refused',
} as const

/** Postbacks of a network, the newest first; a refused one with the answer that it got. */
export function PostbackLog({ network, mayChange }: PostbackLogProps) {
  const [state, change] = useSearchState(nothing)
  const [isLive, setLive] = useState(true)
  const input = { path: { networkId: network.id }, query: { outcome: state.outcome } }
  const { total, ...list } = usePages('listPostbacks', input, isLive ? { everyMs: liveMs } : {})
  const opened = list.rows?.find(({ id }) => id === state.postback)
  return (
    <>
      <Filters
        count={state.outcome === '' ? 0 : 1}
        onClear={() => change({ outcome: '' })}
        summary={formatTotalOf(total, 'postback')}
      >
        <NativeSelect
          aria-label="Outcome"
          value={state.outcome}
          onChange={(event) => change({ outcome: event.currentTarget.value })}
          data={[
            { value: '', label: 'Any outcome' },
            { value: 'applied', label: 'Accepted' },
            { value: 'duplicate', label: 'Repeats' },
            { value: 'refused', label: 'Refused' },
            { value: 'unmatched', label: 'Refused: unknown click' },
          ]}
        />
        <Switch label="Live" checked={isLive} onChange={(event) => setLive(event.currentTarget.checked)} />
        {mayChange && <ReplayAll network={network} onStart={(job) => change({ job })} />}
      </Filters>
      {state.job !== '' && (
        <section className="card pad">
          <JobProgress jobId={state.job} what="The replay">
            {(result) => <ReplayResult result={result} />}
          </JobProgress>
        </section>
      )}
      <section className="card">
        <DataTable
          {...list}
          caption="Postbacks"
          columns={columnsFor((postback) => change({ postback }, { isStep: true }))}
          keyOf={({ id }) => id}
          isMarked={({ id }) => id === state.postback}
          empty={
            <EmptyState
              icon="network"
              title={state.outcome === '' ? 'Nothing has come from it yet' : 'None of this outcome'}
            >
              {state.outcome === ''
                ? 'Give the network its postback address. The first report appears here by itself.'
                : 'There may be others.'}
            </EmptyState>
          }
        />
      </section>
      {opened && (
        <PostbackDrawer postback={opened} mayChange={mayChange} onClose={() => change({ postback: '' })} />
      )}
    </>
  )
}

function columnsFor(open: (id: string) => void): readonly Column<Postback>[] {
  return [
    {
      name: 'at',
      head: 'When',
      card: 'fact',
      width: '8rem',
      cell: ({ at }) => <Moment at={at} as="clock" />,
    },
    {
      name: 'outcome',
      head: 'Outcome',
      card: 'status',
      width: '8rem',
      cell: ({ outcome }) => <StatusChip status={chips[outcome]} />,
    },
    {
      name: 'what',
      width: '42%',
      head: 'What it said',
      card: 'main',
      cell: ({ id, parameters }) => (
        <button type="button" className="link-button" onClick={() => open(id)}>
          <bdi className="mono">{briefly(parameters)}</bdi>
        </button>
      ),
    },
    {
      name: 'told',
      head: 'What it was told',
      cell: ({ message, reason, outcome }) => (
        <span className={message === null ? 'faint' : 'clamped'} title={message ?? ''}>
          {message ?? reason ?? (outcome === 'applied' ? 'accepted' : '–')}
        </span>
      ),
    },
  ]
}

/** The parameters that tell reports apart come first. */
const telling = /status|state|payout|amount|sum|txn|trans|goal|event/i

function briefly(parameters: Readonly<Record<string, string>>): string {
  return Object.entries(parameters)
    .toSorted(([a], [b]) => Number(telling.test(b)) - Number(telling.test(a)))
    .map(([name, value]) => `${name}=${value.length > 24 ? `${value.slice(0, 12)}…` : value}`)
    .join(' ')
    .slice(0, 120)
}

interface PostbackDrawerProps {
  readonly postback: Postback
  readonly mayChange: boolean
  readonly onClose: () => void
}

function PostbackDrawer({ postback, mayChange, onClose }: PostbackDrawerProps) {
  const replay = useChange('replayPostbacks', { renews: ['listPostbacks', 'getNetwork', 'listNetworks'] })
  const again = async () => {
    const { data } = await replay.mutateAsync({ body: { ids: [postback.id] } })
    const [one] = data
    toast(one?.outcome === 'applied' ? `It is applied: ${one.says}.` : `It is as it was: ${one?.says ?? ''}`)
  }
  return (
    <Drawer
      title="One postback"
      onClose={onClose}
      footer={
        mayChange &&
        postback.may_replay && (
          <Button variant="filled" loading={replay.isPending} onClick={() => again().catch(() => {})}>
            Apply it again
          </Button>
        )
      }
    >
      <div className="stack">
        <div className="row wrap">
          <StatusChip status={chips[postback.outcome]} />
          <Moment at={postback.at} as="moment" />
          <span className="muted sm">
            {postback.method} from {postback.address ?? 'an unknown address'}, answered {postback.http_status}
          </span>
        </div>
        {(postback.message ?? postback.reason) && <p>{postback.message ?? postback.reason}</p>}
        {replay.error !== null && <Failure what="It was not applied" error={replay.error} />}
        <table className="table">
          <caption className="sr">Its parameters</caption>
          <tbody>
            {Object.entries(postback.parameters).map(([name, value]) => (
              <tr key={name}>
                <th scope="row">
                  <bdi>{name}</bdi>
                </th>
                <td className="break">
                  <bdi className="mono">{value}</bdi>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        {postback.click_id && (
          <p>
            Click <ShortId id={postback.click_id} name="click id" /> ·{' '}
            <Link to={`/t/${postback.click_id}`}>What happened to it</Link>
          </p>
        )}
        {!postback.may_replay && postback.outcome !== 'applied' && postback.outcome !== 'duplicate' && (
          <p className="muted sm">
            This report cannot be applied again. It was not proven, could not be read, or is already applied.
          </p>
        )}
      </div>
    </Drawer>
  )
}

const replayDays = 7

function ReplayAll({
  network,
  onStart,
}: {
  readonly network: Network
  readonly onStart: (jobId: string) => void
}) {
  const replay = useChange('replayNetwork', { renews: ['listJobs'] })
  const from = secondsOf(Date.now()) - replayDays * 86_400
  return (
    <ConfirmButton
      verb="Apply refused ones again"
      onConfirm={async () => {
        const { data } = await replay.mutateAsync({ path: { networkId: network.id }, body: { from } })
        onStart(data.job_id)
      }}
    >
      Everything that was refused in the last {replayDays} days and is kept whole is decided anew, by the
      rules of a first report. Nothing is paid twice; what is still wrong stays refused. Mend its cause first.
    </ConfirmButton>
  )
}

function ReplayResult({ result }: { readonly result: Readonly<Record<string, unknown>> }) {
  const still = (result['still_refused'] ?? []) as readonly { why: string; count: number }[] // as the job writes it
  return (
    <div className="stack">
      <p>
        {String(result['applied'] ?? 0)} applied, {String(result['duplicate'] ?? 0)} known already,{' '}
        {String(result['kept'] ?? 0)} still refused.
      </p>
      <ul className="sm">
        {still.map(({ why, count }) => (
          <li key={why}>
            {count} × {why}
          </li>
        ))}
      </ul>
    </div>
  )
}
