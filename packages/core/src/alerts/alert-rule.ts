/** Each rule is named after the event for which a person is needed. */
export const alertRuleNames = [
  'secret_leaked',
  'network_silent',
  'endpoint_dead',
  'callbacks_failing',
  'postbacks_refused',
  'margin_low',
  'rates_late',
  'source_failing',
  'source_waiting',
  'postback_gone',
  'links_dead',
  'callbacks_late',
  'statistics_late',
  'backup_late',
  'backup_failed',
  'standby_missing',
  'disk_low',
  'spool_full',
  'spool_waiting',
  'work_late',
  'disk_filling',
  'clock_doubted',
  'review_waiting',
  'tickets_waiting',
  'publisher_waiting',
  'caps_reached',
] as const
export type AlertRuleName = (typeof alertRuleNames)[number]

/** How bad it is: something is broken, may break, or waits for a decision. */
export const severities = ['broken', 'warning', 'waiting'] as const
export type Severity = (typeof severities)[number]

/** Pages of `docs/runbooks` that these rules lead to. The alerts for Prometheus lead to them and to others. */
type Runbook = 'backups' | 'callbacks' | 'clock' | 'disk' | 'late-work' | 'spool' | 'standby-missing'

interface AlertRuleRow {
  /** It speaks of traffic, and says nothing of traffic that is still being made up: of that much is late and silent. */
  readonly isOfTraffic: boolean
  readonly severity: Severity
  readonly title: string
  /** When it begins, with `{threshold}` for the number. */
  readonly description: string
  /** Null: there is nothing to choose. */
  readonly threshold: { readonly standard: number; readonly min: number; readonly max: number } | null
  /** Whether it is sent unless somebody chooses otherwise. It is shown in any case. */
  readonly isOn: boolean
  /** The page that says what to do; null where the page of the dashboard that the alert leads to is enough. */
  readonly runbook: Runbook | null
}

