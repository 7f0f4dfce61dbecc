import {
  afterAnswer,
  afterFailure,
  afterThrottling,
  type CircuitBreaker,
  closedCircuitBreaker,
  slotsOf,
} from '@quoin/core/callbacks/circuit-breaker.ts'
import type { Allowance } from '../store/callbacks/callbacks.ts'
import type { Attempted } from '../ports/writes.ts'

/**
 * The knowledge about an endpoint: its last attempt was answered; nothing yet, and this process has just committed
 * something for it; nothing yet; that its last attempt failed.
 */
type Responsiveness = 'answering' | 'fresh' | 'untried' | 'doubtful'

/** How an attempt ended, as far as it says something of its endpoint. */
export interface Outcome extends Pick<Attempted, 'verdict' | 'isThrottled'> {
  readonly attempt: Pick<Attempted['attempt'], 'httpStatus'>
}

/** The endpoints leased for together: those that answer or were just told something, and the others (`doubtful`). */
export type LeaseKind = 'known' | 'doubtful'

interface Lane {
  circuitBreaker: CircuitBreaker
  responsiveness: Responsiveness
  /** How many of its callbacks are under way. */
  underWay: number
  /** Whether there may be something due. */
  isReady: boolean
}

interface LaneBounds {
  /** The bounds of all endpoints together, and of one. */
  readonly slotsMax: number
  readonly endpointSlotsMax: number
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
 * The lanes of endpoints, each with its allowance: every endpoint has a lane of its own, so that nobody waits behind a
 * receiver that is slow or gone. Those that do not answer share a part of the places and a number of attempts a second,
 * however many they are. A look costs the lanes that are ready, not those that are paused.
 */
export class CallbackLanes {
  readonly #bounds: LaneBounds
  readonly #lanes = new Map<number, Lane>()
  /** Lanes with something due, who waits longest first. */
  readonly #ready: Readonly<Record<Responsiveness, Set<number>>> = {
    answering: new Set(),
    fresh: new Set(),
    untried: new Set(),
    doubtful: new Set(),
  }
  /** Callbacks under way, and lanes that have some. */
  readonly #underWay: Record<Responsiveness, number> = { answering: 0, fresh: 0, untried: 0, doubtful: 0 }
  readonly #busy: Record<Responsiveness, number> = { answering: 0, fresh: 0, untried: 0, doubtful: 0 }
  /** Places that were given by the last look of each kind: some of them may not be under way yet. */
  readonly #given: Record<LeaseKind, number> = { known: 0, doubtful: 0 }
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
    for (const { circuitBreaker } of this.#lanes.values()) count += Number(isPaused(circuitBreaker, nowMs))
    return count
  }

  /** There may be something due for this endpoint: found by looking, or just committed by this process. */
  note(endpointId: number, nowMs: number, { isCommitted = false, isFailing = true } = {}): void {
    const lane = this.#laneOf(endpointId)
    // Looked at again when its pause is over: what is due is found then.
    if (isPaused(lane.circuitBreaker, nowMs)) return
    lane.isReady = true
    const isKnown = lane.responsiveness === 'answering' || lane.circuitBreaker !== closedCircuitBreaker
    if (isCommitted && !isKnown) this.#setResponsiveness(endpointId, lane, 'fresh')
    // As far as others have written down, it has not failed: it comes before those that have.
    else if (!isFailing && !isKnown && lane.responsiveness === 'doubtful')
      this.#setResponsiveness(endpointId, lane, 'untried')
    this.#ready[lane.responsiveness].add(endpointId)
  }

