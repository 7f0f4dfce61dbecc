import { isOneOfSeveral } from '../catalogue/listings.ts'
import type { Cell, RankingModel } from './ranking-model.ts'

interface Ranked {
  readonly size: number
  readonly ids: ArrayLike<number>
  readonly payoutMicros: ArrayLike<number>
  /** Indexes by id: the order among equals. */
  readonly indexById: ArrayLike<number>
}

interface RankOptions {
  readonly cell: Cell
  readonly variant: number
  /** Offers that are scored at a stretch. */
  readonly stepOffers: number
}

const placesMax = 2 ** 21

/**
 * The indexes of all offers, by what they are likely to earn per impression. It gives the thread back every `stepOffers`
 * offers: there may be a hundred thousand.
 */
export function* rankOffers(
  model: RankingModel,
  { size, ids, payoutMicros, indexById }: Ranked,
  { cell, variant, stepOffers }: RankOptions,
): Generator<undefined, Uint32Array<ArrayBuffer>> {
  if (size > placesMax) throw new RangeError(`at most ${placesMax} offers can be ranked`)
  // The bits of positive floats sort as the floats do: with the place by id below them plain numbers are sorted, which
  // takes an eighth of the time that comparing takes.
  const score = new Float32Array(1)
  const bits = new Uint32Array(score.buffer)
  const keys = new Float64Array(size)
  for (let place = 0; place < size; place += 1) {
    const index = indexById[place] ?? 0
    const isPriced = isOneOfSeveral({ ids }, index)
    const offer = { offerId: ids[index] ?? 0, payoutMicros: payoutMicros[index] ?? 0, isPriced }
    score[0] = model.score(offer, cell, variant)
    keys[place] = (0xffff_ffff - (bits[0] ?? 0)) * placesMax + place
    if (place % stepOffers === stepOffers - 1) yield
  }
  yield
  return Uint32Array.from(keys.sort(), (key) => indexById[key % placesMax] ?? 0)
}
