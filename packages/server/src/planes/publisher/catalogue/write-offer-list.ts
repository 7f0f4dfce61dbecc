import type * as operations from '@quoin/contract/operations.ts'
import { encodeGoals, encodeLinkTail, encodePrices, encodeTerms } from '@quoin/contract/present-offer.ts'
import type { App } from '@quoin/core/apps/app.ts'
import type { Catalogue } from '@quoin/core/catalogue/catalogue.ts'
import type { Pricing } from '@quoin/core/catalogue/pricing.ts'
import { slabBytes } from '@quoin/core/catalogue/slab.ts'
import { openLinkSigner, signatureLength } from '../../../features/tracking/sign-links.ts'
import { answerSlabs } from '../../../http/raw/index.ts'
import type { ListedPrice } from '../../../features/catalogue/list-prices.ts'
import type { ProgressByIndex } from '../../../features/catalogue/find-progress.ts'
import type { Call } from '../../../http/route.ts'
import { shownCurrency, shownGoals, shownOffer } from './show-terms.ts'

/** A call of GET /api/v1/offers. */
export type OffersCall = Call<typeof operations.listOffers.query, typeof operations.listOffers.body>

interface Page {
  readonly catalogue: Catalogue
  readonly pricing: Pricing
  /** Indexes into the catalogue. */
  readonly page: readonly number[]
  /** Names the page within its catalogue. */
  readonly key: string
  /** How far this user is with the goals of some of them, by the index. */
  readonly progress: ProgressByIndex
  /** In a catalogue without a user: all prices of an offer. */
  readonly pricesOf?: ((offerId: number) => readonly ListedPrice[]) | undefined
}

/** A whole list, with gaps where the user's part of each link goes. */
interface Frame {
  readonly bytes: Buffer
  /** Where the gaps begin. */
  readonly gaps: readonly number[]
}

/** One page as it is for every user of an app whose part of a link has one length. */
interface EncodedPage {
  readonly app: App
  /** The bytes between the gaps. */
  readonly pieces: readonly Buffer[]
  readonly frame: Frame
  /** Where goals stand, as they are for who has not begun. */
  readonly goalSlots: readonly GoalSlot[]
}

interface GoalSlot {
  /** The offer's, in the catalogue. */
  readonly index: number
  readonly piece: number
  readonly from: number
  readonly to: number
}

/** Pages kept per catalogue; a page of 20 offers is about 10 kB. */
const keptBytesMax = 16 * 1024 * 1024

/** The pages of one catalogue that were asked for; they go with the catalogue. */
class EncodedPageCache {
  readonly #pages = new Map<string, EncodedPage>()
  #bytes = 0

  find(key: string, app: App): EncodedPage | undefined {
    const known = this.#pages.get(key)
    // A changed app is another object: its currency may have changed.
    return known?.app === app ? known : undefined
  }

  keep(key: string, page: EncodedPage): void {
    // The pieces are there beside the frame.
    const bytes = 2 * page.frame.bytes.length
    if (this.#bytes + bytes > keptBytesMax) {
      this.#pages.clear()
      this.#bytes = 0
    }
    this.#bytes += bytes
    this.#pages.set(key, page)
  }
}

const caches = new WeakMap<Catalogue, EncodedPageCache>()

/**
 * Writes the answer by copying: the list that is the same for every user, the user's part of each link into its
 * gaps, and the meta of this very request behind it.
 */
export function writeOfferList(call: OffersCall, given: Page, meta: { readonly total: number }): Buffer {
  const { caller, query } = call
  const { page, progress, catalogue } = given
  // Percent-encoded and thus ASCII.
  const linkTail = encodeLinkTail({ apiKey: caller.key.key, ...query })
  const sign = signatureOf(call)
  const gap = linkTail.length + (sign ? signatureEndLength : 0)
  const encoded = findPage(call, given, gap)
  const { bytes, gaps } = progress.size === 0 ? encoded.frame : frameOf(withProgress(encoded, given), gap)
  // The names of a currency may be of any script.
  const closing = `],"message":"${page.length} of ${meta.total} offers.","meta":${JSON.stringify(meta)}}`
  const list = answerSlabs.take(bytes.length + Buffer.byteLength(closing))
  list.set(bytes)
  const [first = 0] = gaps
  if (gaps.length > 0) list.write(linkTail, first, 'latin1')
  for (let index = 1; index < gaps.length; index += 1) {
    list.copyWithin(gaps[index] ?? 0, first, first + linkTail.length)
  }
  // Each link has a signature of its own.
  for (const [index, at] of sign === undefined ? [] : gaps.entries()) {
    list.write(sign?.(catalogue, page[index]) ?? '', at + linkTail.length, 'latin1')
  }
  list.write(closing, bytes.length)
  return list
}

