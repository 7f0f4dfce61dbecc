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

/**
 * The knowledge about an endpoint: its last attempt was answered; nothing yet, and this process has just committed
 * something for it; nothing yet; that its last attempt failed.
 */
type Standing = 'answering' | 'fresh' | 'untried' | 'doubtful'

/** How an attempt ended, as far as it says something of its endpoint. */
export interface Outcome extends Pick<Attempted, 'verdict' | 'isPlea'> {
  readonly attempt: Pick<Attempted['attempt'], 'httpStatus'>
}

/** The endpoints leased for together: those that answer or were just told something, and the others (`doubtful`). */
export type Claim = 'known' | 'doubtful'

interface Lane {
  breaker: Breaker
  standing: Standing
  /** How many of its callbacks are under way. */
  underWay: number
  /** Whether there may be something due. */
  isReady: boolean
}

interface LaneBounds {
  /** The bounds of all endpoints together, and of one. */
  readonly placesMax: number
  readonly endpointPlacesMax: number
}

/** The share of all slots that endpoints may take which are not known to answer; the others are for those that do. */
const shareOfFresh = 3 / 4
const shareOfDoubtful = 1 / 2
/**
 * Attempts a second to doubtful endpoints, all together: thousands that are gone must not cost what the others
 * need.
 */
const doubtfulPerSec = 100
/** Fewer are not claimed, or each attempt that ends would cost a statement for the next. */
const doubtfulMin = 10

/**
 * Who may send how much now: every endpoint has a lane of its own, so that nobody waits behind a receiver that is
 * slow or gone. Those that do not answer share a part of the places and a number of attempts a second, however many
 * they are. A look costs the lanes that are ready, not those that are paused.
 */
