import type { StatusWord } from '../../parts/value/status-chip.tsx'

const words: Readonly<Record<string, StatusWord>> = {
  accepted: 'Accepted',
  bot: 'Bot',
  fallback: 'Refused',
  approved: 'Approved',
  pending: 'Pending',
  held: 'Held',
  rejected: 'Rejected',
  reversed: 'Reversed',
  duplicate: 'Duplicate',
  refused: 'Refused',
  unmatched: 'Refused',
  delivered: 'Delivered',
  retrying: 'Retrying',
  failed: 'Failed',
}

export function stateWord(state: string): StatusWord {
  return words[state] ?? 'New'
}

/** Why, in as few words as stand behind a chip. */
const reasons: Readonly<Record<string, string>> = {
  hold: 'held for its days',
  risk: 'risk',
  bot: 'a crawler or tool',
  listed: 'on the review list',
  margin: 'pays less than it costs',
  window: 'after its window',
  deadline: 'after its deadline',
  repeat: 'a repeat',
  claim: 'the publisher’s word',
  transaction: 'another transaction',
  cap: 'cap used up',
  capped: 'cap used up, led to fallback',
  refused: 'by an operator',
  expired: 'its time ended',
  paused: 'paused, led to fallback',
  schedule: 'outside its dates, led to fallback',
  country: 'country, led to fallback',
  platform: 'platform, led to fallback',
  blocked: 'blocked, led to fallback',
  signature: 'link not signed',
  unknown_click: 'unknown click',
  literal_macro: 'unfilled macro',
  proof: 'proof failed',
  unmatched: 'no click of ours',
}

export function tellReason({
  reason,
  state,
}: {
  readonly reason: string | null
  readonly state: string
}): string {
  if (reason === null) return state === 'unmatched' ? 'no click of ours' : ''
  return reasons[reason] ?? reason.replaceAll('_', ' ')
}
