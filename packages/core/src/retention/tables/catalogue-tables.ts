import { keptDays } from '../kept-days.ts'
import type { TableFacts } from './table-facts.ts'

/** Publishers, networks and offers. */
export const catalogueTables: Readonly<Record<string, TableFacts>> = {
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
  offer_edits: {
    purpose: 'Edits of many offers at once.',
    bound: 'deleted by age',
    kept: { kind: 'days', days: keptDays.offerEdits },
  },
  offer_edit_rows: {
    purpose: 'What such an edit changed of each offer, by which it is taken back.',
    bound: '10,000 for each edit at most; deleted with it',
    kept: { kind: 'days', days: keptDays.offerEdits },
  },
  sources: {
    purpose: 'Networks whose offers come by themselves, with their sealed keys.',
    bound: 'one for each',
    kept: { kind: 'always' },
  },
  source_mappings: {
    purpose: 'Where sources of feeds of any shape have their offers, version by version.',
    bound: 'the newest hundred of each source',
    kept: { kind: 'always' },
  },
  source_runs: {
    purpose: 'Each time that a source was asked, and what came of it.',
    bound: 'fifty for each source, and one that waits',
    kept: { kind: 'present' },
  },
  source_run_offers: {
    purpose: 'Offers of such a run that were not as before.',
    bound: 'deleted with their run',
    kept: { kind: 'present' },
  },
  source_postbacks: {
    purpose: 'Whether a network has the postback that a source has set up there, as it was last seen.',
    bound: 'one for each source',
    kept: { kind: 'always' },
  },
  source_links: {
    purpose: 'Whether links of a source still work, as they were last seen.',
    bound: 'one for each offer of a source that was looked at',
    kept: { kind: 'always' },
  },
  source_offers: {
    purpose: 'What a source wrote last about each of its offers, and which forbidden ones are allowed.',
    bound: 'one for each offer of a source',
    kept: { kind: 'always' },
  },
  feed_paces: {
    purpose: 'When each host of a network may be asked next.',
    bound: 'deleted after a day without a question',
    kept: { kind: 'present' },
  },
  offer_numbering: {
    purpose: 'How many changes of offers there were, and which process finds them.',
    bound: 'one row',
    kept: { kind: 'present' },
  },
  offer_states: {
    purpose: 'What publishers see of each offer: the number of its last change, and a fingerprint.',
    bound: 'one for each offer; removed ones are deleted by age',
    kept: { kind: 'days', days: keptDays.removedOffers },
  },
  offer_followers: {
    purpose: 'How far endpoints were told of changes of offers.',
    bound: 'one for each endpoint that is told',
    kept: { kind: 'present' },
  },
  offer_callbacks: {
    purpose: 'Which changes of offers a callback tells.',
    bound: 'deleted with its callback',
    kept: { kind: 'setting', variable: 'CALLBACK_RETENTION_DAYS' },
  },
  snapshot_versions: {
    purpose: 'Which snapshots changed last.',
    bound: 'a row for each snapshot and import under way',
    kept: { kind: 'present' },
  },
}
