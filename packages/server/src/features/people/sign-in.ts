import type { Ports } from '../../ports/ports.ts'
import { changePeople } from './change-people.ts'

/** Ends the session that a browser has, if it has one. */
export async function leave(ports: Pick<Ports, 'db' | 'store' | 'people'>, cookies: string): Promise<void> {
  const person = await ports.people.findPerson(cookies)
  if (person === undefined) return
  await changePeople(ports, (tx) =>
    ports.store.peopleSessions.deleteSession(tx, person.personId, person.sessionId),
  )
}