  /**
   * The allowances of endpoints whose callbacks may be leased now; marks these endpoints as looked after. Free slots
   * are shared out evenly. Doubtful ones are claimed apart from the others, which must not wait for it.
   */
  takeAllowances(of: LeaseKind, nowMs: number, maySend: (endpointId: number) => boolean): Allowance[] {
    this.#fill(nowMs)
    const { slotsMax } = this.#bounds
    const { fresh } = this.#underWay
    const doubtful = this.#underWay.doubtful + this.#underWay.untried
    this.#given[of] = 0
    let free = slotsMax - this.underWay - this.#given.known - this.#given.doubtful
    const allowances: Allowance[] = []
    const take = (responsiveness: Responsiveness, max: number): number => {
      const given = this.#takeFrom(responsiveness, { slots: Math.min(free, max), nowMs, maySend })
      allowances.push(...given)
      const taken = given.reduce((sum, { allowance }) => sum + allowance, 0)
      free -= taken
      this.#given[of] += taken
      return taken
    }
    if (of === 'doubtful') {
      if (this.#attemptsLeft < doubtfulMin) return allowances
      const doubtfulMax = Math.floor(slotsMax * shareOfDoubtful) - doubtful
      const untried = take('untried', Math.min(doubtfulMax, Math.floor(this.#attemptsLeft)))
      this.#attemptsLeft -= untried
      this.#attemptsLeft -= take('doubtful', Math.min(doubtfulMax - untried, Math.floor(this.#attemptsLeft)))
    } else {
      take('fresh', Math.floor(slotsMax * shareOfFresh) - fresh - doubtful)
      take('answering', free)
    }
    return allowances
  }

  begin(endpointId: number): void {
    const lane = this.#laneOf(endpointId)
    this.#count(lane, 1)
  }

  end(endpointId: number, attempted: Outcome | undefined, nowMs: number): void {
    const lane = this.#laneOf(endpointId)
    this.#count(lane, -1)
    if (attempted) {
      lane.circuitBreaker = nextCircuitBreaker(lane.circuitBreaker, attempted, nowMs)
      this.#setResponsiveness(endpointId, lane, responsivenessAfter(attempted, lane, nowMs))
    }
    // It waited for a place of its own.
    if (lane.isReady && !isPaused(lane.circuitBreaker, nowMs))
      this.#ready[lane.responsiveness].add(endpointId)
  }

  /** Forgets lanes of which nothing is known. */
  tidy(): void {
    for (const [id, { circuitBreaker, responsiveness, underWay, isReady }] of this.#lanes) {
      if (
        circuitBreaker !== closedCircuitBreaker ||
        underWay > 0 ||
        isReady ||
        responsiveness === 'answering'
      )
        continue
      this.#lanes.delete(id)
    }
  }

  #laneOf(endpointId: number): Lane {
    const known = this.#lanes.get(endpointId)
    if (known) return known
    const lane: Lane = {
      circuitBreaker: closedCircuitBreaker,
      responsiveness: 'doubtful',
      underWay: 0,
      isReady: false,
    }
    this.#lanes.set(endpointId, lane)
    return lane
  }

  #setResponsiveness(endpointId: number, lane: Lane, responsiveness: Responsiveness): void {
    if (lane.responsiveness === responsiveness) return
    const { underWay } = lane
    this.#count(lane, -underWay)
    if (this.#ready[lane.responsiveness].delete(endpointId)) this.#ready[responsiveness].add(endpointId)
    lane.responsiveness = responsiveness
    this.#count(lane, underWay)
  }

  #count(lane: Lane, added: number): void {
    const wasBusy = lane.underWay > 0
    lane.underWay += added
    this.#underWay[lane.responsiveness] += added
    this.#busy[lane.responsiveness] += Number(lane.underWay > 0) - Number(wasBusy)
  }

  #takeFrom(
    responsiveness: Responsiveness,
    { slots, nowMs, maySend }: { slots: number; nowMs: number; maySend: (endpointId: number) => boolean },
  ): Allowance[] {
    const ready = this.#ready[responsiveness]
    const share = this.#shareOf(responsiveness)
    const wanted: Allowance[] = []
    for (const endpointId of ready) {
      if (wanted.length >= slots) break
      ready.delete(endpointId)
      const lane = this.#laneOf(endpointId)
      const allowance = maySend(endpointId)
        ? Math.min(this.#allowanceOf(lane, nowMs), share - lane.underWay)
        : 0
      if (allowance > 0) wanted.push({ endpointId, allowance })
      // One that has no place of its own left is looked at when it has.
      lane.isReady = allowance <= 0 && lane.underWay > 0
    }
    let free = slots
    return wanted.map(({ endpointId, allowance }, index) => {
      const given = Math.min(allowance, Math.max(1, Math.floor(free / (wanted.length - index))))
      free -= given
      return { endpointId, allowance: given }
    })
  }

  /**
   * The second half of all places is for those who have less than their share: receivers that are slow, but take what
   * they get, must not have them all.
   */
  #shareOf(responsiveness: Responsiveness): number {
    const { slotsMax } = this.#bounds
    if (this.underWay < slotsMax / 2) return slotsMax
    let busy = this.#busy[responsiveness]
    // Those of which much is not known take one at a time.
    if (responsiveness !== 'answering')
      return Math.max(1, Math.floor(slotsMax / (busy + this.#ready[responsiveness].size + 1)))
    for (const id of this.#ready[responsiveness]) busy += Number(this.#laneOf(id).underWay === 0)
    return Math.max(1, Math.floor(slotsMax / Math.max(1, busy)))
  }

  #allowanceOf({ circuitBreaker, responsiveness, underWay }: Lane, nowMs: number): number {
    const slots = slotsOf(circuitBreaker, this.#bounds.endpointSlotsMax, nowMs)
    // One attempt says whether it is there.
    const isUnknown = responsiveness !== 'answering' && circuitBreaker === closedCircuitBreaker
    return (isUnknown ? Math.min(1, slots) : slots) - underWay
  }

  #fill(nowMs: number): void {
    const elapsedMs = Math.max(0, nowMs - this.#filledAtMs)
    this.#filledAtMs = nowMs
    this.#attemptsLeft = Math.min(doubtfulPerSec, this.#attemptsLeft + (elapsedMs / 1000) * doubtfulPerSec)
  }
}

function isPaused({ pausedUntilMs }: CircuitBreaker, nowMs: number): boolean {
  return pausedUntilMs !== null && nowMs < pausedUntilMs
}

/** A receiver that refuses, or asks for less, is there; and so is one that was, and now fails at one of them. */
function responsivenessAfter(
  { attempt, verdict, isThrottled }: Outcome,
  { circuitBreaker, responsiveness }: Lane,
  nowMs: number,
): Responsiveness {
  if (verdict.kind !== 'retry' || isThrottled) return 'answering'
  const isThere =
    responsiveness === 'answering' && attempt.httpStatus !== null && !isPaused(circuitBreaker, nowMs)
  return isThere ? 'answering' : 'doubtful'
}

function nextCircuitBreaker(
  circuitBreaker: CircuitBreaker,
  { verdict, isThrottled }: Outcome,
  nowMs: number,
): CircuitBreaker {
  // A receiver that refuses one callback for good (403) has said nothing about the next.
  if (verdict.kind !== 'retry') return verdict.kind === 'stop' ? circuitBreaker : afterAnswer(circuitBreaker)
  if (isThrottled && verdict.retryAfterMs !== null)
    return afterThrottling(circuitBreaker, verdict.retryAfterMs, nowMs)
  return afterFailure(circuitBreaker, nowMs)
}
