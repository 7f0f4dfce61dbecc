import { formatChange, formatCompact, formatShare, saysSomething } from '../../format/format-number.ts'
import type { ChartData, Series } from '../../parts/figures/chart-data.ts'
import type { Kpi } from '../../parts/figures/kpi-strip.tsx'
import { type Day, type Figures, findMeasure, type Measure } from './measures.ts'

/** A figure with its change and shape; without figures it keeps its place. */
export function kpiOf(measure: Measure, figures: Figures | undefined): Kpi {
  const { name, label, sign } = measure
  const common = { name, label, ...(sign ? { sign } : {}) }
  if (!figures) return { ...common, value: undefined }
  const value = measure.of(figures.days)
  const beside = name === 'margin' ? marginShare(figures) : undefined
  return {
    ...common,
    value: value === undefined ? '–' : short(measure, value),
    ...(value === undefined ? {} : { title: measure.format(value) }),
    ...(beside ? { beside } : {}),
    change: changeOf(measure, figures),
    // Today goes on: it would look like a fall.
    values: whole(figures.days).map((day) => measure.of([day]) ?? 0),
    previous: isComparable(figures) ? whole(figures.before).map((day) => measure.of([day]) ?? 0) : [],
  }
}

function short(measure: Measure, value: number): string {
  if (measure.formatTick) return measure.formatTick(value)
  return measure.isRate ? measure.format(value) : formatCompact(value)
}

function marginShare(figures: Figures): string | undefined {
  const revenue = findMeasure('revenue').of(figures.days)
  const margin = findMeasure('margin').of(figures.days)
  return revenue && margin !== undefined ? formatShare(margin / revenue) : undefined
}

/** A time that began somewhere in the period before, or in which hardly anything happened, is no measure of growth. */
function isComparable({ days, before }: Figures): boolean {
  const began = before.slice(0, Math.ceil(before.length / 4)).some(({ clicks }) => clicks > 0)
  return began && clicksOf(before) * emptyTimes >= clicksOf(days)
}

/** As many times more: not growth, but a beginning. */
const emptyTimes = 10

function clicksOf(days: readonly Day[]): number {
  return days.reduce((sum, { clicks }) => sum + clicks, 0)
}

/** All days but the one that goes on. */
function whole(days: readonly Day[]): readonly Day[] {
  return days.length > 1 ? days.slice(0, -1) : days
}

/** Whole days against whole days. */
function changeOf(measure: Measure, figures: Figures): Kpi['change'] {
  const { days, before } = figures
  if (!isComparable(figures)) return undefined
  const now = measure.of(whole(days))
  const then = measure.of(whole(before))
  if (now === undefined || !then) return undefined
  const change = measure.isRate ? now - then : now / then - 1
  if (!measure.isRate && !saysSomething(change)) return undefined
  const isUp = change >= 0
  const tone =
    measure.isGood === undefined || Math.abs(change) < 0.0005
      ? 'plain'
      : isUp === measure.isGood
        ? 'pos'
        : 'neg'
  return { text: formatChange(change, measure.isRate ? 'pt' : '%'), isUp, tone }
}

export function chartOf(measure: Measure, figures: Figures): ChartData {
  const { days, before } = figures
  const { format, formatTick, label, parts } = measure
  const total = measure.of(days) ?? 0
  const own = { name: label, color: 'var(--c1)', of: (day: Day) => measure.of([day]) }
  const series = (parts ?? [own]).map(({ name, color, of }) => {
    const sum = days.reduce((all, day) => all + (of(day) ?? 0), 0)
    const note = parts
      ? `${format(sum)} · ${formatShare(total > 0 ? sum / total : undefined)}`
      : short(measure, total)
    return { name, color, values: days.map((day) => of(day) ?? null), note }
  })
  return {
    labels: days.map(({ day }) => shortDay(day)),
    titles: days.map(({ day }) => longDay(day)),
    series,
    ...(isComparable(figures) ? { previous: beforeOf(measure, before) } : {}),
    format,
    ...(formatTick ? { formatTick } : {}),
    isRunning: true,
  }
}

function beforeOf(measure: Measure, before: readonly Day[]): Series {
  return {
    name: `${before.length} days before`,
    color: 'var(--faint)',
    values: before.map((day) => measure.of([day]) ?? null),
    note: short(measure, measure.of(before) ?? 0),
  }
}

export function summaryOf(measure: Measure, figures: Figures): string {
  const value = measure.of(figures.days)
  const best = figures.days.toSorted((a, b) => (measure.of([b]) ?? 0) - (measure.of([a]) ?? 0))[0]
  const text = value === undefined ? 'none' : measure.format(value)
  return `${measure.label} by day over ${figures.days.length} days: ${text} in all; the most on ${longDay(best?.day ?? '')}.`
}

function shortDay(day: string): string {
  return write(day, { day: 'numeric', month: 'short' })
}

function longDay(day: string): string {
  return write(day, { weekday: 'short', day: 'numeric', month: 'short' })
}

/** The day is the zone's already; it only gets a form. */
function write(day: string, form: Intl.DateTimeFormatOptions): string {
  const atMs = Date.parse(day)
  return Number.isNaN(atMs)
    ? day
    : new Intl.DateTimeFormat('en-GB', { ...form, timeZone: 'UTC' }).format(atMs)
}
