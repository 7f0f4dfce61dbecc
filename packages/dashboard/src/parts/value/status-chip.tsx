import { Icon, type IconName } from './icon.tsx'
import './status-chip.css'

export type Tone = 'success' | 'info' | 'warning' | 'danger' | 'neutral' | 'test'

const icons: Readonly<Record<Tone, IconName>> = {
  success: 'check',
  info: 'half',
  warning: 'bang',
  danger: 'cross',
  neutral: 'minus',
  test: 'flask',
}

/** Every word that a state may have on a page, and its tone. The word is the truth; the colour repeats it. */
const tones = {
  Approved: 'success',
  Credited: 'success',
  Delivered: 'success',
  Active: 'success',
  Healthy: 'success',
  Live: 'success',
  Accepted: 'success',
  Allowed: 'success',
  Released: 'success',
  Done: 'success',
  Paid: 'success',
  Applied: 'success',
  Started: 'info',
  'In progress': 'info',
  Running: 'info',
  Queued: 'info',
  Scheduled: 'info',
  New: 'info',
  'Asked back': 'info',
  Pending: 'warning',
  Held: 'warning',
  Waiting: 'warning',
  Unconfirmed: 'warning',
  Retrying: 'warning',
  Failing: 'warning',
  Expiring: 'warning',
  Capped: 'warning',
  'In review': 'warning',
  'Needs mapping': 'warning',
  Silent: 'warning',
  Flagged: 'warning',
  Rejected: 'danger',
  Reversed: 'danger',
  Failed: 'danger',
  Refused: 'danger',
  'Key refused': 'danger',
  Blocked: 'danger',
  Forbidden: 'danger',
  Leaked: 'danger',
  Suspended: 'danger',
  'Given up': 'danger',
  Stopped: 'danger',
  Alert: 'danger',
  'Still on': 'danger',
  Draft: 'neutral',
  Paused: 'neutral',
  'Not approved': 'neutral',
  Ended: 'neutral',
  Expired: 'neutral',
  Revoked: 'neutral',
  Duplicate: 'neutral',
  Disabled: 'neutral',
  Cancelled: 'neutral',
  Shown: 'neutral',
  'Nothing new': 'neutral',
  'Left aside': 'neutral',
  Undone: 'neutral',
  Bot: 'neutral',
  Test: 'test',
  Tried: 'test',
  'Live and test': 'test',
  Demo: 'test',
  'Dry run': 'test',
} as const satisfies Readonly<Record<string, Tone>>

export type StatusWord = keyof typeof tones

/** The one word of a row's state, with its icon and tint. */
export function StatusChip({ status }: { readonly status: StatusWord }) {
  const tone = tones[status]
  return (
    <span className={`chip ${tone}`}>
      <Icon name={status === 'Reversed' ? 'return' : icons[tone]} size={12} />
      {status}
    </span>
  )
}

/** A word of the API (`in_review`) as one of ours (`In review`); one that has no chip yet is shown as it is. */
export function StatusOf({ word }: { readonly word: string }) {
  const text = word.replaceAll('_', ' ')
  const known = text.charAt(0).toUpperCase() + text.slice(1)
  return isStatus(known) ? <StatusChip status={known} /> : <span className="chip neutral">{known}</span>
}

function isStatus(word: string): word is StatusWord {
  return Object.hasOwn(tones, word)
}
