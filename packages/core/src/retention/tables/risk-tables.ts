import { keptDays } from '../kept-days.ts'
import type { TableFacts } from './table-facts.ts'

/** Devices, scores and lists. */
export const riskTables: Readonly<Record<string, TableFacts>> = {
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
}
