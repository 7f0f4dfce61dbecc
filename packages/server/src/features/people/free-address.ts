import { invalidFields, invalidRequest } from '@quoin/core/errors.ts'
import { isReservedEmail } from '@quoin/core/people/email.ts'
import type { PersonRow } from '../../store/people/persons.ts'
import type { Db } from '../../store/pg/database.ts'
import { noteChange } from '../audit/note-change.ts'
import type { PeopleNeeds } from './change-people.ts'
import { endAuthority } from './end-authority.ts'

type Needs = Pick<PeopleNeeds, 'store' | 'clock' | 'actor'>

/** Throws INVALID_REQUEST where an address is one of Quoin's own. */
export function checkNotReserved(email: string): void {
  if (!isReservedEmail(email)) return
  throw invalidFields([{ field: 'email', rule: 'reserved', message: 'is reserved. Give one of your own' }])
}

/**
 * Makes way for somebody who has proven their address: an account that only claims it goes. Throws INVALID_REQUEST where
 * somebody has proven it before.
 */
export async function freeAddress(needs: Needs, tx: Db, email: string): Promise<void> {
  const known = await needs.store.persons.findPersonByEmail(tx, email)
  if (known === undefined) return
  if (known.isConfirmed) throw addressTaken(email)
  await deleteUnconfirmed(needs, tx, known)
}

/** Deletes an account whose address nobody has proven. Publishers to whom nobody belongs any more are suspended. */
export async function deleteUnconfirmed(needs: Needs, tx: Db, person: PersonRow): Promise<void> {
  const { store } = needs
  const { id, email, claimedEmail } = person
  const publishers = await store.organizations.listPublishersOf(tx, id)
  await store.persons.deletePerson(tx, id)
  await endAuthority(needs, tx, { actor: `person:${email}` })
  for (const publisherId of await store.organizations.listAbandoned(tx, publishers)) {
    await store.publishers.updatePublisher(tx, publisherId, { status: 'suspended' })
    await noteChange(needs, tx, {
      action: 'publisher.suspended',
      object: `publisher:${publisherId}`,
      before: { status: 'waiting' },
      after: { status: 'suspended' },
      details: { reason: 'The account that asked for it was deleted.' },
    })
  }
  if (publishers.length > 0) await store.snapshotVersions.bumpSnapshot(tx, 'apps')
  await noteChange(needs, tx, {
    action: 'person.unconfirmed_deleted',
    object: `person:${id}`,
    before: { email: claimedEmail ?? email },
  })
}

export function addressTaken(email: string): Error {
  return invalidRequest(`There is somebody with the address ${email} already. Please sign in.`)
}
