import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { operationQuery } from '../../../api/use-operation.ts'
import { inputHere, useHere } from '../../../frame/publisher/use-here.ts'
import { EmptyState } from '../../../parts/feedback/empty-state.tsx'
import { ownGroups } from '../../statistics/stats-filters.tsx'
import { type AskedReport, type StatsAudience, StatsView } from '../../statistics/stats-view.tsx'
import { OwnFilters } from './own-filters.tsx'
import { ownRows } from './own-rows.ts'

const publishers: StatsAudience = {
  title: 'Reports',
  lead: (
    <>
      What users clicked and completed, and what it earned: the very figures of <code>GET /api/v1/stats</code>
      .
    </>
  ),
  empty: <NothingHere />,
  metrics: ['clicks', 'conversions', 'payout'],
  groups: ownGroups,
  hasPairs: false,
  PageFilters: OwnFilters,
  useReport: useOwnReport,
}

/** The app's figures over time and by one thing. */
export function ReportsPage() {
  return <StatsView audience={publishers} />
}

/** The answer tells the names of offers apart from the rows: both are read here. */
function useOwnReport({ state, zone, interval, group, top, isOff, from, to }: AskedReport) {
  const { country, platform, offer, subId } = state
  const input = inputHere<'getMyStats'>(useHere(), {
    query: {
      from,
      to,
      timezone: zone,
      interval,
      country: country.length === 2 ? country : '',
      platform,
      offerId: offer,
      groupBy: group,
      ...(subId === '' ? {} : { subId }),
      ...(top === undefined ? {} : { top: top.top, topBy: top.topBy }),
    },
  })
  return useQuery({
    ...operationQuery('getMyStats', input),
    placeholderData: keepPreviousData,
    enabled: !isOff,
    select: (answer) => ownRows(answer, group),
  })
}

function NothingHere() {
  const { mode } = useHere()
  return mode === 'test' ? (
    <EmptyState icon="stats" title="Test data enter no report">
      You find them under Conversions and Clicks. Reports begin with the first live click.
    </EmptyState>
  ) : (
    <EmptyState icon="stats" title="Nothing in this range">
      No click and no conversion matches. Choose a longer range, or clear the filters.
    </EmptyState>
  )
}
