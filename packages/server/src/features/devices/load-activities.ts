import { idTimeMs } from '@quoin/core/tracking/click-id.ts'
import {
  type Activity,
  activityWindowMs,
  clicksMax,
  conversionsMax,
  conversionWindowMs,
  describeActivity,
  type Traces as AllTraces,
} from '@quoin/core/risk/activity.ts'
import { hourMs } from '@quoin/core/time/durations.ts'
import type { UserSnapshot } from '../../ports/devices.ts'
import type { Ports } from '../../ports/ports.ts'
import { placeClicks, type PlaceClicksNeeds } from './place-clicks.ts'

export interface UserInApp {
  readonly appId: number
  readonly userId: string
  readonly isTest: boolean
}

/** The latest doings of users. */
export interface Activities {
  /** First seen on any device, and seen on these lines, as far as the graph knows. */
  describe(user: UserInApp, seen: Pick<AllTraces, 'firstSeenAtMs' | 'seenOn'>): Activity
  tracesOf(user: UserInApp): Traces
  readonly readAtMs: number
}

/** The known facts about a user's latest doings. */
export type Traces = Pick<UserSnapshot, 'clicks' | 'conversions'>

/** Longer ago they may have been elsewhere. */
const clickAddressMs = hourMs

/** Reads the newest clicks and conversions of many users in two statements. */
export async function loadActivities(
  { db, store, riskFigures, ...lookUps }: Pick<Ports, 'db' | 'store' | 'riskFigures'> & PlaceClicksNeeds,
  given: readonly UserInApp[],
  nowMs: number,
): Promise<Activities> {
  const users = [...new Map(given.map((user) => [idOf(user), user])).values()]
  const [clicks, conversions] = await Promise.all([
    store.riskTraces.listClickTraces(db, { users, sinceMs: nowMs - activityWindowMs, limit: clicksMax }),
    store.riskTraces.listConversionTraces(db, {
      users,
      sinceMs: nowMs - conversionWindowMs,
      limit: conversionsMax,
    }),
  ])
  const placeOf = placeClicks(lookUps)
  const clicksOf = Map.groupBy(
    clicks.map((click) => ({ ...click, ...placeOf(click, click.address) })),
    idOf,
  )
  const conversionsOf = Map.groupBy(
    // A click id carries its time, so that the click itself need not be read.
    conversions.map(({ clickId, ...row }) => ({
      ...row,
      clickedAtMs: clickId === null ? undefined : idTimeMs(clickId),
    })),
    idOf,
  )
  const tracesOf = (user: UserInApp): Traces => ({
    clicks: clicksOf.get(idOf(user)) ?? [],
    conversions: conversionsOf.get(idOf(user)) ?? [],
  })
  return {
    describe: (user, seen) =>
      describeActivity(
        { ...tracesOf(user), ...seen, conversionsSinceMs: nowMs - conversionWindowMs },
        riskFigures.norms(),
      ),
    tracesOf,
    readAtMs: nowMs,
  }
}

/**
 * Where a user has just clicked from: observed, where a submission tells no address. Nobody is where an unsigned link of
 * an app that signs them was followed.
 */
export function clickedFrom({ clicks }: Traces, nowMs: number): string | undefined {
  let newest: Traces['clicks'][number] | undefined
  for (const click of clicks) {
    const isRecent = click.address !== null && !click.isUnsigned && click.clickedAtMs > nowMs - clickAddressMs
    if (isRecent && !(newest && newest.clickedAtMs >= click.clickedAtMs)) newest = click
  }
  return newest?.address ?? undefined
}

function idOf({ appId, userId, isTest }: UserInApp): string {
  return `${appId}:${isTest}:${userId}`
}
