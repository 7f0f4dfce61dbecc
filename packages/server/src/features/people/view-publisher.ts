import { invalidApiSecret, notFound } from '@quoin/core/errors.ts'
import type { PersonSession } from '../../ports/people.ts'
import { noteChange } from '../audit/note-change.ts'
import { getPublisher } from '../publishers/get-publisher.ts'
import { changePeople, type PeopleNeeds } from './change-people.ts'

const viewMs = 3_600_000

interface ViewNeeds extends PeopleNeeds {
  readonly person: PersonSession
}

interface View {
  readonly publisherId: number
  /** For the audit log: why. */
  readonly reason: string
  /** Else they only read. */
  readonly mayChange: boolean
}

/**
 * Lets an operator see a publisher's pages as the publisher does, for an hour and in this session alone. Returns when it
 * ends. Whatever they change stands in the audit log under their own name.
 */
export async function beginView(needs: ViewNeeds, view: View): Promise<number> {
  const { store, clock, person } = needs
  if (person.role !== 'operator') throw invalidApiSecret('This needs the role operator.')
  const nowMs = clock.nowMs()
  const expiresAtMs = nowMs + viewMs
  const { publisherId, reason, mayChange } = view
  await changePeople(needs, async (tx) => {
    await getPublisher({ store, db: tx }, publisherId)
    const role = mayChange ? 'owner' : 'analyst'
    const { sessionId } = person
    await store.views.upsertView(tx, { sessionId, publisherId, reason, role, nowMs, expiresAtMs })
    await noteChange({ ...needs, actor: `person:${person.email}` }, tx, {
      action: 'publisher.view_begun',
      object: `publisher:${publisherId}`,
      details: { reason, mayChange, expiresAtMs },
    })
  })
  return expiresAtMs
}

export async function endView(needs: ViewNeeds, publisherId: number): Promise<void> {
  const { store, person } = needs
  await changePeople(needs, async (tx) => {
    if (!(await store.views.deleteView(tx, person.sessionId, publisherId))) {
      throw notFound('You do not look at this publisher.')
    }
    await noteChange({ ...needs, actor: `person:${person.email}` }, tx, {
      action: 'publisher.view_ended',
      object: `publisher:${publisherId}`,
    })
  })
}
