import { invalidFields } from '@quoin/core/errors.ts'
import type { TopFigure, TopOrder } from '@quoin/core/stats/top-figure.ts'
import type { Ports } from '../../ports/ports.ts'
import { assertWhole } from './assert-whole.ts'
import { type JoinedRow, joinImpressions, takeAway } from './join-impressions.ts'
import { type Figures, presentRow, problem, readEdges, type ReportRequest } from './report-stats.ts'

export interface TopRequest extends ReportRequest {
  /** As many groups have a row of their own. */
  readonly top: number
  readonly topBy: TopFigure
  /** Those with the most, unless given. */
  readonly topOrder?: TopOrder | undefined
}

export interface TopReport {
  /** The groups with the most or the least, in this order. */
  readonly rows: readonly Figures[]
  /** All other groups together; undefined when there are none. */
  readonly others: Figures | undefined
  /** All groups together; undefined when there is nothing. */
  readonly total: Figures | undefined
  /** How many groups there are. */
  readonly groups: number
}

/** The statistics of the groups that have the most of a figure, of all others together, and of all. */
export async function reportTopStats(
  { db, store }: Pick<Ports, 'db' | 'store'>,
  request: TopRequest,
): Promise<TopReport> {
  const [group, more] = request.groupBy
  if (request.interval !== 'total' || group === undefined || more !== undefined || group === 'status') {
    throw invalidFields([problem('top', 'groups', 'needs interval=total and one group, which is not status')])
  }
  const edges = readEdges(request)
  await assertWhole({ db, store })
  const query = { ...request, edgesSec: edges.map(({ atMs }) => atMs / 1000) }
  const shownTo = async (groupBy: typeof request.groupBy, keys?: readonly (string | null)[]) =>
    request.status === null
      ? await store.impressionsReport.reportImpressions(db, { ...query, groupBy, keys })
      : undefined
  const { topOrder = 'most' } = request
  const { rows, total, groups } = await store.statsTop.reportTopStats(db, { ...query, topOrder })
  const keys = rows.map((row) => textOf(row.keys[0]))
  const [shown, shownInAll] = await Promise.all([shownTo([group], keys), shownTo([])])
  const found = joinImpressions(rows, shown)
  // Where they are not counted by such groups, they are not told of all groups either.
  const [all] = joinImpressions(total === undefined ? [] : [total], shown && shownInAll)
  const rest = all && takeAway(all, found)
  const hasOthers = rest !== undefined && (groups > rows.length || (rest.impressions ?? 0n) > 0n)
  const present = (row: JoinedRow | undefined) => (row === undefined ? undefined : presentRow(row, edges)[0])
  return {
    rows: found.flatMap((row) => presentRow(row, edges)),
    others: hasOthers ? present(rest) : undefined,
    total: present(all),
    groups,
  }
}

function textOf(key: string | number | null | undefined): string | null {
  return key === null || key === undefined ? null : String(key)
}
