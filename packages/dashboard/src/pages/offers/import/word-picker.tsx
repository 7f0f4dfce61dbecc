import { NativeSelect } from '@mantine/core'
import { countries } from '@quoin/core/detect/country.ts'
import { formatCount } from '../../../format/format-number.ts'
import { countryName, namePlaces, platformName } from '../targeting-words.ts'
import type { Group } from './repair-state.ts'
import './word-picker.css'

interface WordPickerProps {
  readonly word: Pick<Group['words'][number], 'word' | 'rows' | 'means'>
  readonly kind: 'country' | 'platform'
  readonly onChange: (means: string) => void
}

const everywhere = { value: '*', label: 'Everywhere' }
const byCountry = [
  ...countries
    .map((value) => ({ value, label: countryName(value) }))
    .toSorted((a, b) => a.label.localeCompare(b.label, 'en')),
  everywhere,
]
const byPlatform = ['android|ios', 'android', 'ios', 'desktop', 'desktop|android|ios'].map((value) => ({
  value,
  label: value.split('|').map(platformName).join(', '),
}))

/** A word of the file and what it means, for all rows that have it. */
export function WordPicker({ word: { word, rows, means }, kind, onChange }: WordPickerProps) {
  const known = kind === 'country' ? byCountry : byPlatform
  const value = means === '' ? '*' : (means ?? '')
  const isListed = value === '' || known.some((option) => option.value === value)
  const places =
    kind === 'country' ? namePlaces(value.split('|')) : value.split('|').map(platformName).join(', ')
  return (
    <div className="word-picker">
      <span className="mono">
        <bdi>{word}</bdi> <span className="faint num">{formatCount(rows)}</span>
      </span>
      <span className="faint">→</span>
      <NativeSelect
        aria-label={`“${word}” means`}
        value={value}
        onChange={(event) => event.currentTarget.value !== '' && onChange(event.currentTarget.value)}
        data={[
          ...(value === '' ? [{ value: '', label: 'choose …' }] : []),
          ...(isListed ? [] : [{ value, label: places }]),
          ...known,
        ]}
      />
    </div>
  )
}
