import { Checkbox, Select, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { Filters } from '../../parts/table/filters.tsx'

export interface StatsState extends Record<string, string> {
  readonly range: string
  readonly from: string
  readonly to: string
  readonly tz: string
  readonly by: string
  readonly metric: string
  readonly compare: string
  readonly app: string
  readonly offer: string
  readonly country: string
  readonly platform: string
  readonly subId: string
  readonly sort: string
}

interface StatsFiltersProps {
  readonly state: StatsState
  readonly change: (changed: Partial<StatsState>) => void
  readonly summary: string
  readonly groups: readonly Group[]
  /** Further filters of the reader: an app, a sub id. */
  readonly children: ReactNode
}

export interface Group {
  readonly value: string
  readonly label: string
}

const ranges = [
  { value: 'today', label: 'Today' },
  { value: '7d', label: 'Last 7 days' },
  { value: '30d', label: 'Last 30 days' },
  { value: '90d', label: 'Last 90 days' },
  { value: 'own', label: 'Days of my own' },
]

export const ownGroups: readonly Group[] = [
  { value: 'day', label: 'Day' },
  { value: 'hour', label: 'Hour' },
  { value: 'offer', label: 'Offer' },
  { value: 'country', label: 'Country' },
  { value: 'platform', label: 'Platform' },
  { value: 'subId', label: 'Sub id' },
]

/** Time, grouping and what is left out. */
export function StatsFilters({ state, change, summary, groups, children }: StatsFiltersProps) {
  const { range, from, to, by, compare, app, offer, country, platform, subId } = state
  const chosen = [app, offer, country, platform, subId].filter((one) => one !== '').length
  const pick = (name: keyof StatsState) => (value: string | null) => change({ [name]: value ?? '' })
  return (
    <Filters
      count={chosen}
      onClear={() => change({ app: '', offer: '', country: '', platform: '', subId: '' })}
      summary={summary}
    >
      <Select
        aria-label="Range"
        data={ranges}
        value={range}
        onChange={pick('range')}
        allowDeselect={false}
        w={150}
      />
      {range === 'own' && (
        <>
          <TextInput
            aria-label="First day"
            type="date"
            value={from}
            onChange={(event) => change({ from: event.currentTarget.value })}
          />
          <TextInput
            aria-label="Last day"
            type="date"
            value={to}
            onChange={(event) => change({ to: event.currentTarget.value })}
          />
        </>
      )}
      <Select
        aria-label="Rows by"
        data={[...groups]}
        value={by}
        onChange={pick('by')}
        allowDeselect={false}
        w={120}
      />
      {children}
      <Select
        aria-label="Platform"
        placeholder="All platforms"
        data={['android', 'ios', 'desktop']}
        value={platform === '' ? null : platform}
        onChange={pick('platform')}
        clearable
        w={140}
      />
      <TextInput
        aria-label="Country"
        placeholder="Country"
        maxLength={2}
        w={90}
        value={country}
        onChange={(event) => change({ country: event.currentTarget.value.toUpperCase() })}
      />
      <TextInput
        aria-label="Offer id"
        placeholder="Offer id"
        w={90}
        value={offer}
        onChange={(event) => change({ offer: event.currentTarget.value.replaceAll(/\D/g, '') })}
      />
      <Checkbox
        label="Compare"
        checked={compare === 'yes'}
        onChange={(event) => change({ compare: event.currentTarget.checked ? 'yes' : 'no' })}
      />
    </Filters>
  )
}