const signatureEndLength = '&sig='.length + signatureLength

/** How links of this call end, of an app that signs them; a macro in the place of a user cannot be signed. */
function signatureOf({ ports, caller: { app, key }, query }: OffersCall) {
  const { userId, subId } = query
  if (app.signedLinks === 'off' || userId === undefined) return undefined
  const sign = openLinkSigner(ports, app)
  return ({ data }: Catalogue, index: number | undefined): string =>
    `&sig=${sign({ apiKey: key.key, offerId: data.ids[index ?? -1] ?? 0, userId, subId })}`
}

/** The page as it is for a user who has begun with some of its goals. */
function withProgress(
  { app, pieces, goalSlots }: EncodedPage,
  { catalogue, pricing, progress }: Page,
): readonly Buffer[] {
  const own = [...pieces]
  const currency = shownCurrency(app.currency, pricing)
  for (const { index, piece, from, to } of goalSlots) {
    const reached = progress.get(index)
    const plain = own[piece]
    if (!reached || !plain) continue
    const goals = Buffer.from(encodeGoals(shownGoals(catalogue, index, pricing), currency, reached))
    own[piece] = Buffer.concat([plain.subarray(0, from), goals, plain.subarray(to)])
  }
  return own
}

type Priced = Pick<Page, 'catalogue' | 'pricing' | 'page' | 'pricesOf'>

function findPage(
  { ports, caller }: OffersCall,
  wanted: Priced & Pick<Page, 'key'>,
  gap: number,
): EncodedPage {
  const { catalogue, pricing } = wanted
  let cache = caches.get(catalogue)
  if (!cache) {
    cache = new EncodedPageCache()
    caches.set(catalogue, cache)
  }
  // The offers' payouts are part of the name: a promotion begins and ends to the very moment.
  const kind = wanted.pricesOf === undefined ? '' : 'any '
  const name = `${kind}${caller.key.id} ${gap} ${pricing.key} ${wanted.key}`
  const known = cache.find(name, caller.app)
  if (known) return known
  const currency = shownCurrency(caller.app.currency, pricing)
  const terms = { trackUrl: ports.settings.trackUrl, apiKey: caller.key.key, currency }
  const { pieces, goalSlots } = encodePage(wanted, terms)
  const encoded = { app: caller.app, pieces, goalSlots, frame: frameOf(pieces, gap) }
  cache.keep(name, encoded)
  return encoded
}

function frameOf(pieces: readonly Buffer[], gap: number): Frame {
  const [first = Buffer.alloc(0), ...others] = pieces
  const gaps: number[] = []
  let length = first.length
  for (const piece of others) {
    gaps.push(length)
    length += gap + piece.length
  }
  return { bytes: Buffer.concat([first, ...others.flatMap((piece) => [Buffer.alloc(gap), piece])]), gaps }
}

function encodePage(
  { catalogue, pricing, page, pricesOf }: Priced,
  terms: Parameters<typeof encodeTerms>[1],
): Pick<EncodedPage, 'pieces' | 'goalSlots'> {
  const { data } = catalogue
  const pieces: Buffer[] = []
  const goalSlots: GoalSlot[] = []
  let before: Uint8Array = Buffer.from('{"success":true,"data":[')
  for (const index of page) {
    const offer = shownOffer(catalogue, index, pricing)
    const text = data.textAt[index] ?? 0
    pieces.push(Buffer.concat([before, slabBytes(data.heads, text), Buffer.from(encodeTerms(offer, terms))]))
    const tail = endWith(slabBytes(data.tails, text), encodePricesOf(pricesOf?.(offer.id), terms))
    const end = Buffer.from(pieces.length === page.length ? '' : ',')
    if (catalogue.hasGoals(index)) {
      const goals = Buffer.from(encodeGoals(shownGoals(catalogue, index, pricing), terms.currency))
      const from = tail.length - 1 // before the brace that ends the offer
      goalSlots.push({ index, piece: pieces.length, from, to: from + goals.length })
      before = Buffer.concat([tail.subarray(0, from), goals, tail.subarray(from), end])
    } else {
      before = Buffer.concat([tail, end])
    }
  }
  pieces.push(Buffer.from(before))
  return { pieces, goalSlots }
}

function encodePricesOf(
  prices: readonly ListedPrice[] = [],
  { currency }: Pick<Parameters<typeof encodeTerms>[1], 'currency'>,
): string {
  return prices.length === 0 ? '' : encodePrices(prices, currency)
}

/** A tail with more members before the brace that ends it. */
function endWith(tail: Uint8Array, members: string): Uint8Array {
  return members === ''
    ? tail
    : Buffer.concat([tail.subarray(0, tail.length - 1), Buffer.from(members), tail.subarray(-1)])
}
