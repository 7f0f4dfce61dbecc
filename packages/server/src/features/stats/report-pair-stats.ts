import { invalidFields } from '@quoin/core/errors.ts'
import { type GroupPair, groupPairs } from '@quoin/core/stats/group-pair.ts'
import type { Ports } from '../../ports/ports.ts'
import type { StatsRow } from '../../store/stats/stats-report.ts'
import { assertWhole } from './assert-whole.ts'
import { type JoinedRow, takeAway } from './join-impressions.ts'
import { daysBetween, type Figures, presentRow, problem, readEdges } from './report-stats.ts'
import type { TopReport, TopRequest } from './report-top-stats.ts'

/** There are no sums of two things at once: whoever asks for more days waits too long. */
const daysMax = 100

interface PairRequest extends Omit<TopRequest, 'groupBy' | 'interval'> {
  readonly pair: GroupPair
}

interface PairReport extends Omit<TopReport, 'rows'> {
  readonly rows: readonly PairGroup[]
}

interface PairGroup {
  readonly group: Figures
  /** The members whose margin is farthest from nothing, these first. */
  readonly members: readonly Figures[]
  /** The other members together; undefined when there are none. */
  readonly others: { readonly count: number; readonly figures: Figures } | undefined
}

/**
 * The statistics of groups by one thing and of their members by another. Members and others add up to their group, groups
 * and others to the total. Impressions are not counted by two things.
 */
export async function reportPairStats(
  { db, store }: Pick<Ports, 'db' | 'store'>,
  { pair, topOrder = 'least', ...request }: PairRequest,
): Promise<PairReport> {
  const groupBy = groupPairs[pair]
  const asked = { ...request, interval: 'total', groupBy } as const
  const edges = readEdges(asked)
  const days = daysBetween(asked)
  if (days > daysMax)
    throw invalidFields([problem('to', 'range', `may span ${daysMax} days by two groups; it is ${days}`)])
  await assertWhole({ db, store })
  const edgesSec = edges.map(({ atMs }) => atMs / 1000)
  const found = await store.statsPairs.reportPairStats(db, { ...asked, edgesSec, topOrder })
  const membersOf = Map.groupBy(found.members, ({ keys: [key] }) => key)
  const present = (row: JoinedRow | undefined) => (row === undefined ? undefined : presentRow(row, edges)[0])
  const rows = found.rows.flatMap((row) => {
    const group = present(plain(row))
    const members = membersOf.get(row.keys[0]) ?? []
    const count = (members[0]?.members ?? 0) - members.length
    const rest = present(takeAway(untimed(row), members.map(plain)))
    const others = count > 0 && rest ? { count, figures: rest } : undefined
    const presented = members.flatMap((member) => presentRow(plain(member), edges))
    return group ? [{ group, members: presented, others }] : []
  })
  const { total, groups } = found
  const others = total && groups > rows.length ? takeAway(plain(total), found.rows.map(plain)) : undefined
  return { rows, others: present(others), total: present(total && plain(total)), groups }
}

function plain(row: StatsRow): JoinedRow {
  return { ...row, impressions: undefined }
}

/** Times to credit are not counted by two things either. */
function untimed(row: StatsRow): JoinedRow {
  return { ...plain(row), creditTimes: {} }
}
