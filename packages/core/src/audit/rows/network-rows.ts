import type { AuditRow } from '../audit-row.ts'

export const networkRows = {
  'network.created': { kind: 'networks.networks', says: 'added the network {object}' },
  'network.updated': { kind: 'networks.networks', says: 'changed the settings of {object}' },
  'network.repairs_kept': {
    kind: 'networks.networks',
    says: 'kept the repairs of offer files of {object}',
  },
  'network.token_rotated': {
    kind: 'networks.networks',
    says: 'made a new postback address for {object}',
    adds: 'The one before it ended at once.',
  },
  'postbacks.replayed': {
    kind: 'networks.postbacks',
    says: 'replayed {tried} refused postbacks[ of {object}]: {applied} applied',
  },
} as const satisfies Readonly<Record<string, AuditRow>>
