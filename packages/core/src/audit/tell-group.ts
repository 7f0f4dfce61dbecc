import { type AuditAction, findAuditRow } from './audit-actions.ts'
import { plain, strong } from './piece.ts'
import { tellCount } from './tell-value.ts'
import type { ToldChange } from './tell-change.ts'

/** Words for several changes of an action together; otherwise the newest is told, and how many more there are. */
const together: Partial<Readonly<Record<AuditAction, readonly [says: string, one: string, many: string]>>> = {
  'conversion.reviewed': ['decided', 'conversion', 'conversions'],
  'conversion.kept_in_review': ['kept in review', 'conversion', 'conversions'],
  'ticket.answered': ['answered', 'ticket', 'tickets'],
  'settlement.paid': ['recorded', 'payment', 'payments to publishers'],
  'settlement.received': ['recorded', 'payment', 'payments of networks'],
  'offer.created': ['added', 'offer', 'offers'],
  'offer.updated': ['changed', 'offer', 'offers'],
  'offer.paused': ['paused', 'offer', 'offers'],
  'offer.active': ['resumed', 'offer', 'offers'],
  'offer.hold_set': ['set the hold of', 'offer', 'offers'],
  'offers.imported': ['imported offers', 'time', 'times'],
  'cap.set': ['set', 'cap', 'caps'],
  'cap.removed': ['removed', 'cap', 'caps'],
  'list_entry.added': ['put on lists', 'entry', 'entries'],
  'list_entry.removed': ['took off lists', 'entry', 'entries'],
  'user.erased': ['erased', 'user', 'users'],
  'person.signed_in': ['signed in', 'time', 'times'],
}

/** One sentence for what an actor did in one go. Reasons and settings stand with the single changes. */
export function tellGroup(told: ToldChange, action: string, count: number): ToldChange {
  if (count === 1) return told
  const words = findAuditRow(action) === undefined ? undefined : together[action as AuditAction] // just asked
  const left = tellCount(count - 1, 'such change')
  const sentence = words
    ? [plain(`${words[0]} `), strong(tellCount(count, words[1], words[2]))]
    : [...told.sentence, plain(`, and ${left.replace(' such', ' more such')}`)]
  return { ...told, sentence, reason: null, more: [], differences: [] }
}
