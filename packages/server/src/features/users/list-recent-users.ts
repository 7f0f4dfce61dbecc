import type { ListAction } from '@quoin/core/lists/list-entry.ts'
import type { Ports } from '../../ports/ports.ts'

interface RecentUser {
  readonly userId: string
  readonly lastSeenAtMs: number
  readonly conversions: number
  readonly reversed: number
  readonly earnedMicros: bigint
  readonly list: ListAction | null
}

const usersMax = 100

/** Users of an app who clicked or completed something lately, newest first. */
export async function listRecentUsers(
  { db, store, snapshots, clock }: Pick<Ports, 'db' | 'store' | 'snapshots' | 'clock'>,
  { appId, isTest }: { readonly appId: number; readonly isTest: boolean },
): Promise<readonly RecentUser[]> {
  const recent = await store.recentUsers.listRecentUsers(db, { appId, isTest, limit: usersMax })
  const lists = snapshots.lists()
  const nowMs = clock.nowMs()
  return recent.map((user) => ({
    ...user,
    list: lists.judge({ appId, userId: user.userId }, nowMs)?.action ?? null,
  }))
}
