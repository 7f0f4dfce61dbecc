import { dayMs, hourMs, minuteMs } from '../time/durations.ts'

export const periodicWorkNames = [
  'statistics',
  'callbacks',
  'alerts',
  'jobs',
  'holds',
  'upkeep',
  'ranking',
  'peers',
  'sizes',
  'learning',
  'spool_replay',
] as const
export type PeriodicWorkName = (typeof periodicWorkNames)[number]

interface PeriodicWorkRow {
  readonly title: string
  /** The sentence that tells what does not happen without it. */
  readonly purpose: string
  /** How often it notes that it did well; null: only when there is something to do. Those that run more often note it once a minute. */
  readonly everyMs: number | null
}

/** All that runs again and again by itself, the most often first. */
export const periodicWorks: Readonly<Record<PeriodicWorkName, PeriodicWorkRow>> = {
  statistics: {
    title: 'Statistics',
    purpose: 'Reports read more and more raw rows, and become slow.',
    everyMs: minuteMs,
  },
  callbacks: {
    title: 'Callbacks',
    purpose: 'Publishers are not told of conversions.',
    everyMs: minuteMs,
  },
  alerts: {
    title: 'Alerts',
    purpose: 'Nobody is told of what needs a person.',
    everyMs: minuteMs,
  },
  jobs: {
    title: 'Jobs',
    purpose: 'Imports, replays and checks wait.',
    everyMs: minuteMs,
  },
  holds: {
    title: 'Holds and imports',
    purpose: 'Conversions stay held after their time, and abandoned imports stay open.',
    everyMs: minuteMs,
  },
  upkeep: {
    title: 'Hourly upkeep',
    purpose:
      'Partitions for new clicks are not made, claims and erasures are not finished, old rows stay and fill the disk.',
    everyMs: hourMs,
  },
  ranking: {
    title: 'Ranking',
    purpose: 'The recommended order of offers stays as it was.',
    everyMs: 10 * minuteMs,
  },
  peers: {
    title: 'Comparison of accounts',
    purpose: 'Accounts that differ from their peers are not noticed.',
    everyMs: 10 * minuteMs,
  },
  sizes: {
    title: 'Disk samples',
    purpose: 'Nobody knows how many days of disk are left.',
    everyMs: hourMs,
  },
  learning: {
    title: 'Risk learning',
    purpose: 'The weights of risk stay as they were.',
    everyMs: dayMs,
  },
  spool_replay: {
    title: 'Replay of the spool',
    purpose: 'Clicks of an outage stay on the disk.',
    everyMs: null,
  },
}

/** After a start and after an outage everything is a little late. */
const graceMs = 5 * minuteMs

interface WorkAge {
  /** Since its last success, or since it was first expected to have one. */
  readonly ageMs: number
  /** For how long the process has had its database. */
  readonly steadyForMs: number
  /** How many times its pace is too long. */
  readonly times: number
}

export function isWorkLate(name: PeriodicWorkName, { ageMs, steadyForMs, times }: WorkAge): boolean {
  const { everyMs } = periodicWorks[name]
  return everyMs !== null && steadyForMs > graceMs && ageMs > times * everyMs
}
