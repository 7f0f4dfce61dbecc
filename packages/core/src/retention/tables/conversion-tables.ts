import { keptDays } from '../kept-days.ts'
import type { TableFacts } from './table-facts.ts'

/** Clicks, conversions, debts, terms, caps and callbacks. */
export const conversionTables: Readonly<Record<string, TableFacts>> = {
  fresh_clicks: {
    purpose: 'The clicks of the weeks that are written to, in partitions by week.',
    bound: 'a week that has ended is settled',
    kept: { kind: 'setting', variable: 'CLICK_RETENTION_DAYS', more: keptDays.clicksSetAside },
  },
  settled_clicks: {
    purpose: 'The clicks of weeks that have ended, in partitions by week.',
    bound: 'dropped by the week',
    kept: { kind: 'setting', variable: 'CLICK_RETENTION_DAYS', more: keptDays.clicksSetAside },
  },
  wide_clicks: {
    purpose: 'The clicks of before 0.3.0 that are not rewritten yet, in partitions by week.',
    bound: 'rewritten, or dropped by the week',
    kept: { kind: 'setting', variable: 'CLICK_RETENTION_DAYS', more: keptDays.clicksSetAside },
  },
  click_agents: {
    purpose: 'User-Agents that many clicks share.',
    bound: '32,768 rows, 4,096 new ones in 16 days',
    kept: { kind: 'always' },
  },
  click_cutover: {
    purpose: 'From which id on clicks are written in fewer bytes.',
    bound: 'one',
    kept: { kind: 'always' },
  },
  click_changes: {
    purpose: 'Clicks of a week that have changed while it is rewritten.',
    bound: 'emptied with each week',
    kept: { kind: 'present' },
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
  told_ids: {
    purpose: 'Ids that receivers were told behind the moment that the database was restored to.',
    bound: 'those of the last restores',
    kept: { kind: 'setting', variable: 'CALLBACK_RETENTION_DAYS' },
  },
  told_progress: {
    purpose: 'How far such ids are kept beside the backups.',
    bound: 'one row',
    kept: { kind: 'present' },
  },
  callback_attempts: {
    purpose: 'Attempts of callbacks.',
    bound: 'deleted with their callback',
    kept: { kind: 'setting', variable: 'CALLBACK_RETENTION_DAYS' },
  },
}
