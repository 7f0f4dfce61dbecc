import { ActionIcon, Button, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import type { Decision } from '@quoin/core/conversions/decisions.ts'
import { useOperation } from '../../api/use-operation.ts'
import { usePages } from '../../api/use-pages.ts'
import { formatMoney } from '../../format/format-money.ts'
import { formatMany } from '../../format/format-number.ts'
import { useMayAct } from '../../frame/use-session.ts'
import { useSearchState } from '../../frame/use-search-state.ts'
import { EmptyState } from '../../parts/feedback/empty-state.tsx'
import { toast } from '../../parts/feedback/toaster.tsx'
import { PageHeader } from '../../parts/layout/page-header.tsx'
import { usePhone } from '../../parts/layout/use-phone.ts'
import { DataTable } from '../../parts/table/data-table.tsx'
import { Filters } from '../../parts/table/filters.tsx'
import { SearchField } from '../../parts/table/search-field.tsx'
import { Icon } from '../../parts/value/icon.tsx'
import { sumOf } from '../review/review-words.ts'
import { type Chosen, ChooseAll, choiceColumn, decidedColumns, type DecidedRow } from './decided-columns.tsx'
import { type Decided, DecisionPanel } from './decision-panel.tsx'
import { decisionWords } from './decision-words.ts'
import { useManyDecisions } from './use-many-decisions.ts'

const nothing = { user: '', status: '', app: '', offer: '', network: '' }
const decidable: readonly Decision[] = ['take_back', 'give_after_all', 'confirm', 'refuse']

const statuses = [
  { value: '', label: 'Any state' },
  { value: 'approved', label: 'Approved' },
  { value: 'pending', label: 'Pending or held' },
  { value: 'rejected', label: 'Rejected' },
  { value: 'reversed', label: 'Reversed' },
]

/** Conversions of the last 30 days; those that are chosen are decided, or their decision taken back. */
export function DecidedPage() {
  const [state, change] = useSearchState(nothing)
  const query = Object.fromEntries(Object.entries(state).filter(([, value]) => value !== ''))
  const { total: _uncounted, ...list } = usePages('listConversions', { query: { ...query, limit: 100 } })
  const apps = useOperation('listApps', { query: { limit: 100 } }).data ?? []
  const mayReview = useMayAct('reviewer')
  const [chosen, setChosen] = useState<Chosen>(new Map())
  const [decision, setDecision] = useState<Decision>()
  const rows = list.rows ?? []
  // As they are by now: what was chosen may have moved since.
  const latest = new Map(rows.map((row) => [row.id, row]))
  const picked = [...chosen.values()].map((row) => latest.get(row.id) ?? row)
  const isPhone = usePhone()
  const all = { rows, chosen, onChange: setChosen }
  const head = isPhone ? <span className="sr">Choose</span> : <ChooseAll {...all} />
  // Beside the panel there is no room for sentences.
  const facts = decision === undefined ? decidedColumns : decidedColumns.filter(({ name }) => name !== 'why')
  const columns = mayReview ? [choiceColumn(chosen, setChosen, head), ...facts] : facts
  const filter = (next: Partial<typeof nothing>) => {
    setChosen(new Map())
    setDecision(undefined)
    change(next)
  }
  const count = Object.entries(state).filter(([name, value]) => name !== 'user' && value !== '').length
  const clear = () => filter(nothing)
  return (
    <>
      <PageHeader title="Conversions">
        The last 30 days, newest first.
        {mayReview && ' Choose some to decide them, or to take a decision back.'}
      </PageHeader>
      <Filters
        search={<SearchField label="User id" value={state.user} onChange={(user) => filter({ user })} />}
        count={count}
        onClear={clear}
      >
        <NativeSelect
          aria-label="State"
          data={statuses}
          value={state.status}
          onChange={(event) => filter({ status: event.currentTarget.value })}
        />
        <NativeSelect
          aria-label="App"
          data={[
            { value: '', label: 'All apps' },
            ...apps.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          value={state.app}
          onChange={(event) => filter({ app: event.currentTarget.value })}
        />
        <OneOffer id={state.offer} onClear={() => filter({ offer: '' })} />
      </Filters>
      {isPhone && mayReview && rows.length > 0 && <ChooseAll {...all} label="Choose all that are shown" />}
      <ChosenBar rows={picked} onDecide={setDecision} onClear={() => setChosen(new Map())} />
      <div className={decision === undefined ? '' : 'decided-columns'}>
        <section className="card">
          <DataTable
            {...list}
            caption="Conversions"
            columns={columns}
            keyOf={({ id }) => id}
            isMarked={({ id }) => chosen.has(id)}
            empty={
              count === 0 && state.user === '' ? (
                <EmptyState title="No conversion in these 30 days">
                  Conversions come when networks report what users have completed.
                </EmptyState>
              ) : (
                <EmptyState
                  title="No conversions match"
                  action={<Button onClick={clear}>Clear filters</Button>}
                >
                  No conversion of the last 30 days matches.
                </EmptyState>
              )
            }
          />
        </section>
        {decision !== undefined && (
          <DecideChosen
            key={decision}
            decision={decision}
            rows={picked.filter(({ decisions }) => decisions.includes(decision))}
            onDone={(ids) => {
              const left = picked.filter(({ id }) => !ids.includes(id))
              setChosen(new Map(left.map((row) => [row.id, row])))
              if (!left.some(({ decisions }) => decisions.includes(decision))) setDecision(undefined)
            }}
            onClose={() => setDecision(undefined)}
          />
        )}
      </div>
    </>
  )
}

/** The offer that another page led here with. */
function OneOffer({ id, onClear }: { readonly id: string; readonly onClear: () => void }) {
  const { data } = useOperation('getOffer', { path: { offerId: id } }, { isOff: id === '' })
  if (id === '') return null
  return (
    <Button
      rightSection={<Icon name="cross" size={14} />}
      aria-label="Conversions of all offers"
      onClick={onClear}
    >
      <span className="muted">Offer</span>&nbsp;<bdi className="decided-offer">{data?.name ?? id}</bdi>
    </Button>
  )
}

interface ChosenBarProps {
  readonly rows: readonly DecidedRow[]
  readonly onDecide: (decision: Decision) => void
  readonly onClear: () => void
}

function ChosenBar({ rows, onDecide, onClear }: ChosenBarProps) {
  if (rows.length === 0) return null
  return (
    <div className="card decided-bar row wrap">
      <span className="grow">
        <b>{rows.length}</b> chosen · {formatMoney(sumOf(rows), { currency: 'USD' })}
      </span>
      {decidable.map((decision) => {
        const open = rows.filter(({ decisions }) => decisions.includes(decision)).length
        if (open === 0) return null
        return (
          <Button
            key={decision}
            {...(decisionWords[decision].isDangerous ? { c: 'var(--error)' } : {})}
            onClick={() => onDecide(decision)}
          >
            {decisionWords[decision].verb} {open}…
          </Button>
        )
      })}
      <ActionIcon aria-label="Choose none" onClick={onClear}>
        <Icon name="cross" />
      </ActionIcon>
    </div>
  )
}

interface DecideChosenProps {
  readonly decision: Decision
  readonly rows: readonly DecidedRow[]
  readonly onDone: (ids: readonly string[]) => void
  readonly onClose: () => void
}

function DecideChosen({ decision, rows, onDone, onClose }: DecideChosenProps) {
  const many = useManyDecisions()
  const conversions = rows.map(({ id, version, payout }) => ({ id, version, payout }))
  const run = async (decided: Decided) => {
    const ids = await many.run(decided, conversions)
    if (ids.length > 0) toast(`${formatMany(ids.length, 'conversion')} ${decisionWords[decision].done}.`)
    // The others stay chosen, with their reasons.
    onDone(ids)
  }
  return (
    <DecisionPanel
      conversions={conversions}
      open={[decision]}
      parties={
        rows.length === 1
          ? { publisher: rows[0]?.app ?? 'the publisher', network: rows[0]?.network ?? 'its network' }
          : severalParties
      }
      after={
        many.progress ??
        'Each conversion is decided by itself. You can change it again with a reason, as long as its network allows it.'
      }
      isBusy={many.progress !== undefined}
      problem={
        many.problems.size > 0 && (
          <ul className="review-problem sm" role="alert">
            {[...many.problems].map(([problem, count]) => (
              <li key={problem}>
                {formatMany(count, 'conversion')}: {problem}
              </li>
            ))}
          </ul>
        )
      }
      onDecide={(decided) => void run(decided)}
      onClose={onClose}
    />
  )
}

const severalParties = { publisher: 'publishers', network: 'their networks' }
