import { Select } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { operationQuery, useOperation } from '../../api/use-operation.ts'
import { EmptyState } from '../../parts/feedback/empty-state.tsx'
import { ownGroups } from './stats-filters.tsx'
import { type FilterProps, type StatsAudience, StatsView } from './stats-view.tsx'

const operators: StatsAudience = {
  title: 'Statistics',
  lead: (
    <>
      The figures that publishers read by <code>GET /api/v1/stats</code>, with what networks pay.
    </>
  ),
  empty: (
    <EmptyState icon="stats" title="Nothing in this range">
      No click and no conversion matches. Take a longer range, or clear the filters.
    </EmptyState>
  ),
  metrics: ['clicks', 'conversions', 'revenue', 'payout', 'margin'],
  groups: [...ownGroups, { value: 'network', label: 'Network' }, { value: 'app', label: 'App' }],
  MoreFilters: AppFilter,
  useReport: ({ state, from, to, zone, interval, group, top, isOff }) => {
    const country = state.country.length === 2 ? state.country : ''
    return useQuery({
      ...operationQuery('reportStats', {
        query: {
          ...{ from, to, timezone: zone, country, platform: state.platform, interval },
          ...{ groupBy: group, appId: state.app, offerId: state.offer, ...top },
        },
      }),
      placeholderData: keepPreviousData,
      enabled: !isOff,
      select: ({ data, meta }) => ({ rows: data, sums: meta.top }),
    })
  },
}

/** The figures of all apps, with what networks pay. */
export function StatisticsPage() {
  return <StatsView audience={operators} />
}

function AppFilter({ state, change }: FilterProps) {
  const apps = useOperation('listApps', { query: { limit: 100 } }).data ?? []
  return (
    <Select
      aria-label="App"
      placeholder="All apps"
      data={apps.map(({ id, name }) => ({ value: id, label: name }))}
      value={state.app === '' ? null : state.app}
      onChange={(app) => change({ app: app ?? '' })}
      searchable
      clearable
      w={160}
    />
  )
}
