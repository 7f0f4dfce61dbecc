import { useState } from 'react'
import type { DataOf } from '../../api/operation-types.ts'
import { useOperation } from '../../api/use-operation.ts'
import { formatMany } from '../../format/format-number.ts'
import { EmptyState } from '../../parts/feedback/empty-state.tsx'
import type { Column } from '../../parts/table/column.ts'
import { DataTable } from '../../parts/table/data-table.tsx'
import { Filters } from '../../parts/table/filters.tsx'
import { SearchField } from '../../parts/table/search-field.tsx'

type Setting = DataOf<'listSettings'>[number]

const sources: Readonly<Record<Setting['source'], string>> = {
  environment: 'Environment',
  file: 'File',
  default: 'Default',
  derived: 'Follows from others',
}

const columns: readonly Column<Setting>[] = [
  {
    name: 'variable',
    head: 'Setting',
    card: 'main',
    width: '260px',
    cell: ({ variable }) => <code className="system-variable">{variable}</code>,
  },
  {
    name: 'value',
    head: 'In force',
    width: '240px',
    cell: ({ value }) =>
      value === null ? <span className="faint">not set</span> : <code className="system-value">{value}</code>,
  },
  {
    name: 'source',
    head: 'Comes from',
    card: 'status',
    width: '140px',
    cell: ({ source }) => (
      <span className={`chip ${source === 'environment' ? 'info' : 'neutral'}`}>{sources[source]}</span>
    ),
  },
  {
    name: 'meaning',
    head: 'Meaning',
    cell: ({ description }) => <Marked text={description} />,
  },
]

/** Code stands between backticks. */
function Marked({ text }: { readonly text: string }) {
  return (
    <span className="sm">
      {text.split('`').map((part, index) =>
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a fixed text never move
        index % 2 === 1 ? <code key={index}>{part}</code> : part,
      )}
    </span>
  )
}

/** Every setting of the process that answers; they are changed in its environment and read when it starts. */
export function SettingsTab() {
  const { data, error, refetch } = useOperation('listSettings', {})
  const [search, setSearch] = useState('')
  const wanted = search.toLowerCase()
  const rows = data?.filter(({ variable, description }) =>
    `${variable} ${description}`.toLowerCase().includes(wanted),
  )
  return (
    <>
      <Filters
        search={<SearchField label="Find a setting" value={search} onChange={setSearch} />}
        count={0}
        onClear={() => setSearch('')}
        summary={rows === undefined ? '' : formatMany(rows.length, 'setting')}
      />
      <section className="card" aria-label="Settings">
        <DataTable
          caption="Settings"
          rows={rows}
          error={error}
          onRetry={() => refetch()}
          columns={columns}
          keyOf={({ variable }) => variable}
          empty={
            <EmptyState icon="filter" title="Nothing matches">
              No setting has this in its name or meaning.
            </EmptyState>
          }
        />
      </section>
      <p className="muted sm system-note">
        Settings are environment variables, read when the server starts. Secrets are never shown.
      </p>
    </>
  )
}
