import {
  afterAnswer,
  afterFailure,
  afterPlea,
  type Breaker,
  closedBreaker,
  placesOf,
} from '@quoin/core/callbacks/breaker.ts'
import type { Room } from '../store/callbacks/callbacks.ts'
import type { Attempted } from '../ports/writes.ts'

interface Lane {
  breaker: Breaker
  /** How many of its callbacks are under way. */
  underWay: number
  /** Whether there may be something due. */
  isReady: boolean
}

export interface LaneBounds {
  /** Of all endpoints together, and of one. */
  readonly placesMax: number
  readonly endpointPlacesMax: number
}

/**
 * Who may send how much now: every endpoint has a lane of its own, so that nobody waits behind a receiver that
 * is slow or gone. Lanes without work and without trouble are forgotten.
 */
export class CallbackLanes {
  readonly #bounds: LaneBounds
  readonly #lanes = new Map<number, Lane>()
  #underWay = 0

  constructor(bounds: LaneBounds) {
    this.#bounds = bounds
  }

  get underWay(): number {
    return this.#underWay
  }

  pausedCount(nowMs: number): number {
    let count = 0
    for (const { breaker } of this.#lanes.values()) count += Number((breaker.pausedUntilMs ?? 0) > nowMs)
    return count
  }

  /** There may be something due for this endpoint. */
  note(endpointId: number): void {
    const lane = this.#lanes.get(endpointId)
    if (lane) lane.isReady = true
    else this.#lanes.set(endpointId, { breaker: closedBreaker, underWay: 0, isReady: true })
  }

  /**
   * Rooms for what may be claimed now, and marks these endpoints as looked after. What is free is shared out
   * evenly; whoever got little this time comes first next time. The second half of all places is for those who
   * have less than their share: receivers that are slow, but take what they get, must not have them all.
   */
  takeRooms(nowMs: number, maySend: (endpointId: number) => boolean): Room[] {
    const { placesMax } = this.#bounds
    let free = placesMax - this.#underWay
    const share = free > placesMax / 2 ? placesMax : this.#fairShare()
    const ready = [...this.#lanes].flatMap(([endpointId, lane]) => {
      const room = lane.isReady ? Math.min(this.#roomOf(lane, nowMs), share - lane.underWay) : 0
      return room > 0 ? [{ endpointId, lane, room }] : []
    })
    const rooms: Room[] = []
    for (const [place, { endpointId, lane, room }] of ready.entries()) {
      if (free <= 0) break
      lane.isReady = false
      this.#lanes.delete(endpointId)
      if (!maySend(endpointId)) continue
      this.#lanes.set(endpointId, lane) // Behind the others.
      const given = Math.min(room, Math.max(1, Math.floor(free / (ready.length - place))))
      free -= given
      rooms.push({ endpointId, room: given })
    }
    return rooms
  }

  begin(endpointId: number): void {
    this.#underWay += 1
    const lane = this.#lanes.get(endpointId)
    if (lane) lane.underWay += 1
    else this.#lanes.set(endpointId, { breaker: closedBreaker, underWay: 1, isReady: false })
  }

  end(endpointId: number, attempted: Attempted | undefined, nowMs: number): void {
    this.#underWay -= 1
    const lane = this.#lanes.get(endpointId)
    if (lane === undefined) return
    lane.underWay -= 1
    if (attempted) lane.breaker = nextBreaker(lane.breaker, attempted, nowMs)
  }

  /** Forgets lanes that nothing is known of. */
  tidy(): void {
    for (const [id, { breaker, underWay, isReady }] of this.#lanes) {
      if (breaker === closedBreaker && underWay === 0 && !isReady) this.#lanes.delete(id)
    }
  }

  #fairShare(): number {
    const busy = [...this.#lanes.values()].filter(({ underWay, isReady }) => underWay > 0 || isReady)
    return Math.max(1, Math.floor(this.#bounds.placesMax / Math.max(1, busy.length)))
  }

  #roomOf({ breaker, underWay }: Lane, nowMs: number): number {
    return placesOf(breaker, this.#bounds.endpointPlacesMax, nowMs) - underWay
  }
}

function nextBreaker(breaker: Breaker, { verdict, isPlea }: Attempted, nowMs: number): Breaker {
  // A receiver that refuses one callback for good (403) has said nothing about the next.
  if (verdict.kind !== 'retry') return verdict.kind === 'stop' ? breaker : afterAnswer(breaker)
  if (isPlea && verdict.retryAfterMs !== null) return afterPlea(breaker, verdict.retryAfterMs, nowMs)
  return afterFailure(breaker, nowMs)
}
