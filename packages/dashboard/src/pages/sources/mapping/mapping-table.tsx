import { NativeSelect, TextInput } from '@mantine/core'
import {
  type ColumnMapping,
  entryMarks,
  factsOfColumn,
  type FeedMapping,
  type MappedColumn,
  type ValueForm,
  valueForms,
} from '@quoin/core/sources/mapping/mapping.ts'
import { sentenceOf } from '../../../parts/feedback/field-problem.ts'
import {
  choiceOf,
  clickOf,
  constantChoice,
  type FeedSample,
  groupedColumns,
  isSameColumn,
  withChoice,
  withClick,
  withMembers,
} from './mapping-draft.ts'

interface MappingTableProps {
  readonly sample: FeedSample
  readonly mapping: FeedMapping
  /** The mapping by which the offers of the sample were read. */
  readonly tried: FeedMapping | undefined
  readonly onChange: (mapping: FeedMapping) => void
  /** Why a part is none, by its place: `columns.name`. */
  readonly problem: (place: string) => string | undefined
}

/** Our columns, each with its field in the feed, how it is read, and an example before and after. */
export function MappingTable(props: MappingTableProps) {
  // Rows do not move under the hand that fills them in.
  const { first, others } = groupedColumns(props.tried ?? props.mapping)
  return (
    <>
      <ColumnTable {...props} caption="Where the columns of offers stand in the feed" names={first} />
      <details className="mapping-more">
        <summary>{others.length} more columns that are not read</summary>
        <ColumnTable {...props} caption="Columns that are not read" names={others} />
      </details>
    </>
  )
}

interface ColumnTableProps extends MappingTableProps {
  readonly caption: string
  readonly names: readonly MappedColumn[]
}

function ColumnTable({ caption, names, ...props }: ColumnTableProps) {
  return (
    <table className="table mapping-table">
      <caption className="sr">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">Column</th>
          <th scope="col">Field in the feed</th>
          <th scope="col">As it came</th>
          <th scope="col">As we read it</th>
        </tr>
      </thead>
      <tbody>
        {names.map((name) => (
          <MappingRow key={name} name={name} {...props} />
        ))}
      </tbody>
    </table>
  )
}

interface MappingRowProps extends MappingTableProps {
  readonly name: MappedColumn
}

function MappingRow({ name, sample, mapping, tried, onChange, problem }: MappingRowProps) {
  const { label, isRequired = false } = factsOfColumn(name)
  const column = mapping.columns[name]
  const choice = choiceOf(column)
  const at = exampleAt(sample, choice)
  const isTried = isSameColumn(tried, mapping, name)
  const reason = reasonFor(sample, name, choice)
  const fault =
    problem(`columns.${name}`) ?? problem(`columns.${name}.at`) ?? problem(`columns.${name}.constant`)
  return (
    <tr data-unread={column === undefined || undefined}>
      <th scope="row">
        {label}
        {isRequired && <span className="muted xs"> required</span>}
      </th>
      <td className="mapping-field">
        <NativeSelect
          aria-label={`Field for ${label}`}
          size="xs"
          value={choice}
          error={sentenceOf(fault)}
          data={choicesOf(sample, choice)}
          onChange={(event) => onChange(withChoice(mapping, name, event.currentTarget.value))}
        />
        {column !== undefined && (
          <ColumnParts
            name={name}
            label={label}
            column={column}
            sample={sample}
            mapping={mapping}
            onChange={onChange}
          />
        )}
        {reason && <p className="muted xs">{withoutMarks(reason)}</p>}
      </td>
      <td data-head="As it came">
        <bdi className="mapping-value">{at === undefined ? '' : (sample.records[at]?.[choice] ?? '')}</bdi>
      </td>
      <td data-head="As we read it">
        {column === undefined ? null : isTried ? (
          <bdi className="mapping-value">{readValue(sample, name, at)}</bdi>
        ) : (
          <span className="muted xs">Try the mapping to see it.</span>
        )}
      </td>
    </tr>
  )
}

interface ColumnPartsProps {
  readonly name: MappedColumn
  readonly label: string
  readonly column: ColumnMapping
  readonly sample: FeedSample
  readonly mapping: FeedMapping
  readonly onChange: (mapping: FeedMapping) => void
}

