import type { Ports } from '../../ports/ports.ts'
import type { Transaction } from '../../store/pg/db.ts'
import type { AuditNeeds } from '../audit/note-change.ts'

/** The ports that every change of people, roles, sessions and tokens needs. */
export interface PeopleNeeds extends Pick<Ports, 'db' | 'newId'>, AuditNeeds {
  readonly people: Pick<Ports['people'], 'forget'>
}

/** A change in one transaction; afterwards this process believes nothing that it knew of people before. */
export async function changePeople<Result>(
  { db, people }: Pick<PeopleNeeds, 'db' | 'people'>,
  change: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  try {
    return await db.transaction(change)
  } finally {
    people.forget()
  }
}
