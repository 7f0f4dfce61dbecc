import { createHash } from 'node:crypto'
import type { Catalogue } from '@quoin/core/catalogue/catalogue.ts'
import { slabText } from '@quoin/core/catalogue/slab.ts'

/** An offer in the very catalogue that its index belongs to. */
interface OfferAt {
  readonly catalogue: Catalogue
  readonly index: number
}

/** The texts that only a list shows, as they stand in the offer's encoded form. */
interface OfferTexts {
  readonly description: string
  readonly requirements: string
  readonly imageUrl: string
}

export function textsOf({ catalogue, index }: OfferAt): OfferTexts {
  const { data } = catalogue
  // The catalogue encoded both pieces itself (contract/present-offer.ts).
  const head = JSON.parse(`${slabText(data.heads, index)}0}`) as Record<string, unknown>
  const tail = JSON.parse(`{"link":"${slabText(data.tails, index)}`) as Record<string, unknown>
  const text = (value: unknown): string => (typeof value === 'string' ? value : '')
  return {
    description: text(head['description']),
    requirements: text(tail['requirements']),
    imageUrl: text(tail['image_url']),
  }
}

/** Where the picture of an offer is kept small, under a name that changes with it. */
export function imagePath(offerId: number, imageUrl: string): string {
  return `/wall/images/${offerId}-${shortHash(imageUrl)}`
}

export function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 10)
}
