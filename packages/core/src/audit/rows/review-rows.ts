import type { AuditRow } from '../audit-row.ts'

const decisions: Readonly<Record<string, string>> = {
  approved: 'confirmed',
  rejected: 'refused',
  reversed: 'took back',
}

function verbOf(before: unknown, after: unknown): string {
  const isCounter = before === 'approved' || before === 'rejected' || before === 'reversed'
  if (isCounter && after !== 'reversed') return 'gave after all'
  return decisions[String(after)] ?? 'moved'
}

export const reviewRows = {
  'conversion.reviewed': {
    kind: 'review.decided',
    tells: ['status', 'reason'],
    says: ({ before, after }) =>
      `${verbOf(before['status'], after['status'])} a conversion[ of {user}][ on {offer}][, {payout}]`,
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
