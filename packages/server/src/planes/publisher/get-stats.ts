import { getStats as operation } from '@quoin/contract/stats-operation.ts'
import { presentFigures } from '../../features/stats/present-figures.ts'
import { reportStats } from '../../features/stats/report-stats.ts'
import { route } from '../../http/route.ts'

/** No app has this id. */
const noApp = 0

/** GET /api/v1/stats. Test credentials see nothing: what they do enters no report. */
export const getStats = route(operation, async ({ ports, caller, query }) => {
  const { interval = 'day', timezone = 'UTC', groupBy = [] } = query
  const figures = await reportStats(ports, {
    from: query.from,
    to: query.to,
    interval,
    timezone,
    groupBy,
    appId: caller.isTest ? noApp : caller.app.id,
    offerId: query.offerId ?? null,
    country: query.country ?? null,
    platform: query.platform ?? null,
    subId: query.subId ?? null,
    status: query.status ?? null,
  })
  return {
    data: figures.map((row) => presentFigures(row, groupBy)),
    message: 'The statistics.',
    meta: { returned: figures.length, timezone },
  }
})
