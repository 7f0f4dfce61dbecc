import { invalidFields } from '@quoin/core/errors.ts'
import type { PublisherStatus } from '@quoin/core/publishers/publisher.ts'
import type { Ports } from '../../ports/ports.ts'
import { type AuditNeeds, noteChange } from '../audit/note-change.ts'

interface NewPublisher {
  readonly name: string
  readonly status: Extract<PublisherStatus, 'waiting' | 'active'>
}

type Needs = Pick<Ports, 'db' | 'store'> & AuditNeeds

/** A publisher without apps or people. Throws INVALID_REQUEST where another one has the name. */
export async function createPublisher(needs: Needs, { name, status }: NewPublisher): Promise<number> {
  const { db, store } = needs
  return await db.transaction(async (tx) => {
    if ((await store.publishers.findPublisherByName(tx, name)) !== undefined) throw nameTaken()
    const id = await store.publishers.insertPublisher(tx, name, status)
    await noteChange(needs, tx, {
      action: 'publisher.created',
      object: `publisher:${id}`,
      after: { name, status },
    })
    return id
  })
}

export function nameTaken(): Error {
  return invalidFields([{ field: 'name', rule: 'unique', message: 'is the name of another publisher' }])
}
