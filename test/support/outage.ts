import type { Database } from '../../packages/server/src/store/pg/database.ts'
import { createWorld, type World } from './world.ts'

/** A second process beside a world, whose database goes away when it is told to, and comes back. */
export async function openBeside(
  world: World,
): Promise<{ readonly world: World; leave(): void; comeBack(): void }> {
  const { database } = world.database
  let isAway = false
  const orAway = <Work extends (...asked: never[]) => Promise<unknown>>(work: Work) =>
    ((...asked: never[]) =>
      isAway
        ? Promise.reject(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }))
        : work(...asked)) as Work // the same arguments, and the same answer or none
  const faulty: Database = {
    ...database,
    query: orAway(database.query),
    transaction: orAway(database.transaction),
    copy: orAway(database.copy),
  }
  const beside = await createWorld({
    beside: { ...world, database: { ...world.database, database: faulty } },
  })
  return {
    world: beside,
    leave() {
      isAway = true
    },
    comeBack() {
      isAway = false
    },
  }
}
