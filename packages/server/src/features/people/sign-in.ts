import type { Ports } from '../../ports/ports.ts'
import { noteChange } from '../audit/note-change.ts'
import { changePeople } from './change-people.ts'

/** Leaves a trace of a sign-in, and tells of one that nobody can use. */
export async function noteSignIn(
  { db, store, clock }: Pick<Ports, 'db' | 'store' | 'clock'>,
  { personId, how }: { readonly personId: string; readonly how: 'password' | 'link' },
): Promise<void> {
  const person = await store.persons.findPerson(db, personId)
  const actor = `person:${person?.email ?? personId}`
  await noteChange({ store, clock, actor }, db, {
    ...{ action: 'person.signed_in', object: `person:${personId}`, details: { how } },
  })
}

/** Ends the session that a browser has, if it has one. */
export async function leave(ports: Pick<Ports, 'db' | 'store' | 'people'>, cookies: string): Promise<void> {
  const person = await ports.people.findPerson(cookies)
  if (person === undefined) return
  await changePeople(ports, (tx) =>
    ports.store.peopleSessions.deleteSession(tx, person.personId, person.sessionId),
  )
}
