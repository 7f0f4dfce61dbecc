import { NativeSelect } from '@mantine/core'
import type { DataOf } from '../../api/operation-types.ts'

type Preview = DataOf<'previewOfferImport'>

interface ImportMappingProps {
  readonly preview: Preview
  readonly mapping: Readonly<Record<string, string>>
  readonly onMap: (name: string, field: string) => void
}

/** Without these a row is no offer. */
const needed = ['external_id', 'name', 'revenue', 'destination_url'] as const

/** Which of its columns is what, with samples. */
export function ImportMapping({ preview, mapping, onMap }: ImportMappingProps) {
  const mapped = new Set(Object.values(mapping))
  const missing = needed.filter((field) => !mapped.has(field))
  const options = [
    { value: '', label: 'Not used' },
    ...preview.fields.map((field) => ({ value: field, label: wordsOf(field), disabled: mapped.has(field) })),
  ]
  return (
    <section className="card" aria-labelledby="map">
      <div className="card-head wrap">
        <h2 id="map" className="grow">
          2. Its columns
        </h2>
        <span className="muted sm">
          {missing.length === 0
            ? 'All that is needed is there'
            : `Still missing: ${missing.map(wordsOf).join(', ')}`}
        </span>
      </div>
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
                data={options.map((option) =>
                  option.value === own ? { ...option, disabled: false } : option,
                )}
              />
            </li>
          )
        })}
      </ul>
      {preview.problems.length > 0 && (
        <ul className="import-problems">
          {preview.problems.map(({ line, message }) => (
            <li key={`${line} ${message}`}>
              <span className="num muted">Line {line}</span> {message}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** destination_url → Destination url */
export function wordsOf(field: string): string {
  const text = field.replaceAll('_', ' ').replace(/\burl\b/, 'address')
  return text.charAt(0).toUpperCase() + text.slice(1)
}