export class CallbackLanes {
  readonly #bounds: LaneBounds
  readonly #lanes = new Map<number, Lane>()
  /** Lanes with something due, who waits longest first. */
  readonly #ready: Readonly<Record<Standing, Set<number>>> = {
    answering: new Set(),
    fresh: new Set(),
    untried: new Set(),
    doubtful: new Set(),
  }
  /** Callbacks under way, and lanes that have some. */
  readonly #underWay: Record<Standing, number> = { answering: 0, fresh: 0, untried: 0, doubtful: 0 }
  readonly #busy: Record<Standing, number> = { answering: 0, fresh: 0, untried: 0, doubtful: 0 }
  /** Places that were given by the last look of each kind: some of them may not be under way yet. */
  readonly #given: Record<Claim, number> = { known: 0, doubtful: 0 }
  #attemptsLeft = doubtfulPerSec
  #filledAtMs = Number.NEGATIVE_INFINITY

  constructor(bounds: LaneBounds) {
    this.#bounds = bounds
  }

  get underWay(): number {
    const { answering, fresh, untried, doubtful } = this.#underWay
    return answering + fresh + untried + doubtful
  }

  pausedCount(nowMs: number): number {
    let count = 0
    for (const { breaker } of this.#lanes.values()) count += Number(isPaused(breaker, nowMs))
    return count
  }

  /** There may be something due for this endpoint: found by looking, or just committed by this process. */
  note(endpointId: number, nowMs: number, { isCommitted = false, isFailing = true } = {}): void {
    const lane = this.#laneOf(endpointId)
    // Looked at again when its pause is over: what is due is found then.
    if (isPaused(lane.breaker, nowMs)) return
    lane.isReady = true
    const isKnown = lane.standing === 'answering' || lane.breaker !== closedBreaker
    if (isCommitted && !isKnown) this.#stand(endpointId, lane, 'fresh')
    // As far as others have written down, it has not failed: it comes before those that have.
    else if (!isFailing && !isKnown && lane.standing === 'doubtful') this.#stand(endpointId, lane, 'untried')
    this.#ready[lane.standing].add(endpointId)
  }

  /**
   * Rooms for what may be claimed now, and marks these endpoints as looked after. What is free is shared out evenly.
   * Doubtful ones are claimed apart from the others, which must not wait for it.
   */
  takeRooms(of: Claim, nowMs: number, maySend: (endpointId: number) => boolean): Room[] {
    this.#fill(nowMs)
    const { placesMax } = this.#bounds
    const { fresh } = this.#underWay
    const doubtful = this.#underWay.doubtful + this.#underWay.untried
    this.#given[of] = 0
    let free = placesMax - this.underWay - this.#given.known - this.#given.doubtful
    const rooms: Room[] = []
    const take = (standing: Standing, max: number): number => {
      const given = this.#takeFrom(standing, { places: Math.min(free, max), nowMs, maySend })
      rooms.push(...given)
      const taken = given.reduce((sum, { room }) => sum + room, 0)
      free -= taken
      this.#given[of] += taken
      return taken
    }
    if (of === 'doubtful') {
      if (this.#attemptsLeft < doubtfulMin) return rooms
      const doubtfulMax = Math.floor(placesMax * shareOfDoubtful) - doubtful
      const untried = take('untried', Math.min(doubtfulMax, Math.floor(this.#attemptsLeft)))
      this.#attemptsLeft -= untried
      this.#attemptsLeft -= take('doubtful', Math.min(doubtfulMax - untried, Math.floor(this.#attemptsLeft)))
    } else {
      take('fresh', Math.floor(placesMax * shareOfFresh) - fresh - doubtful)
      take('answering', free)
    }
    return rooms
  }

  begin(endpointId: number): void {
    const lane = this.#laneOf(endpointId)
    this.#count(lane, 1)
  }

  end(endpointId: number, attempted: Outcome | undefined, nowMs: number): void {
    const lane = this.#laneOf(endpointId)
    this.#count(lane, -1)
    if (attempted) {
      lane.breaker = nextBreaker(lane.breaker, attempted, nowMs)
      this.#stand(endpointId, lane, standingAfter(attempted, lane, nowMs))
    }
    // It waited for a place of its own.
    if (lane.isReady && !isPaused(lane.breaker, nowMs)) this.#ready[lane.standing].add(endpointId)
  }

  /** Forgets lanes of which nothing is known. */
  tidy(): void {
    for (const [id, { breaker, standing, underWay, isReady }] of this.#lanes) {
      if (breaker !== closedBreaker || underWay > 0 || isReady || standing === 'answering') continue
      this.#lanes.delete(id)
    }
  }

  #laneOf(endpointId: number): Lane {
    const known = this.#lanes.get(endpointId)
    if (known) return known
    const lane: Lane = { breaker: closedBreaker, standing: 'doubtful', underWay: 0, isReady: false }
    this.#lanes.set(endpointId, lane)
    return lane
  }

  #stand(endpointId: number, lane: Lane, standing: Standing): void {
    if (lane.standing === standing) return
    const { underWay } = lane
    this.#count(lane, -underWay)
    if (this.#ready[lane.standing].delete(endpointId)) this.#ready[standing].add(endpointId)
    lane.standing = standing
    this.#count(lane, underWay)
  }

  #count(lane: Lane, added: number): void {
    const wasBusy = lane.underWay > 0
    lane.underWay += added
    this.#underWay[lane.standing] += added
    this.#busy[lane.standing] += Number(lane.underWay > 0) - Number(wasBusy)
  }

  #takeFrom(
    standing: Standing,
    { places, nowMs, maySend }: { places: number; nowMs: number; maySend: (endpointId: number) => boolean },
  ): Room[] {
    const ready = this.#ready[standing]
    const share = this.#shareOf(standing)
    const wanted: Room[] = []
    for (const endpointId of ready) {
      if (wanted.length >= places) break
      ready.delete(endpointId)
      const lane = this.#laneOf(endpointId)
      const room = maySend(endpointId) ? Math.min(this.#roomOf(lane, nowMs), share - lane.underWay) : 0
      if (room > 0) wanted.push({ endpointId, room })
      // One that has no place of its own left is looked at when it has.
      lane.isReady = room <= 0 && lane.underWay > 0
    }
    let free = places
    return wanted.map(({ endpointId, room }, place) => {
      const given = Math.min(room, Math.max(1, Math.floor(free / (wanted.length - place))))
      free -= given
      return { endpointId, room: given }
    })
  }

  /**
   * The second half of all places is for those who have less than their share: receivers that are slow, but take what
   * they get, must not have them all.
   */
  #shareOf(standing: Standing): number {
    const { placesMax } = this.#bounds
    if (this.underWay < placesMax / 2) return placesMax
    let busy = this.#busy[standing]
    // Those of which much is not known take one at a time.
    if (standing !== 'answering')
      return Math.max(1, Math.floor(placesMax / (busy + this.#ready[standing].size + 1)))
    for (const id of this.#ready[standing]) busy += Number(this.#laneOf(id).underWay === 0)
    return Math.max(1, Math.floor(placesMax / Math.max(1, busy)))
  }

  #roomOf({ breaker, standing, underWay }: Lane, nowMs: number): number {
    const places = placesOf(breaker, this.#bounds.endpointPlacesMax, nowMs)
    // One attempt says whether it is there.
    const isUnknown = standing !== 'answering' && breaker === closedBreaker
    return (isUnknown ? Math.min(1, places) : places) - underWay
  }

  #fill(nowMs: number): void {
    const elapsedMs = Math.max(0, nowMs - this.#filledAtMs)
    this.#filledAtMs = nowMs
    this.#attemptsLeft = Math.min(doubtfulPerSec, this.#attemptsLeft + (elapsedMs / 1000) * doubtfulPerSec)
  }
}

function isPaused({ pausedUntilMs }: Breaker, nowMs: number): boolean {
  return pausedUntilMs !== null && nowMs < pausedUntilMs
}

/** A receiver that refuses, or asks for less, is there; and so is one that was, and now fails at one of them. */
function standingAfter(
  { attempt, verdict, isPlea }: Outcome,
  { breaker, standing }: Lane,
  nowMs: number,
): Standing {
  if (verdict.kind !== 'retry' || isPlea) return 'answering'
  const isThere = standing === 'answering' && attempt.httpStatus !== null && !isPaused(breaker, nowMs)
  return isThere ? 'answering' : 'doubtful'
}

function nextBreaker(breaker: Breaker, { verdict, isPlea }: Outcome, nowMs: number): Breaker {
  // A receiver that refuses one callback for good (403) has said nothing about the next.
  if (verdict.kind !== 'retry') return verdict.kind === 'stop' ? breaker : afterAnswer(breaker)
  if (isPlea && verdict.retryAfterMs !== null) return afterPlea(breaker, verdict.retryAfterMs, nowMs)
  return afterFailure(breaker, nowMs)
}
