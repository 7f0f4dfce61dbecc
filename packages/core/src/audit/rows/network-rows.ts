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
  'source.created': { kind: 'networks.sources', says: 'added the source {object}[ of {network}]' },
  'source.updated': { kind: 'networks.sources', says: 'changed the source {object}[ of {network}]' },
  'source.deleted': { kind: 'networks.sources', says: 'removed the source {object}[ of {network}]' },
  'source.pulled': { kind: 'networks.sources', says: 'asked the source {object}[ of {network}]' },
  'source.applied': {
    kind: 'networks.sources',
    says: 'took over {offers} of the source {object}[ of {network}]',
  },
  'source.forbidden': {
    kind: 'networks.sources',
    says: 'paused {offers} of the source {object}[ of {network}], which may not be rewarded',
  },
  'source.run_discarded': {
    kind: 'networks.sources',
    says: 'left a run of the source {object}[ of {network}] aside',
  },
  'source.undone': {
    kind: 'networks.sources',
    says: 'took back a run of the source {object}[ of {network}]: {putBack} put back[, {stayed} changed since and left]',
  },
  'source.offer_allowed': {
    kind: 'networks.sources',
    says: 'allowed the forbidden offer {externalId} of the source {object}[ of {network}]',
  },
  'source.postback_connected': {
    kind: 'networks.sources',
    says: 'set up the postback of the source {object}[ of {network}]',
  },
  'source.allowance_ended': {
    kind: 'networks.sources',
    says: 'took back the allowance of the offer {externalId} of the source {object}[ of {network}]',
  },
  'postbacks.replayed': {
    kind: 'networks.postbacks',
    says: 'replayed {tried} refused postbacks[ of {object}]: {applied} applied',
  },
} as const satisfies Readonly<Record<string, AuditRow>>
