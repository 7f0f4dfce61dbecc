import { Button } from '@mantine/core'
import { useOperation } from '../../api/use-operation.ts'
import { usePages } from '../../api/use-pages.ts'
import { formatDay } from '../../format/format-time.ts'
import { usePageKeys } from '../../frame/use-page-keys.ts'
import { useSearchState } from '../../frame/use-search-state.ts'
import { EmptyState } from '../../parts/feedback/empty-state.tsx'
import { PageHeader } from '../../parts/layout/page-header.tsx'
import { nameChoice } from '../../parts/table/picker-choice.ts'
import { Icon } from '../../parts/value/icon.tsx'
import { useNowSec } from '../../parts/value/moment.tsx'
import { optionsOfActors, optionsOfKinds } from './audit-choices.ts'
import { AuditFilters, type AuditState, splitWhat, splitWho, tellCountOf } from './audit-filters.tsx'
import { AuditList } from './audit-list.tsx'
import './audit-page.css'
import { readAuditRange, tellDays, tellRange } from './audit-range.ts'
import { dayBounds, moveOpen } from './audit-steps.ts'

const given: AuditState = { range: '7d', from: '', to: '', who: '', what: '', q: '', open: '' }
const nothing = { who: '', what: '', q: '' }

/** Each change as a sentence, with its author and its time. */
export function AuditPage() {
  const [state, change] = useSearchState(given)
  const nowSec = useNowSec()
  const range = readAuditRange(state, nowSec)
  const query = {
    ...range,
    ...(state.who === '' ? {} : { actors: state.who }),
    ...(state.what === '' ? {} : { kinds: state.what }),
    ...(state.q === '' ? {} : { search: state.q }),
  }
  const { total, ...list } = usePages('listAuditGroups', { query })
  const counts = useOperation('countAudit', { query: { ...range } }).data
  const linked = useLinked(state.open, list.rows)
  const open = (id: string) => change({ open: id })
  const move = (step: 1 | -1) => () => open(moveOpen(list.rows ?? [], state.open, step))
  usePageKeys({ j: move(1), k: move(-1) })
  const kindOf = (group: string) => counts?.groups.find((one) => one.group === group)?.short ?? ''
  return (
    <>
      <PageHeader title="Audit" actions={<FileButton query={query} />}>
        This page lists every change by a person, a program or a command. Quoin keeps it for ever.
      </PageHeader>
      <AuditFilters
        state={state}
        change={change}
        counts={counts}
        summary={tellCountOf(total, tellRange(range, nowSec))}
        onClear={() => change(nothing)}
      />
      <section className="card" aria-label="Changes">
        <AuditList
          {...{ list, query, kindOf, linked }}
          open={state.open}
          onOpen={open}
          empty={<Nothing state={state} counts={counts} change={change} />}
        />
      </section>
    </>
  )
}

/** The change of a link, where the rows that are shown do not have it. */
function useLinked(id: string, rows: readonly { readonly id: string }[] | undefined) {
  const isShown = rows === undefined || rows.some((row) => row.id === id)
  const isOff = isShown || !/^\d+$/.test(id)
  const found = useOperation('listAudit', { query: { firstId: id, lastId: id } }, { isOff }).data
  return isOff ? undefined : found?.find((one) => one.id === id)
}

interface NothingProps {
  readonly state: AuditState
  readonly counts: Parameters<typeof AuditFilters>[0]['counts']
  readonly change: (changed: Partial<AuditState>) => void
}

/** Nothing matches is another thing than that nothing was changed. */
function Nothing({ state, counts, change }: NothingProps) {
  const days = tellDays(state)
  if (state.who !== '' || state.what !== '' || state.q !== '') {
    const actors = splitWho(state.who)
    const who = actors.length === 0 ? '' : ` by ${nameChoice(optionsOfActors(counts, actors), actors, '')}`
    const kinds = splitWhat(state.what)
    const what =
      kinds.length === 0 ? 'No change' : `No change of ${nameChoice(optionsOfKinds(counts, []), kinds, '')}`
    const text = state.q === '' ? '' : ` with “${state.q}”`
    const clear = <Button onClick={() => change(nothing)}>Clear filters</Button>
    return <EmptyState icon="filter" title={`${what}${who}${text} ${days}.`} action={clear} />
  }
  const last = counts?.last_before ?? null
  if (last === null) return <EmptyState icon="clock" title={`Nothing was changed ${days}.`} />
  const show = <Button onClick={() => change({ range: 'own', ...dayBounds(last) })}>Show it</Button>
  return (
    <EmptyState icon="clock" title={`Nothing was changed ${days}.`} action={show}>
      The last change was on {formatDay(last)}.
    </EmptyState>
  )
}

/** The same rows as a CSV file. */
function FileButton({ query }: { readonly query: Readonly<Record<string, string | number>> }) {
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
  return (
    <Button
      component="a"
      href={`/operator/v1/audit/file?${search}`}
      download
      leftSection={<Icon name="download" />}
    >
      CSV
    </Button>
  )
}
