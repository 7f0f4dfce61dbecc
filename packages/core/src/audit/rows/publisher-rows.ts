import type { AuditRow } from '../audit-row.ts'

export const publisherRows = {
  'publisher.created': { kind: 'publishers.publishers', says: 'added the publisher {object}' },
  'publisher.signed_up': { kind: 'publishers.publishers', says: 'signed up the publisher {object}' },
  'publisher.renamed': {
    kind: 'publishers.publishers',
    says: 'renamed the publisher {object}',
  },
  'publisher.approved': { kind: 'publishers.publishers', says: 'approved {object}', tells: ['status'] },
  'publisher.suspended': { kind: 'publishers.publishers', says: 'suspended {object}', tells: ['status'] },
  'publisher.resumed': { kind: 'publishers.publishers', says: 'let {object} go on', tells: ['status'] },
  'publisher.view_begun': {
    kind: 'access.views',
    says: ({ field }) =>
      field('mayChange') === true
        ? 'opened the dashboard of {object}, with leave to change it'
        : 'looked at the dashboard of {object}',
    adds: 'Nothing can be changed while looking.',
  },
  'publisher.view_ended': { kind: 'access.views', says: 'left the dashboard of {object}' },
  'app.created': { kind: 'publishers.apps', says: 'added the app {object}[ of {publisher}]' },
  'app.updated': { kind: 'publishers.apps', says: 'changed the settings of {object}' },
  'app.link_key_rotated': {
    kind: 'access.keys',
    says: 'made a new link key for {object}',
    adds: 'Links signed with the key before it work until the next one.',
  },
  'app.called_as': {
    kind: 'access.views',
    says: 'called the API as {object}',
    adds: 'The call was {operation}[, with {mode} credentials][, and was answered {status}].',
  },
  'key.rotated': {
    kind: 'access.keys',
    says: 'made a new {mode} key for {object}',
    adds: 'Those before it {overlap}.',
  },
  'secret.rotated': {
    kind: 'access.keys',
    says: 'made a new {mode} secret for {object}',
    adds: 'Those before it {overlap}.',
  },
  'credential.revoked': { kind: 'access.keys', says: 'ended a {credential} of {object}' },
} as const satisfies Readonly<Record<string, AuditRow>>
