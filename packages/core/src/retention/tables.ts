import { keptDays } from './kept-days.ts'

/** For how long the rows of a table are kept. */
export type Kept =
  /** The books, and what they are explained by: never deleted. */
  | { readonly kind: 'always' }
  /** As long as what it speaks of is there. */
  | { readonly kind: 'present' }
  | { readonly kind: 'days'; readonly days: number }
  /** The days of a setting, and more. */
  | { readonly kind: 'setting'; readonly variable: string; readonly more?: number }
  /** Always, but after some days by the day. */
  | { readonly kind: 'folded' }

interface TableFacts {
  readonly purpose: string
  /** The reason that it does not grow without end, or that it may. */
  readonly bound: string
  readonly kept: Kept
  /** It is empty after a crash of the database: nothing of it is missed. */
  readonly isUnlogged?: boolean
}

/** Every table of the schema: a test holds it to the schema, and docs/tables.md is printed from it. */
export const tables: Readonly<Record<string, TableFacts>> = {
  publishers: {
    purpose: 'The owners of apps.',
    bound: 'one for each',
    kept: { kind: 'always' },
  },
  apps: {
    purpose: 'The apps of publishers, their currency and settings.',
    bound: 'one for each',
    kept: { kind: 'always' },
  },
  api_keys: {
    purpose: 'Public keys of apps, which stand in their links.',
    bound: 'one for each that was made; a revoked one stays',
    kept: { kind: 'always' },
  },
  api_secrets: {
    purpose: 'Secrets of apps, as digests.',
    bound: 'one for each that was made; a revoked one stays',
    kept: { kind: 'always' },
  },
  app_steps: {
    purpose: "How far an app's set-up is.",
    bound: 'one for each app',
    kept: { kind: 'present' },
  },
  first_run_steps: {
    purpose: 'The first moments of the platform, and the last trial of each in test mode.',
    bound: 'two for each of six events',
    kept: { kind: 'always' },
  },
  networks: {
    purpose: 'Networks, how they prove themselves and speak.',
    bound: 'one for each',
    kept: { kind: 'always' },
  },
  import_repairs: {
    purpose: 'Repairs that were accepted for the offer files of a network.',
    bound: 'one for each network',
    kept: { kind: 'present' },
  },
  offers: {
    purpose: 'The catalogue.',
    bound: 'one for each offer that was ever imported; conversions name it',
    kept: { kind: 'always' },
  },
  offer_goals: {
    purpose: 'Goals of offers; retired ones, too.',
    bound: 'a few for each offer',
    kept: { kind: 'always' },
  },
  snapshot_versions: {
    purpose: 'Which snapshots changed last.',
    bound: 'a row for each snapshot and import under way',
    kept: { kind: 'present' },
  },
  clicks: {
    purpose: 'Every click, in partitions by week.',
    bound: 'dropped by the week',
    kept: { kind: 'setting', variable: 'CLICK_RETENTION_DAYS', more: keptDays.clicksSetAside },
  },
  click_weeks_set_aside: {
    purpose: 'Weeks of clicks past retention that are still there.',
    bound: 'a few',
    kept: { kind: 'present' },
  },
  click_outages: {
    purpose: 'Times in which clicks went to a spool.',
    bound: 'deleted when the spool was replayed',
    kept: { kind: 'present' },
  },
  conversions: {
    purpose: 'Conversions as they stand.',
    bound: 'the books',
    kept: { kind: 'always' },
  },
  conversion_events: {
    purpose: 'Each step of each conversion.',
    bound: 'the books',
    kept: { kind: 'always' },
  },
  claim_keys: {
    purpose: 'Idempotency keys of claims.',
    bound: 'one for each claim with a key',
    kept: { kind: 'always' },
  },
  ledger_entries: {
    purpose: 'All debts, in double entry.',
    bound: 'the books',
    kept: { kind: 'always' },
  },
  settlements: {
    purpose: 'Payments and adjustments.',
    bound: 'the books',
    kept: { kind: 'always' },
  },
  margin_rules: {
    purpose: 'Margins by offer, app and country.',
    bound: 'one for each rule and its time',
    kept: { kind: 'always' },
  },
  promotions: {
    purpose: 'Promotions of apps.',
    bound: 'one for each; conversions are explained by it',
    kept: { kind: 'always' },
  },
  exchange_rates: {
    purpose: 'Rates by currency and day.',
    bound: 'one for each currency and day',
    kept: { kind: 'always' },
  },
  postback_requests: {
    purpose:
      'The log of what networks sent. What it said goes first; a row that is no step of a conversion goes with the clicks of its time.',
    bound: 'deleted in the order of ids; steps of conversions stay',
    kept: { kind: 'setting', variable: 'POSTBACK_DATA_DAYS' },
  },
  retention_progress: {
    purpose: 'How far deletions have come that go through a table once.',
    bound: 'one for each of them',
    kept: { kind: 'present' },
  },
  caps: {
    purpose: 'Limits of networks, offers, apps and users.',
    bound: 'one for each',
    kept: { kind: 'present' },
  },
  cap_counters: {
    purpose: 'How much of a cap is used, by day and in all.',
    bound: 'deleted by the day',
    kept: { kind: 'days', days: keptDays.capCounters },
  },
  callback_endpoints: {
    purpose: 'Receivers of callbacks.',
    bound: 'one for each; a removed one goes with its last callback',
    kept: { kind: 'present' },
  },
  callbacks: {
    purpose: 'Callbacks that are owed, sent or given up.',
    bound: 'deleted when they have ended',
    kept: { kind: 'setting', variable: 'CALLBACK_RETENTION_DAYS' },
  },
  callback_attempts: {
    purpose: 'Attempts of callbacks.',
    bound: 'deleted with their callback',
    kept: { kind: 'setting', variable: 'CALLBACK_RETENTION_DAYS' },
  },
  devices: {
    purpose: 'Devices of users, by keyed hashes.',
    bound: 'deleted by age',
    kept: { kind: 'setting', variable: 'DEVICE_LINK_DAYS' },
  },
  device_users: {
    purpose: 'Which users were seen on which device.',
    bound: 'deleted by age',
    kept: { kind: 'setting', variable: 'DEVICE_LINK_DAYS' },
  },
  risk_assessments: {
    purpose: 'Scores of submissions and their reasons.',
    bound: 'deleted by age',
    kept: { kind: 'setting', variable: 'DEVICE_LINK_DAYS' },
  },
  risk_peers: {
    purpose: "Findings about a user's peers.",
    bound: 'each has an end',
    kept: { kind: 'present' },
  },
  risk_peer_rounds: {
    purpose: 'When accounts were compared last.',
    bound: 'one row',
    kept: { kind: 'present' },
  },
  risk_weights: {
    purpose: 'Every version of the scorecard.',
    bound: 'one for each night in which something was learned',
    kept: { kind: 'always' },
  },
  risk_learning: {
    purpose: "The last night's learning.",
    bound: 'one row',
    kept: { kind: 'present' },
  },
  goal_steps: {
    purpose: 'How soon goals follow each other, by day.',
    bound: 'deleted by the day',
    kept: { kind: 'days', days: keptDays.goalSteps },
  },
  list_entries: {
    purpose: 'Block, review and allow lists.',
    bound: 'deleted when they have ended for long',
    kept: { kind: 'setting', variable: 'LIST_ENTRY_DAYS' },
  },
  list_entry_hits: {
    purpose: 'How often entries decided, by day.',
    bound: 'deleted by the day',
    kept: { kind: 'days', days: keptDays.listEntryHits },
  },
  user_erasures: {
    purpose: 'Erasures, and who it was, sealed.',
    bound: 'deleted by age',
    kept: { kind: 'days', days: keptDays.erasures },
  },
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
  stats_15min: {
    purpose:
      'Clicks and conversions by app, offer, country, platform, sub id and status, by the quarter of an hour, later by the UTC day.',
    bound: 'rows of a day become one of each group',
    kept: { kind: 'folded' },
  },
  stats_credit_times: {
    purpose: 'Times to credit, likewise.',
    bound: 'rows of a day become one of each group',
    kept: { kind: 'folded' },
  },
  stats_sums: {
    purpose: 'The same by one thing at a time, by quarter, hour, day and week.',
    bound: 'quarters and hours of a day become one',
    kept: { kind: 'folded' },
  },
  stats_credit_sums: {
    purpose: 'Times to credit by one thing at a time.',
    bound: 'quarters and hours of a day become one',
    kept: { kind: 'folded' },
  },
  stats_app_sums: {
    purpose: 'The same of one app, by day and week.',
    bound: 'a row for each group and day',
    kept: { kind: 'always' },
  },
  stats_app_credit_sums: {
    purpose: 'Times to credit of one app, by day and week.',
    bound: 'a row for each group and day',
    kept: { kind: 'always' },
  },
  stats_sub_ids: {
    purpose: 'Sub ids that are counted by name.',
    bound: '200 for each app and day',
    kept: { kind: 'always' },
  },
  stats_progress: {
    purpose: 'How far the statistics are.',
    bound: 'one row',
    kept: { kind: 'present' },
  },
  impressions: {
    purpose: 'Impressions by app, offer, country and platform, by the hour.',
    bound: 'deleted by the hour',
    kept: { kind: 'days', days: keptDays.impressions },
  },
  rankings: {
    purpose: 'What was known of offers in the last rounds.',
    bound: 'the last three rounds',
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
  people_users: {
    purpose: 'People with an account.',
    bound: 'one for each',
    kept: { kind: 'present' },
  },
  people_accounts: {
    purpose: 'Their ways to sign in; passwords as scrypt.',
    bound: 'one or two for each person',
    kept: { kind: 'present' },
  },
  people_two_factors: {
    purpose: 'Second steps, sealed.',
    bound: 'one for each person at most',
    kept: { kind: 'present' },
  },
  people_sessions: {
    purpose: 'Sessions of people.',
    bound: 'deleted when they have ended',
    kept: { kind: 'present' },
  },
  people_verifications: {
    purpose: 'Codes that wait, and those that were used.',
    bound: 'deleted when they have ended',
    kept: { kind: 'present' },
  },
  people_organizations: {
    purpose: 'The platform and the publishers, as their people see them.',
    bound: 'one for each',
    kept: { kind: 'present' },
  },
  people_members: {
    purpose: 'Who belongs to which, in which role.',
    bound: 'one for each',
    kept: { kind: 'present' },
  },
  people_links: {
    purpose: 'Invitations, links for a password, set-up links, as digests.',
    bound: 'a few hundred a day at most, by the limits of mails and invitations',
    kept: { kind: 'always' },
  },
  people_tokens: {
    purpose: 'Tokens of programs for the operator API, as digests.',
    bound: 'one for each that was made',
    kept: { kind: 'always' },
  },
  people_publisher_tokens: {
    purpose: 'Tokens of programs for the management API, as digests.',
    bound: 'one for each that was made',
    kept: { kind: 'always' },
  },
  people_views: {
    purpose: 'Whose pages an operator looks at as a publisher.',
    bound: 'deleted with the session',
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
