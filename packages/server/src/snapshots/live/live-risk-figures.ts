import type { OfferFigures, SourceFigures } from '@quoin/core/risk/conduct/conversion-signs.ts'
import { slotEndsSec } from '@quoin/core/stats/credit-times.ts'
import { dayMs } from '@quoin/core/time/durations.ts'
import type { Clock, Log, RiskFigures } from '../../ports/ports.ts'
import type { Database } from '../../store/pg/database.ts'
import { listOfferFigures, listSourceFigures } from '../../store/risk/risk-figures.ts'
import { readEvery } from './read-every.ts'

interface FiguresNeeds {
  readonly db: Database
  readonly clock: Pick<Clock, 'nowMs'>
  readonly log: Log
}

/** What is usual changes slowly, and reading it goes through weeks of statistics. */
const everyMs = 5 * 60_000
const windowMs = 30 * dayMs
const offersMax = 50_000
const sourcesMax = 100_000

/** What offers and sources usually do. Until it was read, and while it cannot be, nothing is known: nobody is accused. */
export class LiveRiskFigures implements RiskFigures {
  readonly #needs: FiguresNeeds
  #offers: ReadonlyMap<number, OfferFigures> = new Map()
  #sources: ReadonlyMap<string, SourceFigures> = new Map()

  constructor(needs: FiguresNeeds) {
    this.#needs = needs
  }

  findOffer(offerId: number): OfferFigures | undefined {
    return this.#offers.get(offerId)
  }

  findSource(appId: number, offerId: number, subId: string | null): SourceFigures | undefined {
    return this.#sources.get(keyOf(appId, offerId, subId))
  }

  async refresh(): Promise<void> {
    const { db, clock } = this.#needs
    const sinceMs = clock.nowMs() - windowMs
    const offers = await listOfferFigures(db, { sinceMs, limit: offersMax })
    const sources = await listSourceFigures(db, { sinceMs, limit: sourcesMax })
    this.#offers = new Map(
      offers.map(({ offerId, fastSlot, ...figures }) => [
        offerId,
        // The lower end of its slot: a rounded figure must accuse nobody.
        { ...figures, fastSec: fastSlot === null ? undefined : (slotEndsSec[fastSlot - 1] ?? 0) },
      ]),
    )
    this.#sources = new Map(
      sources.map(({ appId, offerId, subId, ...figures }) => [keyOf(appId, offerId, subId), figures]),
    )
  }

  follow(): () => Promise<void> {
    return readEvery(
      everyMs,
      () => this.refresh(),
      (error) => this.#needs.log.warn({ err: error }, 'risk figures could not be read'),
    )
  }
}

function keyOf(appId: number, offerId: number, subId: string | null): string {
  return `${appId} ${offerId} ${subId ?? ''}`
}
