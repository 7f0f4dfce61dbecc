import { NativeSelect } from '@mantine/core'
import { countries } from '@quoin/core/detect/country.ts'
import { countryName } from './targeting-words.ts'

interface CountrySelectProps {
  readonly value: string
  readonly onChange: (country: string) => void
  /** The label of no country; without it one must be chosen. */
  readonly any?: string
  readonly label?: string
  /** Its name for screen readers, where no label is shown. */
  readonly name?: string
}

const options = countries
  .map((value) => ({ value, label: countryName(value) }))
  .toSorted((a, b) => a.label.localeCompare(b.label, 'en'))

export function CountrySelect({ value, onChange, any, label, name = 'Country' }: CountrySelectProps) {
  return (
    <NativeSelect
      {...(label === undefined ? { 'aria-label': name } : { label })}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      data={any === undefined ? options : [{ value: '', label: any }, ...options]}
    />
  )
}
