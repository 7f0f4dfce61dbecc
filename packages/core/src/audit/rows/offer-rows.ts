import type { AuditRow } from '../audit-row.ts'

export const offerRows = {
  'offer.created': {
    kind: 'offers.changed',
    says: 'added the offer {object}',
    adds: '[Of the network {network}.]',
  },
  'offer.updated': { kind: 'offers.changed', says: 'changed {object}' },
  'offer.paused': { kind: 'offers.paused', says: 'paused {object}', tells: ['status'] },
  'offer.active': { kind: 'offers.paused', says: 'resumed {object}', tells: ['status'] },
  'offer.tried': { kind: 'offers.changed', says: 'made a test click on {object}' },
  'offer.hold_set': { kind: 'offers.caps', says: 'set the hold of {object} to {days}' },
  'offers.imported': {
    kind: 'offers.imported',
    says: 'imported {imported} of {object}: {created} new, {updated} changed[, {refused} refused]',
  },
  'offers.edited': {
    kind: 'offers.changed',
    says: 'changed {object}[ of {network}]',
    adds: '{edit}',
  },
  'offers.edit_undone': {
    kind: 'offers.changed',
    says: 'took back a change of {object}[ of {network}]: {putBack} put back[, {stayed} changed since and left]',
  },
  'cap.set': { kind: 'offers.caps', says: 'set a cap{scope}: {limit}' },
  'cap.removed': { kind: 'offers.caps', says: 'removed a cap{scope}: {limit}' },
} as const satisfies Readonly<Record<string, AuditRow>>
