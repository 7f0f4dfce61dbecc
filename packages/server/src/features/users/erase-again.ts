import type { Ports } from '../../ports/ports.ts'
import type { RunJob } from '../jobs/run-job.ts'
import { startJob } from '../jobs/start-job.ts'
import { eraseRows } from './erase-rows.ts'
import { erasureKey } from './erase-user.ts'

/** An erasure as it is kept beside backups: nothing in it leads to the user but their key. */
export interface KeptErasure {
  readonly id: string
  readonly appId: number
  readonly isTestOnly: boolean
  /** In hexadecimal. */
  readonly userKey: string
  readonly token: string
  readonly requestedAtMs: number
}

/** Erases users once more who are here again after a restore; a job looks for them. */
export async function startErasingAgain(
  ports: Pick<Ports, 'db' | 'store' | 'clock' | 'newId'>,
  erasures: readonly KeptErasure[],
): Promise<string> {
  return await ports.db.transaction(
    async (tx) =>
      await startJob(ports, tx, {
        kind: 'users.erase_again',
        actor: 'server',
        about: { erasures: erasures.length },
        payload: Buffer.from(JSON.stringify(erasures)),
      }),
  )
}

const usersAtOnce = 5_000

/** Finds the users of each app by their keys, and erases them under the token that they had. */
export const eraseAgain: RunJob = async (ports, { payload }, report) => {
  const erasures = JSON.parse(Buffer.from(payload ?? '[]').toString()) as KeptErasure[] // as startErasingAgain wrote it
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
  readonly erasure: KeptErasure
  readonly userId: string
}

async function findUsers(
  ports: Ports,
  appId: number,
  erasures: readonly KeptErasure[],
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

async function eraseOne(ports: Ports, kept: KeptErasure, userId: string): Promise<void> {
  const { store, db, clock } = ports
  const erasure = { ...kept, userKey: Buffer.from(kept.userKey, 'hex'), userSealed: null }
  if (!(await store.erasures.hasErasure(db, kept.id))) await store.erasures.insertErasure(db, erasure)
  while (!(await eraseRows(ports, erasure, userId)).isDone) {
    // the next pass
  }
  await db.transaction((tx) => store.erasedMessages.eraseLateRecords(tx, erasure))
  await store.erasures.finishErasure(db, kept.id, clock.nowMs())
}
