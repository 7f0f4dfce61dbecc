import { invalidRequest, notFound } from '@quoin/core/errors.ts'
import type { Ports } from '../../ports/ports.ts'
import type { PersonRow } from '../../store/people/persons.ts'
import type { Db } from '../../store/pg/database.ts'
import { noteChange } from '../audit/note-change.ts'
import { changePeople, type PeopleNeeds } from './change-people.ts'
import { moveAuthority } from './end-authority.ts'
import { deleteUnconfirmed } from './free-address.ts'

/**
 * An operator's word that an account is whose it seems to be: a claimed address becomes theirs, and one of the platform
 * that a stranger might have made is looked at no more. Throws RESOURCE_NOT_FOUND; INVALID_REQUEST where another account
 * has the address.
 */
export async function confirmPerson(needs: PeopleNeeds, personId: string): Promise<void> {
  const { store, clock } = needs
  await changePeople(needs, async (tx) => {
    const person = await store.persons.findPerson(tx, personId)
    if (person === undefined || (person.isConfirmed && person.role === null)) throw unknownPerson()
    if (!person.isConfirmed) return await confirm(needs, tx, person)
    await store.persons.vouchForPerson(tx, { id: personId, nowMs: clock.nowMs() })
    await noteChange(needs, tx, {
      action: 'person.vouched_for',
      object: `person:${personId}`,
      details: { email: person.email },
    })
  })
}

/**
 * Whoever approves a publisher knows who signed it up: they have the address that they claim from then on. Whom its owner
 * invited without mail nobody but the owner has named, and they stay unconfirmed.
 */
export async function confirmMembers(
  needs: Pick<PeopleNeeds, 'store' | 'clock' | 'actor'>,
  tx: Db,
  publisherId: number,
): Promise<void> {
  const { store } = needs
  const organization = await store.organizations.findOrganizationOf(tx, publisherId)
  const members = organization ? await store.organizations.listMembers(tx, organization.id) : []
  for (const { personId, isConfirmed, origin } of members) {
    if (isConfirmed || origin !== 'sign_up') continue
    const person = await store.persons.findPerson(tx, personId)
    if (person) await confirm(needs, tx, person)
  }
}

async function confirm(
  needs: Pick<PeopleNeeds, 'store' | 'clock' | 'actor'>,
  tx: Db,
  { id, email: before, claimedEmail }: PersonRow,
): Promise<void> {
  const email = claimedEmail ?? before
  if (!(await needs.store.persons.confirmPerson(tx, { id, email }))) {
    throw invalidRequest(
      `Another account has the address ${email}. Delete the unconfirmed one under Team, and invite whom you know.`,
    )
  }
  if (email !== before) await moveAuthority(needs, tx, { from: before, to: email })
  await noteChange(needs, tx, {
    action: 'person.confirmed',
    object: `person:${id}`,
    before: { email: before },
    after: { email },
  })
}

/** Deletes an account whose address nobody has proven, with its sessions and what it has made. */
export async function deleteUnconfirmedPerson(
  needs: PeopleNeeds & { readonly snapshots: Pick<Ports['snapshots'], 'refresh'> },
  personId: string,
): Promise<void> {
  await changePeople(needs, async (tx) => {
    const person = await needs.store.persons.findPerson(tx, personId)
    if (person === undefined || person.isConfirmed) throw unknownPerson()
    await deleteUnconfirmed(needs, tx, person)
  })
  await needs.snapshots.refresh('apps')
}

function unknownPerson() {
  return notFound('There is no such account that waits for a word.')
}
