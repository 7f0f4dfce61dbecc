import type { AuditRow } from './audit-row.ts'
import { type AuditGroup, type AuditKind, groupOf } from './audit-kinds.ts'
import { callbackRows } from './rows/callback-rows.ts'
import { listRows } from './rows/list-rows.ts'
import { moneyRows } from './rows/money-rows.ts'
import { networkRows } from './rows/network-rows.ts'
import { offerRows } from './rows/offer-rows.ts'
import { peopleRows } from './rows/people-rows.ts'
import { platformRows } from './rows/platform-rows.ts'
import { publisherRows } from './rows/publisher-rows.ts'
import { reviewRows } from './rows/review-rows.ts'

const rows = {
  ...moneyRows,
  ...offerRows,
  ...reviewRows,
  ...publisherRows,
  ...networkRows,
  ...callbackRows,
  ...listRows,
  ...peopleRows,
  ...platformRows,
} as const

/** Everything that the audit log knows how to tell: the server notes nothing else. */
export type AuditAction = keyof typeof rows

export const auditActions: Readonly<Record<AuditAction, AuditRow>> = rows

/** Rows of other versions of Quoin may have actions that this one does not know. */
export function findAuditRow(action: string): AuditRow | undefined {
  return Object.hasOwn(auditActions, action) ? auditActions[action as AuditAction] : undefined // just asked
}

/** The actions of a kind, or of all kinds of a group. */
export function actionsOf(kind: AuditKind | AuditGroup): readonly AuditAction[] {
  const actions = Object.keys(auditActions) as AuditAction[] // the keys of this very table
  return actions.filter((action) => {
    const own = auditActions[action].kind
    return own === kind || groupOf(own) === kind
  })
}
