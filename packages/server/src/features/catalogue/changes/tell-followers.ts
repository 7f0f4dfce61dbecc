import { type OfferEventType, offerEventTypes } from '@quoin/core/callbacks/facts.ts'
import { changeTypeOf, type OfferState } from '@quoin/core/catalogue/offer-changes.ts'
import type { Ports } from '../../../ports/ports.ts'
import type { WrittenNews, OfferFollower } from '../../../store/catalogue/offer-followers.ts'

/** Changes that one look puts into callbacks: a body of some kilobytes each. */
export const toldAtOnce = 100
/** Endpoints that are read together. */
const pageMax = 200
/** Endpoints that one look goes through: the rest is for the next. */
const followersMax = 2_000

type Needs = Pick<Ports, 'db' | 'store' | 'clock' | 'snapshots' | 'newId'>

/**
 * Puts what has changed into callbacks of the endpoints that ask for it: at most a hundred changes at a time, the
 * next only when these have ended. Changes that come meanwhile are folded, since states are numbered and not changes. An
 * endpoint that is not sent to, or whose app is paused, is told afterwards. Returns the endpoints that are told.
 */
export async function tellFollowers(needs: Needs): Promise<readonly number[]> {
  const { db, store, snapshots } = needs
  await store.offerFollowers.keepFollowers(db)
  const told: number[] = []
  let afterId = 0
  for (let seen = 0; seen < followersMax; seen += pageMax) {
    const page = await store.offerFollowers.listBehind(db, { afterId, limit: pageMax })
    for (const follower of page) {
      const app = snapshots.apps().findApp(follower.appId)
      if (app === undefined || app.isPaused) continue
      if (await tell(needs, follower)) told.push(follower.endpointId)
    }
    const last = page.at(-1)
    if (last === undefined || page.length < pageMax) break
    afterId = last.endpointId
  }
  return told
}

/** Whether there was something for it. */
async function tell(
  { db, store, clock, newId }: Needs,
  { endpointId, mode, events, toldSequence }: OfferFollower,
): Promise<boolean> {
  const page = { after: toldSequence, isTest: mode !== 'live', limit: toldAtOnce }
  // Before the states: all up to there are among them, but for those of test offers.
  const { sequence } = await store.offerStates.readNumbering(db)
  const states = await store.offerStates.listStatesBehind(db, page)
  const last = states.at(-1)?.sequence ?? 0
  const toSequence = states.length < toldAtOnce ? Math.max(last, sequence) : last
  const heard = states.filter(({ isTest }) => isTest || mode !== 'test')
  const callbacks = groupByType(heard, toldSequence)
    .filter(({ eventType }) => events.includes(eventType))
    .map((group, index) => ({ ...group, id: newId(), version: index + 1 }))
  const place = { endpointId, fromSequence: toldSequence, toSequence, batchId: newId(), nowMs: clock.nowMs() }
  await store.offerFollowers.tellFollower(db, callbacks, place)
  return callbacks.length > 0
}

/** One group for each type: no offer is in two of them, so that their order says nothing. */
function groupByType(
  states: readonly OfferState[],
  afterSequence: number,
): readonly Pick<WrittenNews, 'eventType' | 'changes'>[] {
  const byType = Map.groupBy(states, (state): OfferEventType => `offer.${changeTypeOf(state, afterSequence)}`)
  return offerEventTypes.flatMap((eventType) => {
    const some = byType.get(eventType) ?? []
    const changes = some.map(({ offerId, sequence }) => ({ offerId, sequence }))
    return changes.length === 0 ? [] : [{ eventType, changes }]
  })
}
