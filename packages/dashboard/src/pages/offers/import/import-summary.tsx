import { Button, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import type { DataOf } from '../../../api/operation-types.ts'
import { formatCount, formatMany } from '../../../format/format-number.ts'
import { Icon } from '../../../parts/value/icon.tsx'
import { columnName } from './cause-words.ts'
import { ImportColumns } from './import-columns.tsx'
import type { Preview, Trial } from './repair-state.ts'

interface ImportSummaryProps {
  readonly fileName: string
  readonly preview: Preview
  readonly mapping: Readonly<Record<string, string>>
  readonly missing: readonly string[]
  readonly networks: DataOf<'listNetworks'>
  readonly networkId: string
  readonly trial: Trial | undefined
  readonly isBusy: boolean
  readonly onNetwork: (id: string) => void
  readonly onMap: (name: string, field: string) => void
  readonly onAnother: () => void
}

/** The file in two lines, each open for change, and what becomes of its rows. */
export function ImportSummary(props: ImportSummaryProps) {
  const { fileName, preview, networkId, trial, isBusy } = props
  const { rows, columns, problems } = preview
  return (
    <section className="card import-summary" aria-label="The file">
      <div className="import-line">
        <Icon name="list" />
        <bdi className="import-file-name">{fileName}</bdi>
        <span className="muted grow">
          {formatMany(rows + problems.length, 'row')}, {formatMany(columns.length, 'column')}
        </span>
        {networkId !== '' && <NetworkSelect {...props} />}
        <Button variant="subtle" onClick={props.onAnother}>
          Another file
        </Button>
      </div>
      <ColumnsLine {...props} />
      {trial === undefined ? (
        <div className="import-total muted row wrap" role="status">
          <p>{isBusy ? 'The rows are being read …' : waitingFor(props)}</p>
          {networkId === '' && <NetworkSelect {...props} />}
        </div>
      ) : (
        <Verdict trial={trial} />
      )}
    </section>
  )
}

function NetworkSelect({ networks, networkId, onNetwork }: ImportSummaryProps) {
  return (
    <NativeSelect
      aria-label="The offers are of"
      value={networkId}
      onChange={(event) => onNetwork(event.currentTarget.value)}
      data={[
        { value: '', label: 'Choose a network' },
        ...networks.map(({ id, name }) => ({ value: id, label: `Offers of ${name}` })),
      ]}
    />
  )
}

function waitingFor({ missing, networkId }: ImportSummaryProps): string {
  if (missing.length > 0) return 'Say which columns these are. Then you see the changes here.'
  return networkId === '' ? 'Which network do these offers belong to?' : ''
}

/** Columns that are known by their own names need no word. */
function ColumnsLine({ preview, mapping, missing, onMap }: ImportSummaryProps) {
  const [isOpen, setOpen] = useState(missing.length > 0)
  const guessed = preview.columns
    .filter(({ name, field }) => field !== null && mapping[name] === field && isOtherName(name, field))
    .toSorted((one, other) => weightOf(one.field) - weightOf(other.field))
  const unused = preview.columns.filter(({ name }) => mapping[name] === '').length
  return (
    <>
      <div className="import-line">
        <span className={`chip ${missing.length === 0 ? 'success' : 'warning'}`}>
          <Icon name={missing.length === 0 ? 'check' : 'bang'} size={12} />
          {missing.length === 0 ? 'All that is needed is there' : 'Columns needed'}
        </span>
        <span className="muted grow">
          {missing.length > 0 && `Still missing: ${missing.map(columnName).join(', ')}`}
          {missing.length === 0 && guessed.length > 0 && 'Guessed: '}
          {missing.length === 0 &&
            guessed.slice(0, guessedMax).map(({ name, field }, index) => (
              <span key={name}>
                {index > 0 && ', '}
                <bdi className="mono import-guess">{name}</bdi> → {columnName(field)}
              </span>
            ))}
          {missing.length === 0 && guessed.length > guessedMax && ` and ${guessed.length - guessedMax} more`}
          {missing.length === 0 && unused > 0 && `${guessed.length > 0 ? '; ' : ''}${unused} not used`}
        </span>
        <Button variant="subtle" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          Columns
        </Button>
      </div>
      {isOpen && <ImportColumns preview={preview} mapping={mapping} onMap={onMap} />}
    </>
  )
}

const guessedMax = 3

/** Guesses that cost money come first. */
const weighty: readonly string[] = ['payout', 'revenue', 'destination_url']

function weightOf(field: string | null): number {
  const at = weighty.indexOf(field ?? '')
  return at < 0 ? weighty.length : at
}

function isOtherName(name: string, field: string): boolean {
  return (
    name
      .trim()
      .toLowerCase()
      .replaceAll(/[\s-]+/g, '_') !== field
  )
}

const parts = [
  ['clean', 'Clean'],
  ['repaired', 'Repaired'],
  ['asks', 'Waits for your answer'],
  ['offered', 'Repair not accepted'],
  ['out', 'Stays out'],
] as const

function Verdict({ trial: { rows } }: { readonly trial: Trial }) {
  const all = rows.clean + rows.repaired + rows.asks + rows.offered + rows.out
  const shown = parts.filter(([part]) => rows[part] > 0 || part === 'clean')
  return (
    <div className="import-total" role="status">
      <p>
        <b className="num">{formatCount(rows.clean + rows.repaired)}</b> of {formatMany(all, 'row')} can be
        imported
        {rows.repaired > 0 && (
          <>
            , <b className="num">{formatCount(rows.repaired)}</b> of them repaired
          </>
        )}
        .
      </p>
      <div className="import-bar" aria-hidden="true">
        {shown.map(([part]) => (
          <i key={part} data-part={part} style={{ flexGrow: rows[part] }} />
        ))}
      </div>
      <ul className="import-legend">
        {shown.map(([part, label]) => (
          <li key={part} data-part={part}>
            {label} <b className="num">{formatCount(rows[part])}</b>
          </li>
        ))}
      </ul>
    </div>
  )
}
