import type { AuditRow } from '../audit-row.ts'

export const listRows = {
  'list_entry.added': {
    kind: 'lists.entries',
    says: 'put {entry} on the {list} list{scope}',
    adds: '[Until {expires}.]',
  },
  'list_entry.removed': {
    kind: 'lists.entries',
    says: 'took {entry} off the {list} list{scope}',
  },
  'risk_weights.activated': { kind: 'lists.weights', says: 'put the risk weights {id} into use' },
  'risk_weights.left': { kind: 'lists.weights', says: 'set the learned risk weights {id} aside' },
  'user.erased': {
    kind: 'lists.erased',
    says: 'erased a user of {app}',
    adds: 'A random name stands in the user’s place.',
  },
} as const satisfies Readonly<Record<string, AuditRow>>
