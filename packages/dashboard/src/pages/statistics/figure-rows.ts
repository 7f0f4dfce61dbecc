import { microsOf } from '../../format/format-money.ts'
import { formatCount } from '../../format/format-number.ts'
import type { StatsColumn } from './stats-columns.tsx'
import { type Report, type StatsRow, sumOf } from './stats-figures.ts'
import { nameOfThing, type Thing, things } from './things.ts'

/** A line of the table of figures: a group, one of its members, several together, or a word between them. */
export interface FigureRow {
  readonly id: string
  readonly level: 'group' | 'member' | 'together' | 'rest' | 'total'
  readonly row: StatsRow
  readonly name: string
  /** Under the name: the network of an offer. */
  readonly note?: string
  /** Written by somebody outside. */
  readonly isForeign?: boolean
  /** The group that it belongs to, or is. */
  readonly group: string
  readonly hasMembers?: boolean
  /** Leads to the page of an offer. */
  readonly offerId?: string
}

export interface Section {
  readonly id: string
  readonly losing?: Losses
}

interface Losses {
  readonly groups: string
  readonly sum: string
  readonly members?: { readonly count: string; readonly sum: string }
}

export type RowOrSection = FigureRow | Section

export function isSection(line: RowOrSection): line is Section {
  return !('row' in line)
}

interface Shape {
  readonly by: Thing | ''
  readonly within: Thing | ''
  readonly sort: string
  readonly columns: readonly StatsColumn[]
  readonly shown: number
  readonly closed: ReadonlySet<string>
  readonly tellTime: (row: StatsRow) => string
}

/** The rows of a report in their order: those that lose first, with a line that says so, unless a column orders them. */
export function linesOf(report: Report, shape: Shape): readonly RowOrSection[] {
  const { sort, by, shown } = shape
  const groups = sorted(report.rows, shape).slice(0, shown)
  const isPlain = by !== '' && sort === '' && groups.some(({ margin }) => margin !== undefined)
  const losing = isPlain ? groups.filter(isLoss) : []
  if (losing.length === 0) return [...groupLines(groups, report, shape), ...sumLines(report, shape)]
  const others = groups.slice(losing.length)
  return [
    { id: 'losing', losing: lossesOf(losing, report, shape) },
    ...groupLines(losing, report, shape),
    ...(others.length > 0 ? [{ id: 'others' }, ...groupLines(others, report, shape)] : []),
    ...sumLines(report, shape),
  ]
}

function isLoss({ margin }: StatsRow): boolean {
  return microsOf(margin ?? '0') < 0
}

function lossesOf(losing: readonly StatsRow[], report: Report, { by, within, shown }: Shape): Losses {
  const sum = (rows: readonly StatsRow[]) => (sumOf(rows)?.margin ?? '0').replace(/^-0\.0+$/, '0')
  const lost = [...(report.members?.values() ?? [])].flatMap(({ rows }) => rows.filter(isLoss))
  const isAll =
    losing.length === Math.min(shown, report.rows.length) && (report.sums?.groups ?? 0) > losing.length
  const count = `${isAll ? 'At least ' : ''}${wordOf(losing.length, by)}`
  return {
    groups: `${count} ${losing.length === 1 ? 'loses' : 'lose'} money`,
    sum: sum(losing),
    ...(within === '' || lost.length === 0
      ? {}
      : { members: { count: `${wordOf(lost.length, within)} below zero`, sum: sum(lost) } }),
  }
}

/** 2 offers, 1 sub id */
function wordOf(count: number, thing: Thing | ''): string {
  const { one, many } = thing === '' ? { one: 'row', many: 'rows' } : things[thing]
  return `${formatCount(count)} ${count === 1 ? one : many}`
}

function groupLines(groups: readonly StatsRow[], report: Report, shape: Shape): readonly FigureRow[] {
  const { by, tellTime } = shape
  return groups.flatMap((row) => {
    const key = row.keys[0] ?? null
    const group = by === '' ? row.local_time : `${by} ${key}`
    const members = report.members?.get(key)
    // Publishers are told no networks; the id tells offers of one name apart.
    const note = by === 'offer' && key !== null ? (report.networks?.[key] ?? key) : undefined
    const line: FigureRow = {
      id: group,
      group,
      row,
      level: 'group',
      name: by === '' ? tellTime(row) : nameOfThing(by, key, row.names[0] ?? null),
      ...(note === undefined ? {} : { note }),
      isForeign: by === 'subId',
      hasMembers: members !== undefined && members.rows.length > 0,
      ...(by === 'offer' && key !== null && report.networks ? { offerId: key } : {}),
    }
    if (members === undefined || shape.closed.has(group)) return [line]
    return [line, ...memberLines(members, group, shape)]
  })
}

type Members = NonNullable<ReturnType<NonNullable<Report['members']>['get']>>

function memberLines({ rows, others }: Members, group: string, shape: Shape): readonly FigureRow[] {
  const { within } = shape
  if (within === '') return []
  const lines = sorted(rows, { ...shape, sort: shape.sort === '' ? 'margin' : shape.sort }).map(
    (row): FigureRow => ({
      id: `${group} ${row.keys[1]}`,
      group,
      row,
      level: 'member',
      name: nameOfThing(within, row.keys[1] ?? null, row.names[1] ?? null),
      isForeign: within === 'subId',
    }),
  )
  if (others === null) return lines
  const name = `${formatCount(others.count)} ${others.count === 1 ? 'other' : 'others'}`
  return [...lines, { id: `${group} others`, group, row: others.figures, level: 'together', name }]
}

/** The groups without a row of their own, and all of them. */
function sumLines({ rows, sums }: Report, { by, shown }: Shape): readonly FigureRow[] {
  if (by === '' || !sums?.total) {
    const total = rows.length > 1 && by === '' ? sumOf(rows) : undefined
    return total ? [{ id: 'total', group: '', row: total, level: 'total', name: 'All' }] : []
  }
  const { one, many } = things[by]
  const own = Math.min(rows.length, shown)
  const left = sums.groups - own
  const rest: readonly FigureRow[] = sums.others
    ? [
        {
          id: 'rest',
          group: '',
          row: sums.others,
          level: 'rest',
          name: `${formatCount(left)} other ${left === 1 ? one : many}`,
        },
      ]
    : []
  const all = sums.groups === 1 ? `1 ${one}` : `All ${formatCount(sums.groups)} ${many}`
  return [...rest, { id: 'total', group: '', row: sums.total, level: 'total', name: all }]
}

function sorted(rows: readonly StatsRow[], { sort, columns }: Shape): readonly StatsRow[] {
  const name = sort.replace(/^-/, '')
  const read = name === 'time' ? timeOf : columns.find((column) => column.name === name)?.read
  if (read === undefined) return rows
  const sign = sort.startsWith('-') ? -1 : 1
  return rows.toSorted((a, b) => sign * (read(a) - read(b)))
}

function timeOf({ local_time }: StatsRow): number {
  return Date.parse(`${local_time}Z`)
}
