import { Button, Checkbox } from '@mantine/core'
import { useState } from 'react'
import { formatMoney } from '../../../format/format-money.ts'
import { formatCount, formatMany } from '../../../format/format-number.ts'
import { causeWords, columnName } from './cause-words.ts'
import {
  type Accepted,
  type Group,
  isKind,
  type Trial,
  withKind,
  withMark,
  withWord,
} from './repair-state.ts'
import { WordPicker } from './word-picker.tsx'

interface ImportCauseProps {
  readonly group: Group
  readonly trial: Trial
  readonly accepted: Accepted
  readonly onChange: (accepted: Accepted) => void
}

const samplesMax = 3
const pickersMax = 8

/** The noun of a word, by the cause that asks about it. */
const nouns: Readonly<Record<string, 'country' | 'platform'>> = {
  country: 'country',
  unknown_country: 'country',
  platform: 'platform',
  unknown_platform: 'platform',
}

/** Rows with one cause: how many, what is done about it, and a few of them on demand. */
export function ImportCause(props: ImportCauseProps) {
  const { group, trial, accepted, onChange } = props
  const [isOpen, setOpen] = useState(false)
  const { cause, rows, touched, samples, words } = group
  const { title, text } = causeWords(group)
  const isLast = isKind(cause) && trial.kept.repairs.includes(cause)
  return (
    <div className="import-cause" data-outcome={group.outcome}>
      {isKind(cause) ? (
        <Checkbox
          aria-label={`Repair: ${title}`}
          checked={accepted.repairs.includes(cause)}
          onChange={(event) => onChange(withKind(accepted, cause, event.currentTarget.checked))}
        />
      ) : (
        <span />
      )}
      <b className="num import-count">{formatCount(rows)}</b>
      <div className="import-text">
        <h3>
          {title}
          {isLast && <span className="chip neutral">As last time</span>}
        </h3>
        {text && <p className="muted sm">{text}</p>}
        {rows < touched && <p className="muted sm">{alsoIn(rows, touched)}</p>}
        {words.length === 0 && cause !== 'unclear' && <Samples group={group} />}
        {cause === 'unclear' && <Question {...props} />}
        <Pickers {...props} />
        {isOpen && <Examples group={group} />}
      </div>
      {samples.length > 0 && cause !== 'unclear' && (
        <Button
          variant="subtle"
          className="import-see"
          aria-label={`See rows: ${title}`}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Hide' : 'See rows'}
        </Button>
      )}
    </div>
  )
}

function alsoIn(rows: number, touched: number): string {
  const also = formatMany(touched - rows, 'row')
  return rows === 0 ? `In ${also} that are counted above.` : `And in ${also} that are counted above.`
}

function Samples({ group: { samples } }: { readonly group: Group }) {
  const shown = samples.filter(({ before }) => before !== '').slice(0, samplesMax)
  if (shown.length === 0) return null
  return (
    <p className="import-examples-line">
      {shown.map(({ line, before, after }) => (
        <span key={`${line} ${before}`}>
          <code>{before}</code>
          {after !== null && (
            <>
              {' '}
              <span className="faint">→</span> <code>{after}</code>
            </>
          )}
        </span>
      ))}
    </p>
  )
}

function amountText(amount: string): string {
  return formatMoney(amount, { placesMin: 2, placesMax: 6 })
}

const evidence = { comma: 'a comma', point: 'a point' } as const

/** One answer for the whole column, by a sample of it. */
function Question({ group, trial, accepted, onChange }: ImportCauseProps) {
  const { field, readings, samples, touched } = group
  const [sample] = samples
  if (readings === null || sample === undefined || field === null) return null
  const given = accepted.decimalMarks[field]
  const { commas, points } = field === 'payout' ? trial.marks.payout : trial.marks.revenue
  return (
    <div className="note warning import-question">
      <p className="grow">
        <b>
          {formatMany(touched, 'row')} {touched === 1 ? 'says' : 'say'} “{sample.before}”
          {samples.length > 1 ? ' or the like' : ''}.
        </b>{' '}
        Is it {amountText(readings.comma)} or {amountText(readings.point)}? In the column “{columnName(field)}
        ” {formatMany(commas, 'other amount')} {commas === 1 ? 'has' : 'have'} {evidence.comma} before the
        decimals, {formatCount(points)} {evidence.point}.
      </p>
      <fieldset className="row import-answers" aria-label={`“${sample.before}” in ${columnName(field)} is`}>
        {(['comma', 'point'] as const).map((mark) => (
          <Button
            key={mark}
            aria-pressed={given === mark}
            {...(given === mark ? { 'data-chosen': true } : {})}
            onClick={() => onChange(withMark(accepted, field, mark))}
          >
            {amountText(readings[mark])}
          </Button>
        ))}
      </fieldset>
    </div>
  )
}

function Pickers({ group, accepted, onChange }: ImportCauseProps) {
  const [isWhole, setWhole] = useState(false)
  const kind = nouns[group.cause]
  if (kind === undefined) return null
  const shown = isWhole ? group.words : group.words.slice(0, pickersMax)
  return (
    <ul className="word-pickers">
      {shown.map((word) => (
        <li key={word.word}>
          <WordPicker
            word={word}
            kind={kind}
            onChange={(means) => onChange(withWord(accepted, kind, word.word, means))}
          />
        </li>
      ))}
      {group.words.length > shown.length && (
        <li>
          <Button variant="subtle" onClick={() => setWhole(true)}>
            {formatMany(group.words.length - shown.length, 'more word')}
          </Button>
        </li>
      )}
    </ul>
  )
}

function Examples({ group: { samples, touched } }: { readonly group: Group }) {
  return (
    <ul className="import-examples sm">
      {samples.map(({ line, name, before, after }) => (
        <li key={`${line} ${before}`}>
          <span className="num muted">Line {formatCount(line)}</span> <bdi>{name}</bdi>{' '}
          {before !== '' && <code>{before}</code>}
          {after !== null && (
            <>
              {' '}
              → <code>{after}</code>
            </>
          )}
        </li>
      ))}
      {touched > samples.length && (
        <li className="muted">The first ones with a cell of their own, of {formatMany(touched, 'row')}.</li>
      )}
    </ul>
  )
}
