import type { UserToErase } from '../../ports/backups.ts'
import type { Ports } from '../../ports/ports.ts'
import type { Erasure } from '../../store/users/erasures.ts'
import type { RunJob } from '../jobs/run-job.ts'
import { eraseRows } from './erase-rows.ts'
import { erasureKey } from './erase-user.ts'

const usersAtOnce = 5_000

/** Finds the users of each app by their keys, and erases them under the token that they had. */
export const eraseAgain: RunJob = async (ports, { payload }, report) => {
  const erasures = JSON.parse(Buffer.from(payload ?? '[]').toString()) as UserToErase[] // as startErasingAgain wrote it
  // Clicks that waited may come after it: whoever writes them looks for these.
  for (const one of erasures) await noteErasure(ports, one)
  let erased = 0
  for (const [appId, own] of Map.groupBy(erasures, (one) => one.appId)) {
    const found = await findUsers(ports, appId, own)
    for (const { erasure, userId } of found) {
      report({ done: erased, total: erasures.length })
      await eraseOne(ports, erasure, userId)
      erased += 1
    }
  }
  return { done: erasures.length, result: { erasures: erasures.length, users: erased } }
}

interface FoundUser {
  readonly erasure: UserToErase
  readonly userId: string
}

async function findUsers(
  ports: Ports,
  appId: number,
  erasures: readonly UserToErase[],
): Promise<FoundUser[]> {
  const byKey = Map.groupBy(erasures, ({ userKey }) => userKey)
  const { store } = ports
  return await ports.db.transaction(
    async (tx) => {
      await store.userIds.gatherUserIds(tx, appId)
      const found: FoundUser[] = []
      for (let after = ''; ; ) {
        const users = await store.userIds.listGathered(tx, after, usersAtOnce)
        for (const userId of users) {
          const own = byKey.get(erasureKey(ports, appId, userId).toString('hex')) ?? []
          found.push(...own.map((erasure) => ({ erasure, userId })))
        }
        if (users.length < usersAtOnce) return found
        after = users.at(-1) ?? after
      }
    },
    { timeoutMs: 0 },
  )
}

async function noteErasure({ store, db, clock }: Ports, kept: UserToErase): Promise<void> {
  if (!(await store.erasures.hasErasure(db, kept.id))) await store.erasures.insertErasure(db, rowOf(kept))
  await store.erasures.finishErasure(db, kept.id, clock.nowMs())
}

function rowOf(kept: UserToErase): Erasure {
  return { ...kept, userKey: Buffer.from(kept.userKey, 'hex'), userSealed: null }
}

async function eraseOne(ports: Ports, kept: UserToErase, userId: string): Promise<void> {
  const { store, db } = ports
  const erasure = rowOf(kept)
  while (!(await eraseRows(ports, erasure, userId)).isDone) {
    // the next pass
  }
  await db.transaction((tx) => store.erasedMessages.eraseLateRecords(tx, erasure))
}
