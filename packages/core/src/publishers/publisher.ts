/**
 * A publisher that waits for approval prepares: the test credentials of its apps work. The live ones of an active one do,
 * too. Those of a suspended one are refused everywhere.
 */
export const publisherStatuses = ['waiting', 'active', 'suspended'] as const
export type PublisherStatus = (typeof publisherStatuses)[number]

/** An operator's decision about a publisher. */
export type PublisherDecision = 'approve' | 'suspend' | 'resume'

interface Refused {
  readonly because: string
}

const next: Record<PublisherDecision, Record<PublisherStatus, PublisherStatus | Refused>> = {
  approve: {
    waiting: 'active',
    active: 'active',
    suspended: { because: 'The publisher is suspended: resume it instead.' },
  },
  suspend: { waiting: 'suspended', active: 'suspended', suspended: 'suspended' },
  resume: {
    waiting: { because: 'The publisher waits for approval: approve it instead.' },
    active: 'active',
    suspended: 'active',
  },
}

/** The status after a decision, or why it cannot be made. Deciding twice changes nothing. */
export function decidePublisher(
  status: PublisherStatus,
  decision: PublisherDecision,
): PublisherStatus | Refused {
  return next[decision][status]
}
