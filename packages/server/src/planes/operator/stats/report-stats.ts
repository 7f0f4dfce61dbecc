import {
  reportStats as operation,
  reportPairStats as pairOperation,
} from '@quoin/contract/operator/stats/stats-operations.ts'
import { groupPairs, pairGroupsMax } from '@quoin/core/stats/group-pair.ts'
import { presentExact } from '../../../features/stats/present-figures.ts'
import { reportPairStats as reportPairs } from '../../../features/stats/report-pair-stats.ts'
import { type Figures, reportStats as report } from '../../../features/stats/report-stats.ts'
import { reportTopStats } from '../../../features/stats/report-top-stats.ts'
import { staffRoute } from '../../../http/staff/staff-route.ts'
import { askedOf, namesOf } from './stats-asked.ts'

/** As the publishers' GET /api/v1/stats, over all apps or some. */
export const reportStats = staffRoute(operation, async ({ ports, query }) => {
  const { interval = 'day', groupBy = [], top, topBy = 'clicks', topOrder } = query
  const asked = { ...askedOf(query), interval, groupBy }
  const { timezone } = asked
  const sums = top === undefined ? undefined : await reportTopStats(ports, { ...asked, top, topBy, topOrder })
  const rows = sums === undefined ? await report(ports, asked) : sums.rows
  const { nameOf, networks } = await namesOf(ports, groupBy, rows)
  const presentSum = (row: Figures | undefined) => (row === undefined ? null : presentExact(row, [], nameOf))
  const presented = sums && {
    groups: sums.groups,
    others: presentSum(sums.others),
    total: presentSum(sums.total),
  }
  return {
    data: rows.map((row) => presentExact(row, groupBy, nameOf)),
    message: 'The statistics.',
    meta: { returned: rows.length, timezone, top: presented ?? null, offer_networks: networks },
  }
})

/** By two things at once. */
export const reportPairStats = staffRoute(pairOperation, async ({ ports, query }) => {
  const { pair, top = pairGroupsMax, topBy = 'margin', topOrder } = query
  const groupBy = groupPairs[pair]
  const asked = askedOf(query)
  const { rows, others, total, groups } = await reportPairs(ports, { ...asked, pair, top, topBy, topOrder })
  const { nameOf, networks } = await namesOf(
    ports,
    groupBy,
    rows.map(({ group }) => group),
  )
  const presentSum = (row: Figures | undefined) => (row === undefined ? null : presentExact(row, [], nameOf))
  return {
    data: rows.map((row) => ({
      group: presentExact(row.group, [groupBy[0]], nameOf),
      members: row.members.map((member) => presentExact(member, groupBy, nameOf)),
      others: row.others
        ? { count: row.others.count, figures: presentExact(row.others.figures, [], nameOf) }
        : null,
    })),
    message: 'The statistics.',
    meta: {
      returned: rows.length,
      timezone: asked.timezone,
      top: { groups, others: presentSum(others), total: presentSum(total) },
      offer_networks: networks,
    },
  }
})
