import type { Catalogue } from '@quoin/core/catalogue/catalogue.ts'
import { type GoalProgress, listProgress, longestGoalSec } from '@quoin/core/offers/goal-progress.ts'
import type { Awaitable } from '@quoin/core/awaitable.ts'
import type { Ports } from '../../ports/ports.ts'
import type { Viewer } from './find-withheld.ts'

/** How far a user is with the goals of offers, by the offer's index; where they have not begun there is none. */
export type ProgressByIndex = ReadonlyMap<number, readonly GoalProgress[]>

type Needs = Pick<Ports, 'exclusions' | 'clock'>

interface Shown {
  readonly catalogue: Catalogue
  readonly indexes: readonly number[]
}

const nothing: ProgressByIndex = new Map()

/** Looks only at offers with goals, so that a page without any costs nothing. */
export function findProgress(
  ports: Needs,
  viewer: Viewer,
  { catalogue, indexes }: Shown,
): Awaitable<ProgressByIndex> {
  if (!indexes.some((index) => catalogue.hasGoals(index))) return nothing
  return readProgress(ports, viewer, {
    catalogue,
    indexes: indexes.filter((index) => catalogue.hasGoals(index)),
  })
}

async function readProgress(
  { exclusions, clock }: Needs,
  { app, userId, audience }: Viewer,
  { catalogue, indexes: inSteps }: Shown,
): Promise<ProgressByIndex> {
  const nowMs = clock.nowMs()
  const offers = inSteps.map((index) => ({ index, offer: catalogue.goalsAt(index) }))
  const histories = await exclusions.historiesOf(
    { appId: app.id, userId, isTest: audience.isTest },
    offers.map(({ offer: { id, goals, attributionWindowSec } }) => {
      // A goal that has expired is shown as such for as long again as offers are attributed.
      const lookBackSec = longestGoalSec(goals, attributionWindowSec) + attributionWindowSec
      return { offerId: id, sinceMs: nowMs - lookBackSec * 1000 }
    }),
  )
  if (histories.size === 0) return nothing
  return new Map(
    offers.flatMap(({ index, offer: { id, goals, attributionWindowSec } }) => {
      const history = histories.get(id)
      return history ? [[index, listProgress(goals, history, { attributionWindowSec, nowMs })] as const] : []
    }),
  )
}
