import { NativeSelect, TextInput } from '@mantine/core'
import type { DataOf } from '../../api/operation-types.ts'
import { formatCount, formatMany } from '../../format/format-number.ts'
import { usePhone } from '../../parts/layout/use-phone.ts'
import { Filters } from '../../parts/table/filters.tsx'
import { Picker } from '../../parts/table/picker.tsx'
import type { PickerOption } from '../../parts/table/picker-choice.ts'
import { SearchField } from '../../parts/table/search-field.tsx'
import { auditRanges } from './audit-range.ts'
import { countChosen, optionsOfActors, optionsOfKinds } from './audit-choices.ts'

export interface AuditState extends Record<string, string> {
  readonly range: string
  readonly from: string
  readonly to: string
  /** Actors, each percent-encoded, divided by commas. */
  readonly who: string
  readonly what: string
  readonly q: string
  readonly open: string
}

interface AuditFiltersProps {
  readonly state: AuditState
  readonly change: (changed: Partial<AuditState>) => void
  readonly counts: DataOf<'countAudit'> | undefined
  readonly summary: string
  readonly onClear: () => void
}

/** Pickers for who, what and when, and a text. On a phone the range stays in sight, and the others are behind a button. */
export function AuditFilters({ state, change, counts, summary, onClear }: AuditFiltersProps) {
  const isPhone = usePhone()
  const actors = splitWho(state.who)
  const kinds = splitWhat(state.what)
  const tell = (chosen: { actors: readonly string[]; kinds: readonly string[] }) => {
    const count = counts === undefined || state.q !== '' ? undefined : countChosen(counts, chosen)
    return count === undefined ? 'Show them' : `Show ${formatMany(count, 'change')}`
  }
  const range = (
    <div className="row wrap audit-range">
      <NativeSelect
        aria-label="When"
        data={auditRanges.map(({ value, label }) => ({ value, label }))}
        value={state.range}
        onChange={(event) => change({ range: event.currentTarget.value })}
      />
      {state.range === 'own' &&
        (['from', 'to'] as const).map((name) => (
          <TextInput
            key={name}
            type="date"
            aria-label={name === 'from' ? 'From' : 'To'}
            value={state[name]}
            onChange={(event) => change({ [name]: event.currentTarget.value })}
          />
        ))}
    </div>
  )
  const who: readonly PickerOption[] = optionsOfActors(counts, actors)
  return (
    <Filters
      count={isPhone ? [state.who, state.what, state.q].filter((value) => value !== '').length : 0}
      onClear={onClear}
      summary={summary}
      {...(isPhone ? { search: range } : {})}
    >
      <Picker
        name="Who"
        none="Everybody"
        find="Find a person or a program"
        options={who}
        chosen={actors}
        onChoose={(chosen) => change({ who: chosen.map(encodeURIComponent).join(',') })}
        tellChoice={(chosen) => tell({ actors: chosen, kinds })}
      />
      <Picker
        name="What"
        none="Everything"
        find="Find a kind of change"
        options={optionsOfKinds(counts, actors)}
        chosen={kinds}
        onChoose={(chosen) => change({ what: chosen.join(',') })}
        tellChoice={(chosen) => tell({ actors, kinds: chosen })}
      />
      {!isPhone && range}
      <div className="filters-search">
        <SearchField
          label="Offer, app, user, publisher or id"
          value={state.q}
          onChange={(q) => change({ q })}
        />
      </div>
    </Filters>
  )
}

export function splitWho(who: string): readonly string[] {
  return who === '' ? [] : who.split(',').map(decode)
}

export function splitWhat(what: string): readonly string[] {
  return what === '' ? [] : what.split(',')
}

/** An address that somebody wrote by hand may be no such text. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

export function tellCountOf(total: string | undefined, range: string): string {
  return total === undefined ? '' : `${total === formatCount(1) ? '1 change' : `${total} changes`}, ${range}`
}
