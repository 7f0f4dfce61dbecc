import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { AnswerOf } from '../../api/operation-types.ts'
import { operationQuery } from '../../api/use-operation.ts'
import { EmptyState } from '../../parts/feedback/empty-state.tsx'
import { SavedViews } from './saved-views.tsx'
import type { Report } from './stats-figures.ts'
import { ownGroups } from './stats-filters.tsx'
import { type AskedReport, type StatsAudience, StatsView } from './stats-view.tsx'
import { ThingPickers } from './thing-pickers.tsx'
import { thingNames } from './things.ts'
import { filterNames } from './use-thing-options.ts'

const operators: StatsAudience = {
  title: 'Statistics',
  empty: (
    <EmptyState icon="stats" title="Nothing in this range">
      No click and no conversion matches. Choose a longer range, or clear the filters.
    </EmptyState>
  ),
  metrics: ['clicks', 'conversions', 'reversed', 'revenue', 'payout', 'margin'],
  groups: [...ownGroups, { value: 'network', label: 'Network' }, { value: 'app', label: 'App' }],
  hasPairs: true,
  PageFilters: ThingPickers,
  Actions: SavedViews,
  useReport: useBusinessReport,
}

/** The figures of all apps, with what networks pay. */
export function StatisticsPage() {
  return <StatsView audience={operators} />
}

/** By two things at once it is another operation; a file of them has every member. */
function useBusinessReport({ state, from, to, zone, interval, group, within, top, isOff }: AskedReport) {
  const filters = Object.fromEntries(thingNames.map((name) => [filterNames[name], state[name]]))
  const asked = { from, to, timezone: zone, ...filters }
  const pair = within === '' ? '' : `${group},${within}`
  const isOfPairs = pair !== '' && top !== undefined
  const groupBy = pair === '' ? group : pair
  const one = useQuery({
    ...operationQuery('reportStats', { query: { ...asked, interval, groupBy, ...top } }),
    placeholderData: keepPreviousData,
    enabled: !isOff && !isOfPairs,
    select: ({ data, meta }): Report => ({ rows: data, sums: meta.top, networks: meta.offer_networks }),
  })
  const two = useQuery({
    ...operationQuery('reportPairStats', { query: { ...asked, pair, ...top } }),
    placeholderData: keepPreviousData,
    enabled: !isOff && isOfPairs,
    select: reportOfPairs,
  })
  return isOfPairs ? two : one
}

function reportOfPairs({ data, meta }: AnswerOf<'reportPairStats'>): Report {
  return {
    rows: data.map(({ group }) => group),
    sums: meta.top,
    members: new Map(
      data.map(({ group, members, others }) => [group.keys[0] ?? null, { rows: members, others }]),
    ),
    networks: meta.offer_networks,
  }
}