/** Worst first: in this order they are shown. */
export const alertRules: Readonly<Record<AlertRuleName, AlertRuleRow>> = {
  secret_leaked: {
    isOfTraffic: false,
    severity: 'broken',
    title: 'Leaked secret',
    description: 'An API secret arrived from a browser and is still valid.',
    threshold: null,
    isOn: true,
    runbook: null,
  },
  network_silent: {
    isOfTraffic: true,
    severity: 'broken',
    title: 'Silent network',
    description: 'An active network has sent nothing for {threshold} times its usual gap.',
    threshold: { standard: 4, min: 2, max: 100 },
    isOn: true,
    runbook: null,
  },
  endpoint_dead: {
    isOfTraffic: true,
    severity: 'broken',
    title: 'Dead callback endpoint',
    description:
      'A receiver has answered nothing but failures for {threshold} minutes, or callbacks to it were stopped.',
    threshold: { standard: 60, min: 5, max: 10_080 },
    isOn: true,
    runbook: 'callbacks',
  },
  callbacks_failing: {
    isOfTraffic: true,
    severity: 'warning',
    title: 'Failing callbacks',
    description:
      'Fewer than {threshold} % of the newest callbacks to a receiver are delivered, and some wait.',
    threshold: { standard: 95, min: 1, max: 100 },
    isOn: true,
    runbook: 'callbacks',
  },
  postbacks_refused: {
    isOfTraffic: true,
    severity: 'broken',
    title: 'Refused postbacks',
    description: 'More than {threshold} % of the postbacks of a network are refused.',
    threshold: { standard: 5, min: 1, max: 100 },
    isOn: true,
    runbook: null,
  },
  margin_low: {
    isOfTraffic: true,
    severity: 'warning',
    title: 'Low margin',
    description: 'Less than {threshold} % of the revenue of a network since yesterday is kept.',
    threshold: { standard: 5, min: 0, max: 100 },
    isOn: true,
    runbook: null,
  },
  rates_late: {
    isOfTraffic: false,
    severity: 'warning',
    title: 'Old exchange rates',
    description:
      'Offers are paid in a currency whose newest exchange rate is more than {threshold} days old.',
    threshold: { standard: 2, min: 1, max: 7 },
    isOn: true,
    runbook: null,
  },
  source_failing: {
    isOfTraffic: false,
    severity: 'warning',
    title: 'Failing source',
    description: 'A source of offers has failed {threshold} times in a row, or its key is refused.',
    threshold: { standard: 3, min: 1, max: 100 },
    isOn: true,
    runbook: null,
  },
  source_waiting: {
    isOfTraffic: false,
    severity: 'waiting',
    title: 'A run waits',
    description:
      'A source has read its offers, and a person must look at them: it is the first run, many would end, prices moved, or some are missing.',
    threshold: null,
    isOn: true,
    runbook: null,
  },
  postback_gone: {
    isOfTraffic: false,
    severity: 'broken',
    title: 'Postback gone',
    description: 'A network does not have the postback any more that was set up there by its API.',
    threshold: null,
    isOn: true,
    runbook: null,
  },
  links_dead: {
    isOfTraffic: false,
    severity: 'warning',
    title: 'Dead links',
    description: 'More than {threshold} % of the links of a source that were looked at lately lead nowhere.',
    threshold: { standard: 10, min: 1, max: 100 },
    isOn: true,
    runbook: null,
  },
  callbacks_late: {
    isOfTraffic: true,
    severity: 'broken',
    title: 'Late callbacks',
    description: 'Callbacks to receivers that answer are more than {threshold} minutes late.',
    threshold: { standard: 5, min: 1, max: 1_440 },
    isOn: true,
    runbook: 'callbacks',
  },
  statistics_late: {
    isOfTraffic: true,
    severity: 'warning',
    title: 'Late statistics',
    description: 'Statistics are more than {threshold} minutes behind.',
    threshold: { standard: 10, min: 2, max: 1_440 },
    isOn: true,
    runbook: 'late-work',
  },
  backup_late: {
    isOfTraffic: false,
    severity: 'broken',
    title: 'Late backup',
    description: 'The last good backup is {threshold} hours older than BACKUP_EVERY allows.',
    threshold: { standard: 1, min: 1, max: 168 },
    isOn: true,
    runbook: 'backups',
  },
  backup_failed: {
    isOfTraffic: false,
    severity: 'broken',
    title: 'Failed backup',
    description: 'Two backups in a row failed, or the newest was proved to be no good.',
    threshold: null,
    isOn: true,
    runbook: 'backups',
  },
  standby_missing: {
    isOfTraffic: false,
    severity: 'broken',
    title: 'No synchronous standby',
    description: 'REQUIRE_STANDBY is set, and clicks and postbacks are acknowledged without a copy.',
    threshold: null,
    isOn: true,
    runbook: 'standby-missing',
  },
  disk_low: {
    isOfTraffic: false,
    severity: 'broken',
    title: 'Little disk left',
    description: 'Less than {threshold} % of a disk that Quoin writes to is free.',
    threshold: { standard: 10, min: 1, max: 90 },
    isOn: true,
    runbook: 'disk',
  },
  spool_full: {
    isOfTraffic: false,
    severity: 'broken',
    title: 'Spool fills up',
    description: 'Clicks that wait for the database take more than {threshold} % of SPOOL_MAX_MB.',
    threshold: { standard: 50, min: 1, max: 100 },
    isOn: true,
    runbook: 'spool',
  },
  spool_waiting: {
    isOfTraffic: false,
    severity: 'broken',
    title: 'Spool is not empty',
    description:
      'Clicks have waited on the disk for more than {threshold} minutes although the database is there.',
    threshold: { standard: 10, min: 1, max: 1_440 },
    isOn: true,
    runbook: 'spool',
  },
  work_late: {
    isOfTraffic: false,
    severity: 'broken',
    title: 'Late periodic work',
    description: 'A periodic work has had no success for {threshold} times its pace.',
    threshold: { standard: 3, min: 2, max: 100 },
    isOn: true,
    runbook: 'late-work',
  },
  disk_filling: {
    isOfTraffic: false,
    severity: 'warning',
    title: 'Disk fills up',
    description: 'The disk of the embedded database is full in less than {threshold} days if it goes on so.',
    threshold: { standard: 14, min: 1, max: 365 },
    isOn: true,
    runbook: 'disk',
  },
  clock_doubted: {
    isOfTraffic: false,
    severity: 'warning',
    title: 'Clock in doubt',
    description:
      'The clock of the database is a day or more from where it was, or differs from that of a process by a minute.',
    threshold: null,
    isOn: true,
    runbook: 'clock',
  },
  review_waiting: {
    isOfTraffic: false,
    severity: 'waiting',
    title: 'Waiting for review',
    description: 'The oldest conversion in review has waited for more than {threshold} hours.',
    threshold: { standard: 24, min: 1, max: 720 },
    isOn: true,
    runbook: null,
  },
  tickets_waiting: {
    isOfTraffic: false,
    severity: 'waiting',
    title: 'Tickets wait for an answer',
    description:
      'The oldest question of a user about a missing reward has waited for more than {threshold} days.',
    threshold: { standard: 7, min: 1, max: 60 },
    isOn: true,
    runbook: null,
  },
  publisher_waiting: {
    isOfTraffic: false,
    severity: 'waiting',
    title: 'Publishers wait for approval',
    description: 'A publisher who signed up has waited for more than {threshold} hours.',
    threshold: { standard: 4, min: 0, max: 720 },
    isOn: true,
    runbook: null,
  },
  caps_reached: {
    isOfTraffic: false,
    severity: 'waiting',
    title: 'Offers at their caps',
    description: 'Offers are hidden because their caps are used up.',
    threshold: null,
    isOn: false,
    runbook: null,
  },
}

/** One rule as it is in force. */
export interface RuleInForce {
  readonly isOn: boolean
  readonly threshold: number
}
