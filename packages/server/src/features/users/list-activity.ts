import {
  type ActivityPosition,
  compareNewestFirst,
  newest,
  positionOfChange,
  positionOfClick,
} from '@quoin/core/users/activity-position.ts'
import type { Click } from '@quoin/core/tracking/click.ts'
import type { Ports } from '../../ports/ports.ts'
import type { Change } from '../../store/conversions/conversion-changes.ts'
import type { UserInMode } from '../../store/conversions/conversions.ts'

export type Activity = { readonly position: ActivityPosition } & (
  | { readonly kind: 'click'; readonly click: Click }
  | { readonly kind: 'change'; readonly change: Change }
)

interface ActivityPage {
  readonly activities: readonly Activity[]
  readonly hasMore: boolean
}

/** A user's activity, newest first: clicks, and the changes of their conversions. */
export async function listActivity(
  { db, store }: Pick<Ports, 'db' | 'store'>,
  { before = newest, limit, ...user }: UserInMode & { before: ActivityPosition | undefined; limit: number },
): Promise<ActivityPage> {
  // One more than is shown of each kind: whether there are more.
  const wanted = { ...user, before, limit: limit + 1 }
  const [clicks, changes] = await Promise.all([
    store.userActivity.listClicksOfUser(db, wanted),
    store.userActivity.listChangesOfUser(db, wanted),
  ])
  const all: Activity[] = [
    ...clicks.map((click) => ({ kind: 'click', click, position: positionOfClick(click) }) as const),
    ...changes.map((change) => ({ kind: 'change', change, position: positionOfChange(change) }) as const),
  ]
  all.sort((one, other) => compareNewestFirst(one.position, other.position))
  return { activities: all.slice(0, limit), hasMore: all.length > limit }
}
