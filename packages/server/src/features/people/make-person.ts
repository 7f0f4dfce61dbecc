import { invalidFields } from '@quoin/core/errors.ts'
import { placeholderEmail } from '@quoin/core/people/email.ts'
import { passwordProblem } from '@quoin/core/people/password.ts'
import type { Ports } from '../../ports/ports.ts'
import type { PersonOrigin } from '../../store/people/persons.ts'
import type { Transaction } from '../../store/pg/db.ts'
import type { PeopleNeeds } from './change-people.ts'
import { addressTaken } from './free-address.ts'

export interface PersonNeeds extends PeopleNeeds {
  readonly authenticator: Pick<Ports['authenticator'], 'hashPassword'>
}

/** The hash of a new password; INVALID_REQUEST where it is missing or too weak. */
export async function hashNewPassword(
  { authenticator }: Pick<PersonNeeds, 'authenticator'>,
  { password, email }: { readonly password: string | undefined; readonly email: string },
): Promise<string> {
  if (password === undefined) {
    throw invalidFields([{ field: 'password', rule: 'required', message: 'is required' }])
  }
  const problem = passwordProblem(password, email)
  if (problem) throw invalidFields([{ field: 'password', rule: 'strength', message: problem }])
  return await authenticator.hashPassword(password)
}

interface MadePerson {
  readonly email: string
  readonly name?: string | undefined
  readonly hash?: string | undefined
  readonly isConfirmed: boolean
  readonly origin: PersonOrigin
}

/** A person with an address that nobody else has; INVALID_REQUEST where somebody was faster. */
export async function makePerson(
  { store, clock, newId }: Pick<PersonNeeds, 'store' | 'clock' | 'newId'>,
  tx: Transaction,
  { email, name = email, hash, isConfirmed, origin }: MadePerson,
): Promise<string> {
  const id = newId()
  const nowMs = clock.nowMs()
  const isMade = await store.persons.insertPerson(tx, { id, name, email, isConfirmed, origin, nowMs })
  if (!isMade) throw addressTaken(email)
  if (hash !== undefined) await store.persons.upsertPassword(tx, { id: newId(), personId: id, hash })
  return id
}

/**
 * Somebody who only says what their address is: it is kept as claimed and taken from nobody, so this never tells whether
 * another account has it. Returns the person with the placeholder that is their address until an operator confirms it.
 */
export async function makeClaimant(
  { store, clock, newId }: Pick<PersonNeeds, 'store' | 'clock' | 'newId'>,
  tx: Transaction,
  given: { readonly claimedEmail: string; readonly name: string | undefined; readonly hash: string },
): Promise<{ readonly personId: string; readonly email: string }> {
  const { claimedEmail, name = claimedEmail, hash } = given
  const personId = newId()
  const email = placeholderEmail(personId)
  await store.persons.insertPerson(tx, {
    id: personId,
    name,
    email,
    claimedEmail,
    isConfirmed: false,
    origin: 'sign_up',
    nowMs: clock.nowMs(),
  })
  await store.persons.upsertPassword(tx, { id: newId(), personId, hash })
  return { personId, email }
}
