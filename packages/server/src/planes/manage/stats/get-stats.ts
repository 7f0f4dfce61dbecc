import { getMyStats as operation } from '@quoin/contract/manage/stats/stats-operations.ts'
import { getOwnApp } from '../../../features/apps/own-app.ts'
import { presentFigures } from '../../../features/stats/present-figures.ts'
import type { TopFigure } from '@quoin/core/stats/top-figure.ts'
import { type Figures, type ReportRequest, reportStats } from '../../../features/stats/report-stats.ts'
import { reportTopStats } from '../../../features/stats/report-top-stats.ts'
import type { Ports } from '../../../ports/ports.ts'
import { memberRoute } from '../../../http/staff/member-route.ts'

/** No app has this id: what is done with test credentials enters no report. */
const noApp = 0

export const getMyStats = memberRoute(
  operation,
  async ({ ports, path: { appId }, query, member: { publisherId } }) => {
    await getOwnApp(ports, { publisherId, appId })
    const { mode = 'live', interval = 'day', timezone = 'UTC', groupBy = [], from, to } = query
    const asked = {
      from,
      to,
      interval,
      timezone,
      groupBy,
      appId: mode === 'test' ? noApp : appId,
      offerId: query.offerId ?? null,
      country: query.country ?? null,
      platform: query.platform ?? null,
      subId: query.subId ?? null,
      status: query.status ?? null,
    }
    const { rows, sums } = await reportOf(ports, asked, query)
    const place = groupBy.indexOf('offer')
    const ids = place < 0 ? [] : rows.map(({ keys }) => Number(keys[place]))
    const names = await ports.store.userFigures.listOfferNames(ports.db, ids)
    return {
      data: rows.map((row) => presentFigures(row, groupBy)),
      message: 'The statistics.',
      meta: {
        returned: rows.length,
        timezone,
        offers: Object.fromEntries(names.map(({ id, name }) => [String(id), name])),
        top: sums,
      },
    }
  },
)

interface TopOf {
  readonly top?: number | undefined
  readonly topBy?: TopFigure | undefined
}

/** All rows, or the largest with the sums of the others and of all. */
async function reportOf(
  ports: Pick<Ports, 'db' | 'store'>,
  asked: ReportRequest,
  { top, topBy = 'clicks' }: TopOf,
) {
  if (top === undefined) return { rows: await reportStats(ports, asked), sums: null }
  const { rows, others, total, groups } = await reportTopStats(ports, { ...asked, top, topBy })
  const present = (row: Figures | undefined) => (row === undefined ? null : presentFigures(row, []))
  return { rows, sums: { groups, others: present(others), total: present(total) } }
}
