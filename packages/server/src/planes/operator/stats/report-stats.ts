import { reportStats as operation } from '@quoin/contract/operator/stats/stats-operations.ts'
import { presentExact } from '../../../features/stats/present-figures.ts'
import { type Figures, reportStats as report } from '../../../features/stats/report-stats.ts'
import { reportTopStats } from '../../../features/stats/report-top-stats.ts'
import { staffRoute } from '../../../http/staff/staff-route.ts'

/** As the publishers' GET /api/v1/stats, over all apps or one. */
export const reportStats = staffRoute(operation, async ({ ports, query }) => {
  const { interval = 'day', timezone = 'UTC', groupBy = [], top, topBy = 'clicks' } = query
  const asked = {
    from: query.from,
    to: query.to,
    interval,
    timezone,
    groupBy,
    appId: query.appId ?? null,
    offerId: query.offerId ?? null,
    country: query.country ?? null,
    platform: query.platform ?? null,
    subId: query.subId ?? null,
    status: query.status ?? null,
  }
  const { snapshots } = ports
  const nameOf = (group: string, key: string): string | null => {
    if (group === 'offer') return snapshots.catalogue().findOffer(Number(key))?.name ?? null
    return group === 'app' ? (snapshots.apps().findApp(Number(key))?.name ?? null) : null
  }
  const present = (row: Figures) => presentExact(row, groupBy, nameOf)
  const presentSum = (row: Figures | undefined) => (row === undefined ? null : presentExact(row, [], nameOf))
  if (top === undefined) {
    const figures = await report(ports, asked)
    return {
      data: figures.map(present),
      message: 'The statistics.',
      meta: { returned: figures.length, timezone, top: null },
    }
  }
  const { rows, others, total, groups } = await reportTopStats(ports, { ...asked, top, topBy })
  return {
    data: rows.map(present),
    message: 'The statistics.',
    meta: {
      returned: rows.length,
      timezone,
      top: { groups, others: presentSum(others), total: presentSum(total) },
    },
  }
})