/** The parts of a column besides its field, as far as it has any. */
function ColumnParts({ name, label, column, sample, mapping, onChange }: ColumnPartsProps) {
  const forms: readonly ValueForm[] = factsOfColumn(name).forms
  const hasMarks = name === 'countries' || name === 'platforms' || name === 'categories'
  const set = (members: Parameters<typeof withMembers>[2]) => onChange(withMembers(mapping, name, members))
  return (
    <div className="mapping-parts">
      {column.constant !== undefined && (
        <TextInput
          aria-label={`Value of ${label}`}
          size="xs"
          placeholder={name === 'currency' ? 'USD' : 'Always the same'}
          value={column.constant}
          onChange={(event) => set({ constant: event.currentTarget.value })}
        />
      )}
      {forms.length > 1 && (
        <NativeSelect
          aria-label={`How ${label} is read`}
          size="xs"
          value={column.as ?? forms[0]}
          data={forms.map((value) => ({ value, label: valueForms[value] }))}
          onChange={(event) => set({ as: forms.find((form) => form === event.currentTarget.value) })}
        />
      )}
      {name === 'destination_url' && (
        <TextInput
          label="Mark or parameter of the click id"
          size="xs"
          placeholder="The preset’s; else {user_id} or subid"
          value={clickOf(column)}
          onChange={(event) => onChange(withClick(mapping, event.currentTarget.value))}
        />
      )}
      {hasMarks && (
        <NativeSelect
          aria-label={`Mark between entries of ${label}`}
          size="xs"
          value={column.split ?? ''}
          data={[
            { value: '', label: 'A list, or words' },
            ...Object.entries(entryMarks).map(([value, mark]) => ({
              value,
              label: `Split at ${tellMark(mark)}`,
            })),
          ]}
          onChange={(event) => set({ split: markOf(event.currentTarget.value) })}
        />
      )}
      {name === 'countries' && (
        <NativeSelect
          aria-label="Field of excluded countries"
          size="xs"
          value={column.except?.[0] ?? ''}
          data={[
            { value: '', label: 'None excluded' },
            ...valueFields(sample).map(({ path }) => ({ value: path, label: `Without ${path}` })),
          ]}
          onChange={(event) => {
            const path = event.currentTarget.value
            set({ except: path === '' ? undefined : [path] })
          }}
        />
      )}
      {(column.at?.length ?? 0) > 1 && <p className="muted xs">Else {column.at?.slice(1).join(', then ')}</p>}
    </div>
  )
}

function markOf(value: string): keyof typeof entryMarks | undefined {
  return value in entryMarks ? (value as keyof typeof entryMarks) : undefined // it is one of them
}

function tellMark(mark: string): string {
  return mark === ' ' ? 'spaces' : mark
}

function valueFields({ fields }: FeedSample) {
  return fields.filter(({ is_list: isList }) => !isList)
}

const exampleMax = 28

function choicesOf(sample: FeedSample, choice: string) {
  const fields = valueFields(sample).map(({ path, samples: [example = ''] }) => ({
    value: path,
    label: example === '' ? path : `${path} · ${example.slice(0, exampleMax)}`,
  }))
  const isGone = choice !== '' && choice !== constantChoice && !fields.some(({ value }) => value === choice)
  return [
    { value: '', label: 'Not read' },
    { value: constantChoice, label: 'Always the same…' },
    ...(isGone ? [{ value: choice, label: `${choice} · not in this sample` }] : []),
    ...fields,
  ]
}

/** The first record that has the field: an example of nothing says nothing. */
function exampleAt({ records }: FeedSample, path: string): number | undefined {
  const at = records.findIndex((record) => (record[path] ?? '') !== '')
  return at < 0 ? undefined : at
}

/** The reason of the guess, where the column stands on what was guessed. */
function reasonFor({ guess }: FeedSample, name: MappedColumn, choice: string): string | undefined {
  const found = guess?.reasons.find(({ part }) => part === `columns.${name}`)
  const isGuessed = found?.path === choice || (found?.path === '' && choice === constantChoice)
  return isGuessed ? found?.reason : undefined
}

function readValue({ offers }: FeedSample, name: MappedColumn, at = 0): string {
  const offer = offers?.[at]
  if (offer === null || offer === undefined) return '–'
  if (name === 'status') return standings[offer.standing]
  if (name === 'incentive') return offer.forbidden === null ? 'allowed' : 'forbidden'
  return offer.row[name] ?? '–'
}

const standings = { open: 'open', ended: 'ended', not_approved: 'not approved' } as const

/** Paths stand in a table, where nobody takes them for words. */
function withoutMarks(reason: string): string {
  return reason.replaceAll('`', '')
}
