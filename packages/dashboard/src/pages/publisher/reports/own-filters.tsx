import { Select, TextInput } from '@mantine/core'
import type { FilterProps } from '../../statistics/stats-view.tsx'

/** The filters of a publisher's reports. */
export function OwnFilters({ state, change }: FilterProps) {
  const { platform, country, offer, subId } = state
  return (
    <>
      <TextInput
        aria-label="Sub id"
        placeholder="Sub id"
        maxLength={255}
        w={120}
        value={subId}
        onChange={(event) => change({ subId: event.currentTarget.value })}
      />
      <Select
        aria-label="Platform"
        placeholder="All platforms"
        data={['android', 'ios', 'desktop']}
        value={platform === '' ? null : platform}
        onChange={(value) => change({ platform: value ?? '' })}
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
    </>
  )
}
