import { alertRuleNames, alertRules } from '@quoin/core/alerts/alert-rule.ts'
import { periodicWorks } from '@quoin/core/alerts/periodic-work.ts'
import type { MeterRegistry } from '../../adapters/metrics/meters.ts'
import type { DatabaseFigures, WorkFigure } from '../../ports/service-figures.ts'
import type { LiveServiceFigures } from '../../snapshots/live/live-service-figures.ts'

interface Shown {
  readonly version: string
  readonly requireStandby: boolean
  readonly figures: LiveServiceFigures
}

interface LabelledCount {
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

/** Figures for whoever is on call, as they were read last: all processes of a machine see the same. */
export function showServiceGauges(meters: MeterRegistry, { version, requireStandby, figures }: Shown): void {
  const over = 'max'
  meters.gauge({
    name: 'build_info',
    help: 'Always 1; the version of Quoin is its label.',
    over,
    labels: { version },
    read: () => 1,
  })
  meters.gauge({
    name: 'postgres_info',
    help: "Always 1; the version of the database's server is its label.",
    labels: { version: '' },
    over,
    read: () =>
      labelled(figures.database?.version, (postgres) => ({ labels: { version: postgres }, value: 1 })),
  })
  meters.gauge({
    name: 'database_timeline',
    help: 'The history of the database that is written to; it grows with each promotion of a standby.',
    over,
    read: () => figures.database?.timeline ?? undefined,
  })
  meters.gauge({
    name: 'standby_missing',
    help: '1 while clicks and postbacks are acknowledged without a copy although REQUIRE_STANDBY is set.',
    over,
    read: () =>
      figures.database === undefined ? undefined : Number(requireStandby && !figures.database.isCopied),
  })
  meters.gauge({
    name: 'database_bytes',
    help: 'Size of the database.',
    over,
    read: () => figures.database?.bytes,
  })
  meters.gauge({
    name: 'database_growth_bytes',
    help: 'Growth of the database in a day, by the last week.',
    over,
    read: () => figures.database?.forecast?.databaseBytesPerDay,
  })
  for (const [name, help, figure] of [
    ['disk_free_bytes', 'Free bytes of each disk, by what is on it.', 'freeBytes'],
    ['disk_bytes', 'Size of each disk, by what is on it.', 'totalBytes'],
  ] as const) {
    meters.gauge({
      name,
      help,
      over,
      labels: { holds: '' },
      read: () =>
        figures.disks().map((disk) => ({ labels: { holds: disk.uses.join('+') }, value: disk[figure] })),
    })
  }
  meters.gauge({
    name: 'disk_days_left',
    help: 'Days until the disk of the embedded database is full, by the growth of the last week.',
    over,
    read: () => figures.database?.forecast?.daysLeft ?? undefined,
  })
  meters.gauge({
    name: 'statistics_behind_seconds',
    help: 'For how long what is written has not been rolled up.',
    over,
    read: () => secondsOf(figures, figures.database?.statisticsBehindMs),
  })
  meters.gauge({
    name: 'work_success_age_seconds',
    help: 'Since the last success of each periodic work.',
    labels: { work: '' },
    over,
    read: () =>
      (figures.database?.works ?? []).filter(isExpected).map(({ name: work, ageMs }) => ({
        labels: { work },
        value: figures.secondsNow(ageMs),
      })),
  })
  meters.gauge({
    name: 'alerts_open',
    help: 'Open alerts of Quoin itself, by rule and severity.',
    labels: { rule: '', severity: '' },
    over,
    read: () => (figures.database === undefined ? [] : countAlerts(figures.database.alertsOpen)),
  })
  meters.gauge({
    name: 'spool_rows',
    help: 'Clicks on the local disk that wait for the database, of all processes that share it.',
    over,
    read: () => figures.spoolRows,
  })
  meters.gauge({
    name: 'spool_oldest_seconds',
    help: 'For how long the oldest of them has waited.',
    over,
    read: () => figures.spoolOldestSec,
  })
}

/** Each rule, also those with none: nothing said is no alert of a rule that is there. */
function countAlerts(open: DatabaseFigures['alertsOpen']): readonly LabelledCount[] {
  return alertRuleNames.map((rule) => ({
    labels: { rule, severity: alertRules[rule].severity },
    value: open.find((one) => one.rule === rule)?.count ?? 0,
  }))
}

/** One that works only when there is something to do has no age before it had. */
function isExpected({ name, succeededAtMs }: WorkFigure): boolean {
  return succeededAtMs !== null || periodicWorks[name].everyMs !== null
}

function secondsOf(figures: LiveServiceFigures, ms: number | null | undefined): number | undefined {
  return ms === null || ms === undefined ? undefined : figures.secondsNow(ms)
}

function labelled<Value, Figure>(value: Value | undefined, figureOf: (value: Value) => Figure): Figure[] {
  return value === undefined ? [] : [figureOf(value)]
}
