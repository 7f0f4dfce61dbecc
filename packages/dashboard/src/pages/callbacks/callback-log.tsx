import { Button, Select } from '@mantine/core'
import { useState } from 'react'
import type { DataOf, RowOf } from '../../api/operation-types.ts'
import { useChange } from '../../api/use-change.ts'
import { useOperation } from '../../api/use-operation.ts'
import { usePages } from '../../api/use-pages.ts'
import { formatCount } from '../../format/format-number.ts'
import { formatTotalOf } from '../../format/format-number.ts'
import { useSearchState } from '../../frame/use-search-state.ts'
import { EmptyState } from '../../parts/feedback/empty-state.tsx'
import { Failure } from '../../parts/feedback/failure.tsx'
import { toast } from '../../parts/feedback/toaster.tsx'
import { Drawer } from '../../parts/layout/drawer.tsx'
import type { Column } from '../../parts/table/column.ts'
import { DataTable } from '../../parts/table/data-table.tsx'
import { Moment, useNowSec } from '../../parts/value/moment.tsx'
import { ShortId } from '../../parts/value/short-id.tsx'
import { StatusChip } from '../../parts/value/status-chip.tsx'
import { eventWords } from './receiver-draft.ts'
import { SentRequest } from './sent-request.tsx'

type Callback = RowOf<'listCallbacks'>

const stateWords = {
  pending: 'Queued',
  delivered: 'Delivered',
  dead: 'Given up',
  stopped: 'Stopped',
  flagged: 'Flagged',
  cancelled: 'Cancelled',
} as const satisfies Readonly<Record<Callback['state'], string>>

/** The columns of a log, for the platform's people and publishers alike. */
export function logColumns(onOpen: (id: string) => void): readonly Column<Callback>[] {
  return [
    {
      name: 'event',
      head: 'Event',
      card: 'main',
      cell: ({ id, event }) => (
        <Button variant="subtle" size="xs" className="log-open" onClick={() => onOpen(id)}>
          {eventWords[event]}
        </Button>
      ),
    },
    {
      name: 'user',
      head: 'User',
      cell: ({ user_id: user }) => (user === null ? '–' : <bdi>{user}</bdi>),
    },
    {
      name: 'conversion',
      head: 'Conversion',
      card: 'none',
      cell: ({ conversion_id: id }) => (id === null ? 'Offers' : <ShortId id={id} />),
    },
    {
      name: 'state',
      head: 'State',
      card: 'status',
      cell: ({ state, attempts }) => (
        <StatusChip status={state === 'pending' && attempts > 0 ? 'Retrying' : stateWords[state]} />
      ),
    },
    { name: 'attempts', head: 'Attempts', isNumber: true, cell: ({ attempts }) => formatCount(attempts) },
    { name: 'answer', head: 'Answer', isNumber: true, cell: ({ http_status: one }) => one ?? '–' },
    {
      name: 'latency',
      head: 'Latency',
      isNumber: true,
      cell: ({ latency_ms: ms }) => (ms === null ? '–' : `${ms} ms`),
    },
    { name: 'at', head: 'Owed', cell: ({ created_at: at }) => <Moment at={at} /> },
    { name: 'next', head: 'Next try', card: 'none', cell: ({ next_attempt_at: at }) => <NextTry at={at} /> },
  ]
}

/** One whose time has come waits for its receiver to answer again: that it was due some minutes ago says nothing. */
function NextTry({ at }: { readonly at: number | null }) {
  const nowSec = useNowSec()
  return at !== null && at < nowSec ? <span className="muted">due</span> : <Moment at={at} />
}

export const stateOptions = [
  { value: '', label: 'All states' },
  ...Object.entries({ ...stateWords, pending: 'Queued, retrying' }).map(([value, label]) => ({
    value,
    label,
  })),
]

interface CallbackLogProps {
  readonly endpointId: string
  readonly mayReplay: boolean
}

/** Callbacks that were sent to an endpoint or are owed to it; a row opens its attempts. */
export function CallbackLog({ endpointId, mayReplay }: CallbackLogProps) {
  const [{ state, open }, change] = useSearchState({ tab: 'log', state: '', open: '' })
  const { total, ...list } = usePages('listCallbacks', {
    path: { endpointId },
    query: { ...(state && { state }) },
  })
  return (
    <section className="card">
      <div className="card-head">
        <Select
          aria-label="State"
          data={stateOptions}
          value={state}
          onChange={(next) => change({ state: next ?? '' })}
          allowDeselect={false}
        />
        <span className="grow" />
        <span className="sm muted">{formatTotalOf(total, 'callback')}</span>
      </div>
      <DataTable
        {...list}
        caption="Callbacks"
        columns={logColumns((id) => change({ open: id }, { isStep: true }))}
        keyOf={({ id }) => id}
        empty={
          <EmptyState icon="callback" title="No callback">
            This log lists every callback to the app.
          </EmptyState>
        }
      />
      {open && <Attempts callbackId={open} mayReplay={mayReplay} onClose={() => change({ open: '' })} />}
    </section>
  )
}

interface AttemptsProps {
  readonly callbackId: string
  readonly mayReplay: boolean
  readonly onClose: () => void
}

function Attempts({ callbackId, mayReplay, onClose }: AttemptsProps) {
  const { data, error, refetch } = useOperation('listCallbackAttempts', { path: { callbackId } })
  const replay = useChange('replayCallback')
  const [isReplayed, setReplayed] = useState(false)
  const send = () =>
    replay.mutate(
      { path: { callbackId } },
      {
        onSuccess() {
          setReplayed(true)
          toast('It is sent again.')
        },
      },
    )
  return (
    <Drawer
      title="Attempts"
      onClose={onClose}
      footer={
        mayReplay && (
          <Button variant="filled" loading={replay.isPending} disabled={isReplayed} onClick={send}>
            {isReplayed ? 'Sent again' : 'Send again'}
          </Button>
        )
      }
    >
      <div className="stack">
        {error && !data && (
          <Failure what="They could not be loaded" error={error} onRetry={() => refetch()} />
        )}
        {replay.error !== null && <Failure what="It was not sent again" error={replay.error} />}
        <AttemptList attempts={data} />
      </div>
    </Drawer>
  )
}

/** Each attempt with its answer, the last one first. */
export function AttemptList({ attempts }: { readonly attempts: DataOf<'listCallbackAttempts'> | undefined }) {
  return (
    <>
      {attempts?.length === 0 && <p className="muted">It was not tried yet.</p>}
      {attempts?.toReversed().map((attempt) => (
        <section key={attempt.number}>
          <h3>
            Attempt {attempt.number}, <Moment at={attempt.at} />
          </h3>
          <SentRequest sent={attempt} />
        </section>
      ))}
    </>
  )
}
