import { NativeSelect } from '@mantine/core'
import { columnName } from './cause-words.ts'
import type { Preview } from './repair-state.ts'

interface ImportColumnsProps {
  readonly preview: Preview
  readonly mapping: Readonly<Record<string, string>>
  readonly onMap: (name: string, field: string) => void
}

/** Which of its columns is what, with samples. */
export function ImportColumns({ preview, mapping, onMap }: ImportColumnsProps) {
  const mapped = new Set(Object.values(mapping))
  const options = [
    { value: '', label: 'Not used' },
    ...preview.fields.map((field) => ({
      value: field,
      label: columnName(field),
      // Several columns are prices together, each by its name.
      disabled: field !== 'prices' && mapped.has(field),
    })),
  ]
  return (
    <ul className="import-columns">
      {preview.columns.map(({ name, samples }) => {
        const own = mapping[name] ?? ''
        return (
          <li key={name}>
            <bdi className="mono import-name">{name}</bdi>
            <span className="muted sm import-samples" dir="auto">
              {samples.length === 0 ? 'empty' : samples.join(' · ')}
            </span>
            <NativeSelect
              aria-label={`${name} is`}
              value={own}
              onChange={(event) => onMap(name, event.currentTarget.value)}
              data={options.map((option) => (option.value === own ? { ...option, disabled: false } : option))}
            />
          </li>
        )
      })}
    </ul>
  )
}
