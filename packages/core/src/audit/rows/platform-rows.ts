import type { AuditRow } from '../audit-row.ts'

export const platformRows = {
  'alert_channel.created': { kind: 'platform.alerts', says: 'added the alert channel {name}' },
  'alert_channel.updated': { kind: 'platform.alerts', says: 'changed {object}' },
  'alert_channel.removed': { kind: 'platform.alerts', says: 'removed the alert channel {name}' },
  'alert_rule.updated': { kind: 'platform.alerts', says: 'changed the alert {id}' },
  'alert_settings.updated': { kind: 'platform.alerts', says: 'changed the quiet hours of alerts' },
  'first_run.tried': {
    kind: 'platform.system',
    says: 'tried the first run in test mode, up to its {id}',
    adds: 'With test data alone.',
  },
  'stats_view.saved': { kind: 'platform.system', says: 'saved the view {name} of the statistics' },
  'stats_view.deleted': { kind: 'platform.system', says: 'deleted the view {name} of the statistics' },
  'stats.rebuilt': { kind: 'platform.system', says: 'rebuilt the statistics since {since}' },
  'secret.accepted': {
    kind: 'platform.system',
    says: 'accepted another master secret',
    adds: 'All that was sealed with the one before it must be entered anew.',
  },
  'clock.confirmed': { kind: 'platform.system', says: 'confirmed that the clock of the database is right' },
  'database.accepted': {
    kind: 'platform.system',
    says: 'accepted the database server {id} as the one to write to',
  },
} as const satisfies Readonly<Record<string, AuditRow>>
