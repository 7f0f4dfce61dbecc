import { Select, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { usePhone } from '../../parts/layout/use-phone.ts'
import { Filters } from '../../parts/table/filters.tsx'
import { thingNames } from './things.ts'

export interface StatsState extends Record<string, string> {
  readonly range: string
  readonly from: string
  readonly to: string
  readonly tz: string
  readonly by: string
  /** The second grouping. */
  readonly within: string
  readonly metric: string
  /** `chart` or `table`, where it is not what is usual for the grouping. */
  readonly show: string
  readonly cols: string
  readonly network: string
  readonly app: string
  readonly offer: string
  readonly country: string
  readonly platform: string
  readonly subId: string
  readonly sort: string
  /** The saved view that is shown, as it is or changed. */
  readonly view: string
}

interface StatsFiltersProps {
  readonly state: StatsState
  readonly change: (changed: Partial<StatsState>) => void
  /** The filters of these readers. */
  readonly children: ReactNode
}

export interface Group {
  readonly value: string
  readonly label: string
}

const ranges = [
  { value: 'today', label: 'Today' },
  { value: '7d', label: 'Last 7 days' },
  { value: '28d', label: 'Last 28 days' },
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

const nothing = Object.fromEntries(thingNames.map((name) => [name, '']))

/** Time and what is left out. On a phone the time stays in sight, and the rest is behind a button. */
export function StatsFilters({ state, change, children }: StatsFiltersProps) {
  const isPhone = usePhone()
  const chosen = thingNames.filter((name) => state[name] !== '').length
  const range = <RangeFields state={state} change={change} />
  return (
    <Filters count={chosen} onClear={() => change(nothing)} {...(isPhone ? { search: range } : {})}>
      {!isPhone && range}
      {children}
    </Filters>
  )
}

function RangeFields({ state, change }: Pick<StatsFiltersProps, 'state' | 'change'>) {
  const { range } = state
  // An address of earlier days may name thirty of them.
  const known = ranges.some(({ value }) => value === range)
  const data = known ? ranges : [...ranges, { value: range, label: `Last ${range.replace('d', ' days')}` }]
  return (
    <div className="row wrap">
      <Select
        aria-label="Range"
        data={data}
        value={range}
        onChange={(value) => change({ range: value ?? '' })}
        allowDeselect={false}
        className="stats-range"
      />
      {range === 'own' &&
        (['from', 'to'] as const).map((name) => (
          <TextInput
            key={name}
            aria-label={name === 'from' ? 'First day' : 'Last day'}
            type="date"
            value={state[name]}
            onChange={(event) => change({ [name]: event.currentTarget.value })}
          />
        ))}
    </div>
  )
}
