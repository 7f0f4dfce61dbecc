import { Button, Select } from '@mantine/core'
import { useManaged, useManagedChange, useManagedPages } from '../../../frame/publisher/use-managed.ts'
import { useSearchState } from '../../../frame/use-search-state.ts'
import { ConfirmButton } from '../../../parts/feedback/confirm-button.tsx'
import { EmptyState } from '../../../parts/feedback/empty-state.tsx'
import { Failure } from '../../../parts/feedback/failure.tsx'
import { toast } from '../../../parts/feedback/toaster.tsx'
import { Drawer } from '../../../parts/layout/drawer.tsx'
import { DataTable } from '../../../parts/table/data-table.tsx'
import { Filters } from '../../../parts/table/filters.tsx'
import { SearchField } from '../../../parts/table/search-field.tsx'
import { AttemptList, logColumns, stateOptions } from '../../callbacks/callback-log.tsx'
import { eventWords } from '../../callbacks/receiver-draft.ts'

interface OwnCallbackLogProps {
  readonly endpointId: string
  readonly mayReplay: boolean
}

const eventOptions = [
  { value: '', label: 'All steps' },
  ...Object.entries(eventWords).map(([value, label]) => ({ value, label })),
]

const spans = [
  { value: '', label: 'Any time', seconds: 0 },
  { value: 'hour', label: 'Last hour', seconds: 3_600 },
  { value: 'day', label: 'Last 24 hours', seconds: 86_400 },
  { value: 'week', label: 'Last 7 days', seconds: 604_800 },
] as const

/** Callbacks that are sent meanwhile, by a replay too, come by themselves. */
const listEveryMs = 5_000

/** Rounded, so that the same filter is the same question for a while. */
const stepSec = 60

function sinceOf(span: string): number | undefined {
  const seconds = spans.find(({ value }) => value === span)?.seconds ?? 0
  return seconds === 0 ? undefined : Math.floor(Date.now() / 1_000 / stepSec) * stepSec - seconds
}

/** Callbacks that were sent, and those that are owed; a row opens its attempts. */
export function OwnCallbackLog({ endpointId, mayReplay }: OwnCallbackLogProps) {
  const none = { state: '', event: '', span: '', q: '' }
  const [{ state, event, span, q, open }, change] = useSearchState({ tab: 'setup', ...none, open: '' })
  const from = sinceOf(span)
  const query = {
    ...(state && { state }),
    ...(event && { event }),
    ...(q && { userId: q }),
    ...(from !== undefined && { from: String(from) }),
  }
  const { total, ...list } = useManagedPages(
    'listMyCallbacks',
    { path: { endpointId }, query },
    { everyMs: listEveryMs },
  )
  const count = [state, event, span].filter((one) => one !== '').length
  const isFiltered = count > 0 || q !== ''
  return (
    <div className="own-log">
      <Filters
        search={<SearchField label="User" value={q} onChange={(next) => change({ q: next })} />}
        count={count}
        onClear={() => change(none)}
        summary={total}
      >
        <Select
          aria-label="State"
          data={stateOptions}
          value={state}
          onChange={(next) => change({ state: next ?? '' })}
          allowDeselect={false}
        />
        <Select
          aria-label="Step"
          data={eventOptions}
          value={event}
          onChange={(next) => change({ event: next ?? '' })}
          allowDeselect={false}
        />
        <Select
          aria-label="Time"
          data={spans.map(({ value, label }) => ({ value, label }))}
          value={span}
          onChange={(next) => change({ span: next ?? '' })}
          allowDeselect={false}
        />
        {mayReplay &&
          isFiltered &&
          list.rows &&
          list.rows.length > 0 &&
          state !== 'pending' &&
          state !== 'cancelled' && (
            <ReplayMatching endpointId={endpointId} filter={{ state, event, userId: q, from: from ?? 0 }} />
          )}
      </Filters>
      <section className="card">
        <DataTable
          {...list}
          caption="Callbacks"
          columns={logColumns((id) => change({ open: id }, { isStep: true }))}
          keyOf={({ id }) => id}
          empty={
            isFiltered ? (
              <EmptyState icon="callback" title="No callback matches">
                Choose fewer filters.
              </EmptyState>
            ) : (
              <EmptyState icon="callback" title="Nothing sent yet">
                This log lists the callbacks of your conversions. A test costs nothing and is not listed.
              </EmptyState>
            )
          }
        />
      </section>
      {open && <Attempts callbackId={open} mayReplay={mayReplay} onClose={() => change({ open: '' })} />}
    </div>
  )
}

interface ReplayMatchingProps {
  readonly endpointId: string
  readonly filter: {
    readonly state: string
    readonly event: string
    readonly userId: string
    readonly from: number
  }
}

/** All that the filters name, in one job. */
function ReplayMatching({ endpointId, filter }: ReplayMatchingProps) {
  const replay = useManagedChange('replayMyCallbacks')
  const { state, event, userId, from } = filter
  const body = { from, ...(state && { state }), ...(event && { event }), ...(userId && { userId }) }
  return (
    <ConfirmButton
      verb="Replay these"
      onConfirm={async () => {
        await replay.mutateAsync({
          path: { endpointId },
          body: body as typeof body & { event?: never; state?: never },
        })
        toast('They are sent again, in the background.')
      }}
    >
      {state === ''
        ? 'Every callback that matches the filters and ended without success is sent once more, with the same id.'
        : 'Every callback that matches the filters is sent once more, with the same id.'}
      {state === 'delivered' && ' Your server must recognise an id that it has credited already.'}
    </ConfirmButton>
  )
}

interface AttemptsProps {
  readonly callbackId: string
  readonly mayReplay: boolean
  readonly onClose: () => void
}

/** While it is open, what a replay brings comes by itself. */
const everyMs = 3_000

function Attempts({ callbackId, mayReplay, onClose }: AttemptsProps) {
  const path = { callbackId }
  const { data, error, refetch } = useManaged('listMyCallbackAttempts', { path }, { everyMs })
  const replay = useManagedChange('replayMyCallback')
  const send = () => replay.mutate({ path }, { onSuccess: () => toast('It is sent again.') })
  return (
    <Drawer
      title="Attempts"
      onClose={onClose}
      footer={
        mayReplay && (
          <Button variant="filled" loading={replay.isPending} onClick={send}>
            Replay
          </Button>
        )
      }
    >
      {error && !data && <Failure what="They could not be loaded" error={error} onRetry={() => refetch()} />}
      {replay.error !== null && <Failure what="It was not sent again" error={replay.error} />}
      <AttemptList attempts={data} />
    </Drawer>
  )
}
