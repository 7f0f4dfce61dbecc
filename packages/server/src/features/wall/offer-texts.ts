import { createHash } from 'node:crypto'
import { readTexts } from '@quoin/contract/present-offer.ts'
import type { Catalogue } from '@quoin/core/catalogue/catalogue.ts'
import { slabText } from '@quoin/core/catalogue/slab.ts'

/** An offer in the very catalogue that its index belongs to. */
interface OfferAt {
  readonly catalogue: Catalogue
  readonly index: number
}

/** The texts that only a list shows. */
export function textsOf({ catalogue: { data }, index }: OfferAt) {
  const text = data.textAt[index] ?? 0
  const encoded = { head: slabText(data.heads, text), tail: slabText(data.tails, text) }
  const { description, requirements, image_url: imageUrl } = readTexts(encoded)
  return { description, requirements: requirements ?? '', imageUrl }
}

/** Where the picture of an offer is kept small, under a name that changes with it. */
export function imagePath(offerId: number, imageUrl: string): string {
  return `/wall/images/${offerId}-${shortHash(imageUrl)}`
}

export function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 10)
}
