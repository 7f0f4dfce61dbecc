import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { countries } from '@quoin/core/detect/country.ts'
import { formatCount } from '../../../format/format-number.ts'
import { CountriesField } from '../form/countries-field.tsx'
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

const several = { value: 'several', label: 'Several countries' }

/** A word and what it means, for all offers that have it: a region is several countries. */
export function WordPicker({ word: { word, rows, means }, kind, onChange }: WordPickerProps) {
  const value = means === '' ? '*' : (means ?? '')
  const isCountry = kind === 'country'
  const [isSeveral, setSeveral] = useState(isCountry && value.includes('|'))
  const known = isCountry ? [several, ...byCountry] : byPlatform
  const isListed = value === '' || isSeveral || known.some((option) => option.value === value)
  const names = isCountry ? namePlaces(value.split('|')) : value.split('|').map(platformName).join(', ')
  const choose = (chosen: string) => {
    setSeveral(chosen === several.value)
    if (chosen !== '' && chosen !== several.value) onChange(chosen)
  }
  return (
    <div className="word-picker">
      <span className="mono">
        <bdi>{word}</bdi> <span className="faint num">{formatCount(rows)}</span>
      </span>
      <span className="faint">→</span>
      <NativeSelect
        aria-label={`“${word}” means`}
        value={isSeveral ? several.value : value}
        onChange={(event) => choose(event.currentTarget.value)}
        data={[
          ...(value === '' && !isSeveral ? [{ value: '', label: 'choose …' }] : []),
          ...(isListed ? [] : [{ value, label: names }]),
          ...known,
        ]}
      />
      {isSeveral && (
        <CountriesField
          className="word-picker-countries"
          aria-label={`Countries of “${word}”`}
          placeholder="Names or codes"
          chosen={value.split('|').filter((code) => code !== '' && code !== '*')}
          // None would mean everywhere, which is a choice of its own.
          onChoose={(codes) => codes.length > 0 && onChange(codes.join('|'))}
        />
      )}
    </div>
  )
}
