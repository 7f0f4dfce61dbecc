import cluster from 'node:cluster'
import { setImmediate as endOfTurn } from 'node:timers/promises'
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import { shareMetrics } from './cluster-metrics.ts'
import { TalliedHistogram } from './tallied-histogram.ts'
import type { CounterName, Meters, TimerName } from '../../ports/meters.ts'

interface CounterRow {
  readonly help: string
  readonly labels: readonly string[]
}

const counters: Record<CounterName, CounterRow> = {
  clicks_total: { help: 'Clicks recorded, by outcome and verdict.', labels: ['outcome', 'verdict'] },
  clicks_overflowed_total: {
    help: 'Clicks that went to the spool because more came than the database takes.',
    labels: [],
  },
  postbacks_total: { help: 'Postbacks received, by network and outcome.', labels: ['network', 'outcome'] },
  losing_reports_total: {
    help: 'Reports that lose money, by what became of them.',
    labels: ['action'],
  },
  conversions_total: { help: 'Changes of conversions, by new status.', labels: ['status'] },
  fingerprints_total: { help: 'Fingerprints assessed.', labels: [] },
  shed_total: { help: 'Requests refused for want of time, by class.', labels: ['class'] },
  pipelines_closed_total: {
    help: 'Connections closed for sending more requests than may wait for their answers.',
    labels: [],
  },
  bodies_cut_total: {
    help: 'Connections closed because a body came in more than a thousand pieces.',
    labels: [],
  },
  rate_limited_total: { help: 'Calls refused with RATE_LIMIT_EXCEEDED.', labels: [] },
  failed_credentials_total: { help: 'Calls with wrong credentials.', labels: [] },
  impressions_total: {
    help: 'Impressions, by whether there was room to count them.',
    labels: ['outcome'],
  },
  mails_refused_total: {
    help: 'Letters not sent because their address got too many in an hour, by kind.',
    labels: ['kind'],
  },
  dashboard_reads_total: {
    help: 'Calls of dashboards that a replica may answer, by who did, and why the primary did.',
    labels: ['from', 'reason'],
  },
  callback_attempts_total: {
    help: 'Attempts to send a callback, by what they came to.',
    labels: ['outcome'],
  },
}

interface TimerRow extends CounterRow {
  readonly buckets: readonly number[]
}

const secondBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

const timers: Record<TimerName, TimerRow> = {
  http_request_seconds: {
    help: 'Time to answer, by route pattern and status.',
    labels: ['method', 'route', 'status'],
    buckets: secondBuckets,
  },
  flush_seconds: { help: 'Time of one group commit, by queue.', labels: ['queue'], buckets: secondBuckets },
  flush_rows: {
    help: 'Rows of one group commit, by queue.',
    labels: ['queue'],
    buckets: [1, 2, 5, 10, 25, 50, 100, 250, 500],
  },
  callback_first_attempt_seconds: {
    help: 'From the change of a conversion to the first attempt to tell of it.',
    labels: [],
    buckets: secondBuckets,
  },
  callback_attempt_seconds: {
    help: 'Time that receivers take to answer a callback.',
    labels: [],
    buckets: [...secondBuckets, 10],
  },
}

/** One of several figures whose labels are known only when they are read. */
interface LabelledFigure {
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

/** A figure that is read when somebody asks. */
interface GaugeRow {
  readonly name: string
  readonly help: string
  /** Those of its figure; for several figures the names alone count. */
  readonly labels?: Readonly<Record<string, string>>
  /** Undefined: nobody knows, and nothing is said. */
  readonly read: () => number | undefined | readonly LabelledFigure[]
  /** The rule over several processes: the sum, or the largest where all of them see the same. */
  readonly over?: 'sum' | 'max'
}

export interface MeterRegistry extends Meters {
  gauge(row: GaugeRow): void
  /** The text of /metrics, and its content type. */
  print(): Promise<{ text: string; contentType: string }>
}

/** Where several processes answer, one that is late or was started again is enough to look: a mean, or nothing, would hide it. */
const largestOverProcesses = [
  'quoin_process_start_time_seconds',
  'quoin_nodejs_eventloop_lag_p99_seconds',
] as const

const noLabels: Readonly<Record<string, string>> = {}

export function openMeters(): MeterRegistry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix: 'quoin_' })
  for (const name of largestOverProcesses)
    Object.assign(registry.getSingleMetric(name) ?? {}, { aggregator: 'max' })
  const byCounter = new Map<CounterName, Counter>()
  for (const [name, { help, labels }] of Object.entries(counters) as [CounterName, CounterRow][]) {
    const options = { name: `quoin_${name}`, help, labelNames: labels, registers: [registry] }
    byCounter.set(name, new Counter(options))
  }
  const byTimer = new Map<TimerName, TalliedHistogram>()
  for (const [name, row] of Object.entries(timers) as [TimerName, TimerRow][]) {
    const timer = new TalliedHistogram({ name: `quoin_${name}`, ...row })
    timer.register(registry)
    byTimer.set(name, timer)
  }
  const gauges = new Map<string, GaugeRow[]>()
  const printAll = cluster.isWorker ? shareMetrics(registry) : () => registry.metrics()
  /** Whoever asks in one turn of the event loop gets the same: many at once must not take the process. */
  let printing: Promise<string> | undefined
  const printOnce = (): Promise<string> => {
    printing ??= endOfTurn()
      .then(printAll)
      .finally(() => {
        printing = undefined
      })
    return printing
  }
  return {
    count: (name, labels = noLabels) => byCounter.get(name)?.inc(labels),
    observe: (name, value, labels = noLabels) => byTimer.get(name)?.observe(value, labels),
    gauge: (row) => addGauge(registry, gauges, row),
    print: async () => ({ text: await printOnce(), contentType: registry.contentType }),
  }
}

/** Rows of one name share a gauge and differ by label. */
function addGauge(registry: Registry, gauges: Map<string, GaugeRow[]>, row: GaugeRow): void {
  const rows = gauges.get(row.name)
  if (rows) {
    rows.push(row)
    return
  }
  const mine = [row]
  gauges.set(row.name, mine)
  new Gauge({
    name: `quoin_${row.name}`,
    help: row.help,
    labelNames: Object.keys(row.labels ?? {}),
    aggregator: row.over ?? 'sum',
    registers: [registry],
    collect() {
      for (const { labels = {}, read } of mine) {
        const figures = read()
        if (figures === undefined) {
          this.remove(labels)
          continue
        }
        if (typeof figures === 'number') {
          this.set(labels, figures)
          continue
        }
        this.reset()
        for (const figure of figures) this.set(figure.labels, figure.value)
      }
    },
  })
}
