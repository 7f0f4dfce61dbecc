import type { AuditRow } from '../audit-row.ts'

const causes: Readonly<Record<string, string>> = {
  gone: 'It answered that it is gone for good.',
  failing: 'It had failed for too long.',
}

export const callbackRows = {
  'callback_endpoint.set': {
    kind: 'callbacks.endpoints',
    says: 'set up the receiver of {endpoint}',
    adds: '[Callbacks go to {url}.]',
  },
  'callback_endpoint.removed': {
    kind: 'callbacks.endpoints',
    says: 'removed the receiver of {endpoint}',
    adds: '[Callbacks went to {url}.]',
  },
  'callback_endpoint.secret_rotated': {
    kind: 'access.keys',
    says: 'made a new callback secret for {endpoint}',
  },
  'callback_endpoint.disabled': {
    kind: 'callbacks.switched',
    says: 'turned off the receiver of {endpoint}',
    adds: ({ field }) => causes[String(field('reason'))] ?? '',
    hasReasonWord: true,
  },
  'callback_endpoint.enabled': {
    kind: 'callbacks.switched',
    says: 'turned the receiver of {endpoint} on again',
    adds: ({ field }) => {
      const cause = causes[String(field('wasDisabledFor'))]
      return cause === undefined
        ? ''
        : `It had been turned off: ${cause.charAt(0).toLowerCase()}${cause.slice(1)}`
    },
  },
  'callback_endpoint.replayed': {
    kind: 'callbacks.replayed',
    says: ({ field }) =>
      field('callbackId') === undefined
        ? 'sent {replayed} callbacks again to {endpoint}'
        : 'sent a callback again to {endpoint}',
    adds: '[Those of {from} to {until}.]',
  },
} as const satisfies Readonly<Record<string, AuditRow>>
