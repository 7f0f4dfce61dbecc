import { MultiSelect, type MultiSelectProps } from '@mantine/core'
import { type ClipboardEvent, type KeyboardEvent, useState } from 'react'
import { countryOptions, filterCountries, readPastedCountries } from './country-options.ts'

type OwnProps =
  | 'className'
  | 'aria-label'
  | 'label'
  | 'description'
  | 'placeholder'
  | 'clearable'
  | 'clearButtonProps'
  | 'error'

interface CountriesFieldProps extends Pick<MultiSelectProps, OwnProps> {
  readonly chosen: readonly string[]
  readonly onChoose: (countries: string[]) => void
}

/** Countries by name or code. Enter or Tab chooses the first match of what is typed, as in a sheet. */
export function CountriesField({ chosen, onChoose, ...props }: CountriesFieldProps) {
  const [search, setSearch] = useState('')
  const [isOpen, setOpen] = useState(false)
  const isTyped = search.trim() !== ''
  const paste = (event: ClipboardEvent) => {
    const pasted = readPastedCountries(event.clipboardData.getData('text'))
    if (pasted === undefined) return
    event.preventDefault()
    onChoose([...new Set([...chosen, ...pasted.codes])])
    // Words that name no country stay in the field, so that none is lost unseen.
    setSearch(pasted.unknown)
    setOpen(pasted.unknown !== '')
  }
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    // The form is not sent from inside the list.
    if (event.key === 'Enter') event.preventDefault()
    if (event.key === 'Tab' && isTyped) markedOption(event.currentTarget)?.click()
  }
  return (
    <MultiSelect
      {...props}
      searchable
      hidePickedOptions
      nothingFoundMessage="There is no such country"
      data={countryOptions}
      filter={filterCountries}
      value={[...chosen]}
      searchValue={search}
      // Without a text the first option is Afghanistan, and nobody means it.
      selectFirstOptionOnChange={isTyped}
      dropdownOpened={isOpen}
      onSearchChange={setSearch}
      onDropdownOpen={() => setOpen(true)}
      onDropdownClose={() => setOpen(false)}
      // The list would hide the fields below, and whoever types has found the country.
      onOptionSubmit={() => isTyped && setOpen(false)}
      onPaste={paste}
      onKeyDown={press}
      onChange={onChoose}
    />
  )
}

/** The option that Enter would choose. */
function markedOption(field: HTMLElement): HTMLElement | null {
  const list = document.getElementById(field.getAttribute('aria-controls') ?? '')
  return list?.querySelector<HTMLElement>('[data-combobox-selected]') ?? null
}
