import type { AuditRow } from '../audit-row.ts'

const decisions: Readonly<Record<string, string>> = {
  approved: 'confirmed',
  rejected: 'refused',
  reversed: 'took back',
}

export const reviewRows = {
  'conversion.reviewed': {
    kind: 'review.decided',
    says: ({ after }) =>
      `${decisions[String(after['status'])] ?? 'moved'} a conversion[ of {user}][ on {offer}][, {payout}]`,
  },
  'conversion.kept_in_review': {
    kind: 'review.decided',
    says: 'kept a conversion[ of {user}][ on {offer}] in review',
  },
  'ticket.answered': {
    kind: 'review.tickets',
    says: 'answered {object}[ of {user}][ about {offer}]',
  },
} as const satisfies Readonly<Record<string, AuditRow>>
