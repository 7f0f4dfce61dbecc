import { TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { RowOf } from '../../api/operation-types.ts'
import { usePages } from '../../api/use-pages.ts'
import { useSearchState } from '../../frame/use-search-state.ts'
import { EmptyState } from '../../parts/feedback/empty-state.tsx'
import { PageHeader } from '../../parts/layout/page-header.tsx'
import type { Column } from '../../parts/table/column.ts'
import { DataTable } from '../../parts/table/data-table.tsx'
import { Filters } from '../../parts/table/filters.tsx'
import { Moment } from '../../parts/value/moment.tsx'
import './audit-page.css'
import { pageOf, tellAction, tellChange } from './tell-change.ts'

type Entry = RowOf<'listAudit'>

const columns: readonly Column<Entry>[] = [
  { name: 'at', head: 'When', card: 'status', cell: ({ at }) => <Moment at={at} /> },
  { name: 'actor', head: 'Who', cell: ({ actor }) => <bdi className="audit-text">{actor}</bdi> },
  {
    name: 'action',
    head: 'What',
    card: 'main',
    width: '20%',
    cell: ({ action }) => (
      <>
        {tellAction(action)}
        <br />
        <code className="audit-text faint sm">{action}</code>
      </>
    ),
  },
  { name: 'object', head: 'Of what', cell: ({ object }) => <Changed object={object} /> },
  { name: 'change', head: 'Before and after', width: '32%', cell: (entry) => <Change entry={entry} /> },
]

/** Each change with its author and its time. */
export function AuditPage() {
  const [filters, change] = useSearchState({ actor: '', action: '', object: '' })
  const { total, ...list } = usePages('listAudit', { query: filters })
  const count = Object.values(filters).filter((value) => value !== '').length
  const clear = () => change({ actor: '', action: '', object: '' })
  return (
    <>
      <PageHeader title="Audit">
        Every change by people, programs and commands. It is kept for ever.
      </PageHeader>
      <Filters count={count} onClear={clear} summary={total === undefined ? '' : `${total} changes`}>
        <Filter
          label="Who"
          example="person:ada@example.com"
          value={filters.actor}
          onChange={(actor) => change({ actor })}
        />
        <Filter
          label="What"
          example="offer."
          value={filters.action}
          onChange={(action) => change({ action })}
        />
        <Filter
          label="Of what"
          example="offer:12"
          value={filters.object}
          onChange={(object) => change({ object })}
        />
      </Filters>
      <section className="card">
        <DataTable
          {...list}
          caption="Changes"
          columns={columns}
          keyOf={({ id }) => id}
          empty={
            count > 0 ? (
              <EmptyState icon="filter" title="Nothing matches">
                Who and what are compared as a whole; of an action its beginning will do.
              </EmptyState>
            ) : (
              <EmptyState icon="clock" title="Nothing was changed yet" />
            )
          }
        />
      </section>
    </>
  )
}

interface FilterProps {
  readonly label: string
  readonly example: string
  readonly value: string
  readonly onChange: (value: string) => void
}

/** Takes effect when it is left, or by Enter: each is a question to the server. */
function Filter({ label, example, value, onChange }: FilterProps) {
  const [text, setText] = useState(value)
  const [known, setKnown] = useState(value)
  if (known !== value) {
    setKnown(value)
    setText(value)
  }
  return (
    <TextInput
      aria-label={label}
      placeholder={`${label}: ${example}`}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={() => onChange(text.trim())}
      onKeyDown={(event) => event.key === 'Enter' && onChange(text.trim())}
    />
  )
}

/** By the name that the filter takes, and a way to its page. */
function Changed({ object }: { readonly object: string }) {
  const page = pageOf(object)
  return <code className="audit-text">{page === undefined ? object : <Link to={page}>{object}</Link>}</code>
}

function Change({ entry }: { readonly entry: Entry }) {
  const lines = tellChange(entry.details)
  if (lines.length === 0) return <span className="faint">–</span>
  return (
    <ul className="sm audit-text">
      {lines.map((line) => (
        <li key={line}>
          <bdi>{line}</bdi>
        </li>
      ))}
    </ul>
  )
}
