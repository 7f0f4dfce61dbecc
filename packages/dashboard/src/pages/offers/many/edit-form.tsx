import { MultiSelect, NativeSelect, TagsInput, TextInput } from '@mantine/core'
import { countries } from '@quoin/core/detect/country.ts'
import { editFieldNames, editFields } from '@quoin/core/offers/edit/edit-fields.ts'
import type { Takes } from '@quoin/core/offers/edit/edit-rule.ts'
import type { EditField } from '@quoin/core/offers/edit/edit-values.ts'
import { platforms } from '@quoin/core/offers/offer.ts'
import { useOperation } from '../../../api/use-operation.ts'
import { countryName, platformName } from '../targeting-words.ts'
import { countFields, type EditDraft, type FieldDraft } from './edit-draft.ts'

interface EditFormProps {
  readonly draft: EditDraft
  readonly onChange: (draft: EditDraft) => void
}

/** Each field with the ways of changing it; at first all are left. */
export function EditForm({ draft, onChange }: EditFormProps) {
  return (
    <section className="card edit-form" aria-labelledby="edit-changes">
      <div className="card-head">
        <h2 id="edit-changes" className="grow">
          Change
        </h2>
        <span className="muted sm">
          {countFields(draft)} of {editFieldNames.length}
        </span>
      </div>
      {editFieldNames.map((field) => (
        <FieldRow
          key={field}
          field={field}
          given={draft[field]}
          onChange={(given) => onChange({ ...draft, [field]: given })}
        />
      ))}
      <p className="muted xs edit-note">
        A click keeps the reward it was made with. The next import writes anew what its file names; a pause
        and a hold stay.
      </p>
    </section>
  )
}

interface FieldRowProps {
  readonly field: EditField
  readonly given: FieldDraft | undefined
  readonly onChange: (given: FieldDraft) => void
}

function FieldRow({ field, given, onChange }: FieldRowProps) {
  const { label, ops } = editFields[field]
  const op = given?.op ?? ''
  const takes = ops[op]?.takes ?? 'nothing'
  return (
    <fieldset className="edit-field" data-set={op !== '' || undefined}>
      <legend className="sr">{label}</legend>
      <span className="sm" aria-hidden="true">
        {label}
      </span>
      <div className="stack-small">
        <NativeSelect
          aria-label={label}
          value={op}
          onChange={(event) => onChange({ op: event.currentTarget.value, value: '' })}
          data={[
            { value: '', label: 'Leave' },
            ...Object.entries(ops).map(([value, one]) => ({ value, label: one.label })),
          ]}
        />
        {takes !== 'nothing' && (
          <Operand
            takes={takes}
            label={`${label}: ${ops[op]?.label ?? ''}`}
            value={given?.value ?? ''}
            onChange={(value) => onChange({ op, value })}
          />
        )}
      </div>
    </fieldset>
  )
}

interface OperandProps {
  readonly takes: Takes
  readonly label: string
  readonly value: string | readonly string[]
  readonly onChange: (value: string | readonly string[]) => void
}

const countryOptions = countries
  .map((value) => ({ value, label: countryName(value) }))
  .toSorted((a, b) => a.label.localeCompare(b.label, 'en'))
const platformOptions = platforms.map((value) => ({ value, label: platformName(value) }))
const units: Readonly<Partial<Record<Takes, string>>> = { percent: '%', amount: 'USD', days: 'days' }

function Operand({ takes, label, value, onChange }: OperandProps) {
  const names = typeof value === 'string' ? [] : [...value]
  if (takes === 'categories') return <Categories label={label} names={names} onChange={onChange} />
  if (takes === 'countries' || takes === 'platforms')
    return (
      <MultiSelect
        aria-label={label}
        searchable
        hidePickedOptions
        nothingFoundMessage="Nothing has that name"
        placeholder={names.length === 0 ? `Choose ${takes}` : ''}
        data={takes === 'countries' ? countryOptions : platformOptions}
        value={names}
        onChange={onChange}
      />
    )
  return (
    <TextInput
      aria-label={label}
      inputMode="decimal"
      autoComplete="off"
      value={typeof value === 'string' ? value : ''}
      rightSection={<span className="muted sm">{units[takes] ?? ''}</span>}
      rightSectionWidth={48}
      onChange={(event) => onChange(event.currentTarget.value.trim())}
    />
  )
}

interface CategoriesProps {
  readonly label: string
  readonly names: string[]
  readonly onChange: (names: readonly string[]) => void
}

function Categories({ label, names, onChange }: CategoriesProps) {
  const known = useOperation('listOfferCategories', {}).data ?? []
  return (
    <TagsInput
      aria-label={label}
      placeholder={names.length === 0 ? 'Enter ends each' : ''}
      value={names}
      data={known.map(({ category }) => category)}
      maxTags={10}
      onChange={onChange}
    />
  )
}
