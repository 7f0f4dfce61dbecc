import { passedBound } from '@quoin/core/catalogue/match-offers.ts'
import { findChanged, type NewState } from '@quoin/core/catalogue/offer-changes.ts'
import type { Ports } from '../../../ports/ports.ts'
import { pauseUntil } from '../../jobs/pause-until.ts'
import { listLive, printListed, type PublicWorld, readPublicWorld } from './list-public.ts'

type FinderPorts = Pick<Ports, 'db' | 'store' | 'clock' | 'snapshots' | 'exclusions'>

/** Longer than any look takes; another process goes on after it. */
const leaseMs = 30_000
/** A process that finds nothing to do keeps its lease by asking again after this. */
const renewMs = 10_000
/** One that finds another process at work looks again after this. */
const retryMs = 3_000
const pageMax = 2_000
/** In one transaction: a fraction of a second. */
const writtenMax = 2_000

/** The world of the last look; its catalogue is not kept from going. */
interface Seen extends Omit<PublicWorld, 'catalogue'> {
  readonly catalogue: WeakRef<PublicWorld['catalogue']>
}

/** The states as this process knows them from the database. */
interface Known {
  sequence: number
  /** The fingerprint of each offer that was listed. */
  readonly listed: Map<number, number>
}

/**
 * Finds what has changed for publishers, whatever has changed it: it compares what is listed now with what was listed
 * when it looked last, in one of all processes. Nothing is lost by its end: the next one compares with the same rows.
 */
export class OfferChangeFinder {
  readonly #ports: FinderPorts
  readonly #lease: string
  #known: Known | undefined
  #seen: Seen | undefined
  #askAtMs = Number.NEGATIVE_INFINITY

  constructor(ports: FinderPorts, lease: string) {
    this.#ports = ports
    this.#lease = lease
  }

  /** Writes down what has changed since the last look. Returns how many offers; undefined where another process does it. */
  async look(): Promise<number | undefined> {
    const { clock, snapshots } = this.#ports
    // The catalogue that an earlier process has kept is older than the database.
    if (snapshots.catalogueVersion() === undefined) return undefined
    const world = await readPublicWorld(this.#ports)
    const isNews = this.#seen === undefined || differs(this.#seen, world)
    const nowMs = clock.monotonicMs()
    if (nowMs < this.#askAtMs && !(isNews && this.#known !== undefined)) return this.#known && 0
    const numbering = await this.#take()
    this.#askAtMs = nowMs + (numbering === undefined ? retryMs : renewMs)
    if (numbering === undefined) {
      this.#known = undefined
      return undefined
    }
    if (!isNews && this.#known?.sequence === numbering.sequence) return 0
    const written = await this.#compare(world, numbering.sequence)
    if (written !== undefined) this.#seen = { ...world, catalogue: new WeakRef(world.catalogue) }
    return written
  }

  /** Lets another process go on at once. */
  async leave(): Promise<void> {
    if (this.#known !== undefined)
      await this.#ports.store.offerStates.leaveNumbering(this.#ports.db, this.#lease)
  }

  async #take() {
    const { db, store, clock } = this.#ports
    return await store.offerStates.takeNumbering(db, { lease: this.#lease, nowMs: clock.nowMs(), leaseMs })
  }

  async #compare(world: PublicWorld, sequence: number): Promise<number | undefined> {
    if (this.#known?.sequence !== sequence) this.#known = await this.#read(sequence)
    const known = this.#known
    const changed = await findAllChanged(world, known.listed)
    for (let from = 0; from < changed.length; from += writtenMax) {
      const batch = changed.slice(from, from + writtenMax)
      if (await this.#write(batch, known)) continue
      this.#known = undefined
      return undefined
    }
    return changed.length
  }

  async #read(sequence: number): Promise<Known> {
    const { db, store } = this.#ports
    const listed = new Map<number, number>()
    let afterId = 0
    for (;;) {
      const page = await store.offerStates.listStatesAfter(db, { afterId, limit: pageMax })
      for (const { offerId, fingerprint, isListed } of page) if (isListed) listed.set(offerId, fingerprint)
      const last = page.at(-1)
      if (last === undefined || page.length < pageMax) return { sequence, listed }
      afterId = last.offerId
    }
  }

  /** False: another process has gone on meanwhile. */
  async #write(states: readonly NewState[], known: Known): Promise<boolean> {
    const { db, store, clock } = this.#ports
    const isWritten = await db.transaction(async (tx) => {
      const numbering = await store.offerStates.lockNumbering(tx, this.#lease)
      if (numbering?.sequence !== known.sequence) return false
      const place = { afterSequence: known.sequence, nowMs: clock.nowMs() }
      await store.offerStates.writeStates(tx, states, place)
      return true
    })
    if (!isWritten) return false
    known.sequence += states.length
    for (const { offerId, fingerprint, isListed } of states) {
      if (isListed) known.listed.set(offerId, fingerprint)
      else known.listed.delete(offerId)
    }
    return true
  }
}

/** Offers that are compared in one go: some milliseconds. */
const comparedMax = 4_000

/** In slices, with the loop free in between. */
async function findAllChanged(
  world: PublicWorld,
  known: ReadonlyMap<number, number>,
): Promise<readonly NewState[]> {
  const { catalogue } = world
  const changed: NewState[] = []
  let stillThere = 0
  for (let from = 0; from < catalogue.size; from += comparedMax) {
    const offerIds = catalogue.listIds(from, from + comparedMax)
    for (const id of offerIds) if (known.has(id)) stillThere += 1
    changed.push(...withTests(world, findChanged(offerIds, known, printListed(world, offerIds))))
    await endOfTurn()
  }
  // As a rule an offer is never deleted.
  const isAllThere = stillThere === known.size
  const deleted = isAllThere ? [] : [...known.keys()].filter((id) => catalogue.findIndex(id) === undefined)
  return [...changed, ...withTests(world, findChanged(deleted, known, new Map()))]
}

function withTests(world: PublicWorld, changed: readonly Omit<NewState, 'isTest'>[]): readonly NewState[] {
  const live = listLive(
    world,
    changed.map(({ offerId }) => offerId),
  )
  return changed.map((state) => ({ ...state, isTest: !live.has(state.offerId) }))
}

const never = new AbortController().signal
const endOfTurn = () => pauseUntil(0, never)

/** Whether something may be listed otherwise than before. */
function differs(before: Seen, now: PublicWorld): boolean {
  return (
    before.catalogue.deref() !== now.catalogue ||
    before.terms !== now.terms ||
    passedBound(now.catalogue.data, before.nowSec, now.nowSec) ||
    !areSameBars(before.capped, now.capped)
  )
}

function areSameBars(before: PublicWorld['capped'], now: PublicWorld['capped']): boolean {
  if (before === now) return true
  if (before.offerIds.size !== now.offerIds.size || before.wide.length !== now.wide.length) return false
  if (![...now.offerIds].every((id) => before.offerIds.has(id))) return false
  return JSON.stringify(before.wide) === JSON.stringify(now.wide)
}
