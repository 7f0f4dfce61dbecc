import { keptDays } from '../kept-days.ts'
import type { TableFacts } from './table-facts.ts'

/** The log of changes, work in the background, alerts, tickets and what the server keeps of itself. */
export const platformTables: Readonly<Record<string, TableFacts>> = {
  audit_log: {
    purpose: 'Who changed what. `quoin audit export` writes it as JSON lines.',
    bound: 'grows with changes by people and commands',
    kept: { kind: 'always' },
  },
  write_numbers: {
    purpose: 'The numbers of transactions that wrote rows.',
    bound: 'one row',
    kept: { kind: 'present' },
  },
  id_cells: {
    purpose: 'The cell of this installation, and from when on ids carry it.',
    bound: 'one row',
    kept: { kind: 'present' },
  },
  work_successes: {
    purpose: 'When each periodic work last did well.',
    bound: 'one row for each work',
    kept: { kind: 'present' },
  },
  size_samples: {
    purpose: 'The size of the database and the free disk of each machine, for the days that are left.',
    bound: 'the newest 31 days of each data directory',
    kept: { kind: 'present' },
  },
  trusted_clock: {
    purpose: 'The time that decides what cannot be undone.',
    bound: 'one row',
    kept: { kind: 'present' },
  },
  jobs: {
    purpose: 'Long work and how it ended.',
    bound: 'deleted when it has ended for long',
    kept: { kind: 'days', days: keptDays.jobs },
  },
  demo_month: {
    purpose: "How far the demo's month is.",
    bound: 'one row',
    kept: { kind: 'present' },
  },
  alert_rules: {
    purpose: 'What was chosen about alerts.',
    bound: 'one for each rule at most',
    kept: { kind: 'present' },
  },
  alert_settings: {
    purpose: 'Quiet hours, and the last look.',
    bound: 'one row',
    kept: { kind: 'present' },
  },
  alert_channels: {
    purpose: 'Where alerts go.',
    bound: 'one for each',
    kept: { kind: 'present' },
  },
  alerts: {
    purpose: 'What needed a person, from begin to end.',
    bound: 'deleted when it has been over for long',
    kept: { kind: 'days', days: keptDays.alerts },
  },
  alert_messages: {
    purpose: 'What was sent of alerts.',
    bound: 'deleted with the alert',
    kept: { kind: 'days', days: keptDays.alerts },
  },
  tickets: {
    purpose: 'Questions of users about missed rewards.',
    bound: 'one for each click that was asked about; erased with the user',
    kept: { kind: 'always' },
  },
  wall_handoffs: {
    purpose: 'Codes by which a visit goes on on a phone, as digests.',
    bound: 'each has an end, of minutes',
    kept: { kind: 'present' },
  },
  api_calls: {
    purpose: 'The last calls of apps, for their log.',
    bound: 'the last 1,000 of each app and mode; deleted by age',
    kept: { kind: 'days', days: keptDays.apiCalls },
    isUnlogged: true,
  },
  open_streams: {
    purpose: 'Live views that are open.',
    bound: 'each has a lease of seconds',
    kept: { kind: 'present' },
    isUnlogged: true,
  },
  mails_sent: {
    purpose: 'Mails of the last hour, for their limits.',
    bound: 'deleted after an hour',
    kept: { kind: 'present' },
    isUnlogged: true,
  },
  recent_writes: {
    purpose: 'How far a standby must be, for those who have changed something on a dashboard to see it.',
    bound: '256 rows',
    kept: { kind: 'present' },
  },
  master_secret: {
    purpose: 'Fingerprints of the master secret.',
    bound: 'one row',
    kept: { kind: 'present' },
  },
  server_settings: {
    purpose: 'Settings that a server left for commands.',
    bound: 'one row',
    kept: { kind: 'present' },
  },
  schema_migrations: {
    purpose: 'Migrations that were applied.',
    bound: 'one for each',
    kept: { kind: 'present' },
  },
}
