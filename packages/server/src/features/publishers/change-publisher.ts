import type { AuditAction } from '@quoin/core/audit/audit-actions.ts'
import { invalidRequest } from '@quoin/core/errors.ts'
import {
  decidePublisher,
  type PublisherDecision,
  type PublisherStatus,
} from '@quoin/core/publishers/publisher.ts'
import type { Ports, Snapshots } from '../../ports/ports.ts'
import { noteChange } from '../audit/note-change.ts'
import { changePeople, type PeopleNeeds } from '../people/change-people.ts'
import { confirmMembers } from '../people/confirm-person.ts'
import { nameTaken } from './create-publisher.ts'
import { noPublisher } from './get-publisher.ts'

/** With `people`, who carry the name and status of their publisher. */
type Needs = Pick<Ports, 'store'> & PeopleNeeds

interface Decision {
  readonly publisherId: number
  readonly decision: PublisherDecision
  /** For the audit log. */
  readonly reason?: string | undefined
}

const actions: Readonly<Record<PublisherDecision, AuditAction>> = {
  approve: 'publisher.approved',
  suspend: 'publisher.suspended',
  resume: 'publisher.resumed',
}

/**
 * Approves, suspends or resumes a publisher with all its apps, at once and in every process. Deciding twice changes
 * nothing. Throws RESOURCE_NOT_FOUND; INVALID_REQUEST where the decision does not fit the present status.
 */
export async function decideOnPublisher(
  needs: Needs & { readonly snapshots: Pick<Snapshots, 'refresh'> },
  { publisherId, decision, reason = '' }: Decision,
): Promise<PublisherStatus> {
  const { store, snapshots } = needs
  const decided = await changePeople(needs, async (tx) => {
    const publisher = await store.publishers.lockPublisher(tx, publisherId)
    if (publisher === undefined) throw noPublisher(publisherId)
    const status = decidePublisher(publisher.status, decision)
    if (typeof status === 'object') throw invalidRequest(status.because)
    if (status === publisher.status) return status
    await store.publishers.updatePublisher(tx, publisherId, { status })
    if (decision === 'approve') await confirmMembers(needs, tx, publisherId)
    await noteChange(needs, tx, {
      action: actions[decision],
      object: `publisher:${publisherId}`,
      before: { status: publisher.status },
      after: { status },
      details: reason === '' ? {} : { reason },
    })
    await store.snapshotVersions.bumpSnapshot(tx, 'apps')
    return status
  })
  await snapshots.refresh('apps')
  return decided
}

/** Throws RESOURCE_NOT_FOUND; INVALID_REQUEST where another one has the name. */
export async function renamePublisher(
  needs: Needs,
  { publisherId, name }: { readonly publisherId: number; readonly name: string },
): Promise<void> {
  const { store } = needs
  await changePeople(needs, async (tx) => {
    const publisher = await store.publishers.lockPublisher(tx, publisherId)
    if (publisher === undefined) throw noPublisher(publisherId)
    const known = await store.publishers.findPublisherByName(tx, name)
    if (known !== undefined && known !== publisherId) throw nameTaken()
    await store.publishers.updatePublisher(tx, publisherId, { name })
    await noteChange(needs, tx, {
      action: 'publisher.renamed',
      object: `publisher:${publisherId}`,
      before: { name: publisher.name },
      after: { name },
    })
  })
}
