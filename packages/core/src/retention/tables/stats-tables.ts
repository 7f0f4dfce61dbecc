import { keptDays } from '../kept-days.ts'
import type { TableFacts } from './table-facts.ts'

/** Statistics and rankings. */
export const statsTables: Readonly<Record<string, TableFacts>> = {
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
  stats_views: {
    purpose: 'Views of the statistics that people saved under a name.',
    bound: '50 for each person, 100 of the team',
    kept: { kind: 'always' },
  },
}
