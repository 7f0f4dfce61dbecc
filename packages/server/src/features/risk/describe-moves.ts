import {
  type Band,
  bandOf,
  bands,
  compareScores,
  type MovedScore,
} from '@quoin/core/risk/learning/compare-scores.ts'
import { sharesNamed } from '@quoin/core/risk/shares-by-name.ts'
import type { Weights } from '@quoin/core/risk/weights.ts'
import { dayMs } from '@quoin/core/time/durations.ts'
import { firstIdAt } from '@quoin/core/tracking/click-id.ts'
import type { Ports } from '../../ports/ports.ts'
import { keyUser } from '../devices/key-sighting.ts'

type Needs = Pick<Ports, 'db' | 'store' | 'clock' | 'keyring'>

const days = 30
/** The newest are looked at, so that an answer has a bound. */
const usersMax = 10_000
const batchUsers = 1_000
/** How many of those who rise, and of those who fall, are shown by themselves. */
const shownEach = 5

interface Mover extends MovedScore {
  readonly appId: number
  readonly userId: string
  readonly heldMicros: number
}

export interface Moves {
  readonly days: number
  /** Users with a score of late. */
  readonly users: number
  /** How many go from one band to another, by both; those who stay among them. */
  readonly counts: readonly { readonly from: Band; readonly to: Band; readonly users: number }[]
  readonly rising: number
  readonly falling: number
  /** Over the score from which most conversions are held. */
  readonly crossUp: number
  readonly crossDown: number
  readonly crossHeldMicros: number
  /** The users who move most: those who cross it first, then by their money that is held. */
  readonly movers: readonly (Mover & { readonly decision: 'refused' | 'confirmed' | null })[]
}

const high = 85

/** The change, and the users whom it would meet, if other weights were taken: all users who earned of late, by their last score. */
export async function describeMoves(
  ports: Needs,
  weights: { readonly current: Weights; readonly candidate: Weights },
): Promise<Moves> {
  const users = await scoreEarners(ports, weights)
  const counts = bands.flatMap(({ name: from }) =>
    bands.map(({ name: to }) => ({
      from,
      to,
      users: users.filter((user) => bandOf(user.before) === from && bandOf(user.after) === to).length,
    })),
  )
  const moved = users.filter(({ before, after }) => bandOf(before) !== bandOf(after))
  const rising = moved.filter(({ before, after }) => after > before)
  const falling = moved.filter(({ before, after }) => after < before)
  const crossing = moved.filter(crosses)
  const movers = [rising, falling].flatMap((some) => some.toSorted(byWeight).slice(0, shownEach))
  return {
    days,
    users: users.length,
    counts,
    rising: rising.length,
    falling: falling.length,
    crossUp: crossing.filter(({ before, after }) => after > before).length,
    crossDown: crossing.filter(({ before, after }) => after < before).length,
    crossHeldMicros: crossing.reduce((sum, { heldMicros }) => sum + heldMicros, 0),
    movers: await withDecisions(ports, movers),
  }
}

/** The users who would go from one band to another, those with most money first. */
export async function listMovers(
  ports: Needs,
  weights: { readonly current: Weights; readonly candidate: Weights },
  { from, to, limit }: { readonly from: Band; readonly to: Band; readonly limit: number },
): Promise<Moves['movers']> {
  const users = await scoreEarners(ports, weights)
  const found = users.filter((user) => bandOf(user.before) === from && bandOf(user.after) === to)
  return await withDecisions(ports, found.toSorted(byWeight).slice(0, limit))
}

async function scoreEarners(
  { db, store, clock, keyring }: Needs,
  weights: { readonly current: Weights; readonly candidate: Weights },
): Promise<Mover[]> {
  const sinceId = firstIdAt(clock.nowMs() - days * dayMs)
  const earners = await store.userOutcomes.listEarners(db, { sinceId, limit: usersMax })
  const keyed = earners.map((earner) => ({
    ...earner,
    user: keyUser(keyring, { ...earner, isTest: false }),
    beforeMs: null,
  }))
  const fraudShares = await store.userOutcomes.findFraudShares(db)
  const byKey = new Map(keyed.map((one) => [`${one.appId}:${one.user}`, one]))
  const movers: Mover[] = []
  for (let from = 0; from < keyed.length; from += batchUsers) {
    const found = await store.userOutcomes.listSharesBefore(db, keyed.slice(from, from + batchUsers))
    for (const { appId, user, shares } of found) {
      const earner = byKey.get(`${appId}:${user}`)
      if (earner === undefined) continue
      const fraudShare = fraudShares.get(appId)
      const { userId, heldMicros } = earner
      movers.push({
        appId,
        userId,
        heldMicros,
        ...compareScores(sharesNamed(shares), { ...weights, fraudShare }),
      })
    }
  }
  return movers
}

function crosses({ before, after }: MovedScore): boolean {
  return before >= high !== after >= high
}

function byWeight(one: Mover, other: Mover): number {
  return (
    Number(crosses(other)) - Number(crosses(one)) ||
    other.heldMicros - one.heldMicros ||
    Math.abs(other.after - other.before) - Math.abs(one.after - one.before)
  )
}

async function withDecisions({ db, store }: Needs, movers: readonly Mover[]): Promise<Moves['movers']> {
  const decided = await store.userOutcomes.listDecisionsOn(db, movers)
  const byUser = new Map(decided.map(({ appId, userId, decision }) => [`${appId}:${userId}`, decision]))
  return movers.map((mover) => ({
    ...mover,
    decision: byUser.get(`${mover.appId}:${mover.userId}`) ?? null,
  }))
}
