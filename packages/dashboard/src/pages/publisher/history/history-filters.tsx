import { Button, NativeSelect } from '@mantine/core'
import { useHere } from '../../../frame/publisher/use-here.ts'
import { SearchField } from '../../../parts/table/search-field.tsx'
import { Icon } from '../../../parts/value/icon.tsx'

interface HistorySearch {
  readonly by: string
  readonly q: string
}

const kinds = [
  { value: 'userId', label: 'User' },
  { value: 'clickId', label: 'Click' },
  { value: 'transactionId', label: 'Transaction' },
  { value: 'subId', label: 'Sub id' },
] as const

interface SearchByProps extends HistorySearch {
  readonly without?: string
  readonly onChange: (change: Partial<HistorySearch>) => void
}

/** The text that is looked for, and its kind. */
export function SearchBy({ by, q, without, onChange }: SearchByProps) {
  const name = kinds.find(({ value }) => value === by)?.label ?? 'User'
  return (
    <div className="row">
      <NativeSelect
        aria-label="Search by"
        data={kinds.filter(({ value }) => value !== without)}
        value={by}
        onChange={(event) => onChange({ by: event.currentTarget.value })}
      />
      <SearchField label={name} value={q} onChange={(next) => onChange({ q: next })} />
    </div>
  )
}

interface FileButtonProps {
  readonly of: 'conversions' | 'clicks'
  readonly query: Readonly<Record<string, string>>
}

/** The same rows as a CSV file. */
export function FileButton({ of, query }: FileButtonProps) {
  const { publisherId: publisher, appId, mode } = useHere()
  const search = new URLSearchParams({ publisher, mode, ...query })
  return (
    <Button
      component="a"
      href={`/manage/v1/apps/${appId}/${of}/file?${search}`}
      download
      leftSection={<Icon name="download" />}
    >
      Export CSV
    </Button>
  )
}
