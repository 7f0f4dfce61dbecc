import { addCounts, type Counts, noCounts, type OfferEvidence } from './evidence.ts'
import { drawBeta, seededDraw } from './random.ts'

/** An audience that offers are ranked for; '*' stands for every country that has no ranking of its own. */
export interface Cell {
  readonly country: string
  readonly platform: string
}

/** How much the average of all offers weighs beside an offer's own rate, in impressions, clicks and earners. */
const priorImpressions = 40
const priorClicks = 15
const priorEarners = 4
/** How much an offer's rate elsewhere weighs beside that among an audience. */
const elsewhereImpressions = 150
const elsewhereClicks = 60

/** Below this there is no rate to speak of, and offers stand in the order of what they pay. */
const clicksMin = 100
const earnersMin = 10

/** An audience has a ranking of its own from so many clicks on. */
const cellClicksMin = 100

const cellName = ({ country, platform }: Cell): string => `${country} ${platform}`

interface OfferFacts {
  readonly offerId: number
  readonly payoutMicros: number
  /** One of several prices of the offer: what earners got by the others says nothing of it. */
  readonly isPriced?: boolean
}

/**
 * The evidence, ready to score offers. A score is a draw from what may be true of an offer's earnings per impression
 * (Thompson sampling): one that is known well gets about its mean, one that nobody has seen now and then a high one.
 */
export class RankingModel {
  readonly #seed: string
  readonly #all: Counts
  readonly #offers = new Map<number, Counts>()
  readonly #cells = new Map<string, Map<number, Counts>>()
  readonly #cellSums = new Map<string, Counts>()

  constructor(evidence: readonly OfferEvidence[], seed: string) {
    this.#seed = seed
    this.#all = evidence.reduce((sum, row) => addCounts(sum, row), noCounts)
    for (const row of evidence) {
      this.#offers.set(row.offerId, addCounts(this.#offers.get(row.offerId) ?? noCounts, row))
      this.#file(cellName(row), row)
      this.#file(cellName({ country: '*', platform: row.platform }), row)
    }
  }

  /** Whether anything is known by which offers could be told apart. */
  get isKnown(): boolean {
    return this.#all.clicks >= clicksMin && this.#all.earners >= earnersMin
  }

  /** The audiences that are ranked for, the busiest first, at most so many besides those of a platform alone. */
  listCells(platforms: readonly string[], cellsMax: number): Cell[] {
    const own = [...this.#cellSums]
      .filter(([name, { clicks }]) => !name.startsWith('*') && clicks >= cellClicksMin)
      .sort(([a, one], [b, other]) => other.clicks - one.clicks || (a < b ? -1 : 1))
      .slice(0, cellsMax)
      .map(([name]) => ({ country: name.split(' ')[0] ?? '', platform: name.split(' ')[1] ?? '' }))
    return [...platforms.map((platform) => ({ country: '*', platform })), ...own]
  }

  /**
   * A draw of what a thousand impressions of an offer earn, in micros. The same offer, audience and variant always get
   * the same one, whatever other offers there are.
   */
  score({ offerId, payoutMicros, isPriced = false }: OfferFacts, cell: Cell, variant: number): number {
    const name = cellName(cell)
    const draw = seededDraw(`${this.#seed} ${name} ${variant} ${offerId}`)
    const own = this.#cells.get(name)?.get(offerId) ?? noCounts
    const offer = this.#offers.get(offerId) ?? noCounts
    const elsewhere = addCounts(offer, own, -1)
    const among = this.#cellSums.get(name) ?? noCounts
    const shown = { part: 'shownClicks', whole: 'impressions' } as const
    const earned = { part: 'earners', whole: 'clicks' } as const
    const through = this.#drawRate(draw, {
      own,
      elsewhere,
      among,
      of: shown,
      priorWeight: priorImpressions,
      elsewhereWeight: elsewhereImpressions,
    })
    const converting = this.#drawRate(draw, {
      own,
      elsewhere,
      among,
      of: earned,
      priorWeight: priorClicks,
      elsewhereWeight: elsewhereClicks,
    })
    const earning = isPriced
      ? payoutMicros
      : (offer.payoutMicros + priorEarners * payoutMicros) / (offer.earners + priorEarners)
    return through * converting * earning * 1_000
  }

  /**
   * A draw from what its own evidence and what is usual for the offer elsewhere say of this audience. The less is known
   * elsewhere, the less that weighs: then it is little more than the average of all offers.
   */
  #drawRate(draw: () => number, asked: RateAsked): number {
    const { own, elsewhere, among, of, priorWeight, elsewhereWeight } = asked
    const average = rateOf(this.#all, of, { rate: 0.05, weight: 20 })
    // An audience that clicks more on everything clicks more on what it has not seen yet.
    const factor = rateOf(among, of, { rate: average, weight: 200 }) / average
    const usual = rateOf(elsewhere, of, { rate: average, weight: priorWeight })
    const expected = Math.min(0.99, Math.max(1e-6, usual * factor))
    const [, elsewhereWhole] = amountsOf(elsewhere, of)
    const weight = 1 / (1 / elsewhereWeight + 1 / (priorWeight + elsewhereWhole))
    const [part, whole] = amountsOf(own, of)
    return drawBeta(draw, weight * expected + part, weight * (1 - expected) + whole - part)
  }

  #file(name: string, row: OfferEvidence): void {
    const cell = this.#cells.get(name) ?? new Map<number, Counts>()
    this.#cells.set(name, cell)
    cell.set(row.offerId, addCounts(cell.get(row.offerId) ?? noCounts, row))
    this.#cellSums.set(name, addCounts(this.#cellSums.get(name) ?? noCounts, row))
  }
}

interface Rate {
  readonly part: keyof Counts
  readonly whole: keyof Counts
}

interface RateAsked {
  readonly own: Counts
  readonly elsewhere: Counts
  readonly among: Counts
  readonly of: Rate
  readonly priorWeight: number
  readonly elsewhereWeight: number
}

/** A part is never more than the whole: a click may come from a list that told no impression. */
function amountsOf(counts: Counts, { part, whole }: Rate): readonly [part: number, whole: number] {
  const all = Math.max(0, counts[whole])
  return [Math.min(all, Math.max(0, counts[part])), all]
}

function rateOf(counts: Counts, of: Rate, prior: { readonly rate: number; readonly weight: number }): number {
  const [part, whole] = amountsOf(counts, of)
  return (part + prior.rate * prior.weight) / (whole + prior.weight)
}
