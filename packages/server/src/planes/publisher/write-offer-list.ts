import { encodeGoals, encodeLinkTail, encodeTerms } from '@quoin/contract/present-offer.ts'
import type { App } from '@quoin/core/app.ts'
import type { Catalogue } from '@quoin/core/catalogue/catalogue.ts'
import { slabBytes } from '@quoin/core/catalogue/slab.ts'
import type { ProgressByIndex } from '../../features/catalogue/find-progress.ts'
import type { OffersCall } from './list-offers.ts'

interface Page {
  readonly catalogue: Catalogue
  /** Indexes into the catalogue. */
  readonly page: readonly number[]
  /** How far this user is with the goals of some of them, by the index. */
  readonly progress: ProgressByIndex
  readonly meta: { readonly total: number }
}

/** One page as it is for every user of an app: his part of a link goes between the pieces. */
interface EncodedPage {
  readonly app: App
  readonly pieces: readonly Buffer[]
  /** Where goals stand, as they are for who has not begun. */
  readonly goalPlaces: readonly GoalPlace[]
  readonly bytes: number
}

interface GoalPlace {
  /** The offer's, in the catalogue. */
  readonly index: number
  readonly piece: number
  readonly from: number
  readonly to: number
}

/** Pages kept per catalogue; a page of 20 offers is about 10 kB. */
const keptBytesMax = 16 * 1024 * 1024

/** What one catalogue has been asked for; it goes with the catalogue. */
class PageShelf {
  readonly #pages = new Map<string, EncodedPage>()
  #bytes = 0

  find(key: string, app: App): EncodedPage | undefined {
    const known = this.#pages.get(key)
    // A changed app is another object: its currency may have changed.
    return known?.app === app ? known : undefined
  }

  keep(key: string, page: EncodedPage): void {
    if (this.#bytes + page.bytes > keptBytesMax) {
      this.#pages.clear()
      this.#bytes = 0
    }
    this.#bytes += page.bytes
    this.#pages.set(key, page)
  }
}

const shelves = new WeakMap<Catalogue, PageShelf>()

/**
 * Writes the answer by copying: pieces that are the same for every user, the user's part of each link between
 * them, and the meta of this very request behind them.
 */
export function writeOfferList(call: OffersCall, { catalogue, page, progress, meta }: Page): Buffer {
  const { caller, query } = call
  const encoded = findPage(call, catalogue, page)
  const { pieces, bytes } = progress.size === 0 ? encoded : withProgress(encoded, catalogue, progress)
  const linkTail = encodeLinkTail({ apiKey: caller.key.key, userId: query.userId, subId: query.subId })
  // The link tail is percent-encoded and thus ASCII; the closing holds numbers, ids and codes.
  const closing = `],"message":"${page.length} of ${meta.total} offers.","meta":${JSON.stringify(meta)}}`
  const list = Buffer.allocUnsafe(bytes + linkTail.length * page.length + closing.length)
  let at = 0
  for (const [index, piece] of pieces.entries()) {
    if (index > 0) at += list.write(linkTail, at, 'latin1')
    at += piece.copy(list, at)
  }
  list.write(closing, at, 'latin1')
  return list
}

/** The page as it is for a user who has begun with some of its goals. */
function withProgress(
  encoded: EncodedPage,
  catalogue: Catalogue,
  progress: ProgressByIndex,
): Pick<EncodedPage, 'pieces' | 'bytes'> {
  const pieces = [...encoded.pieces]
  let { bytes } = encoded
  for (const { index, piece, from, to } of encoded.goalPlaces) {
    const own = progress.get(index)
    const plain = pieces[piece]
    if (!own || !plain) continue
    const goals = Buffer.from(encodeGoals(catalogue.offerAt(index).goals, encoded.app.currency, own))
    pieces[piece] = Buffer.concat([plain.subarray(0, from), goals, plain.subarray(to)])
    bytes += goals.length - (to - from)
  }
  return { pieces, bytes }
}

function findPage({ ports, caller }: OffersCall, catalogue: Catalogue, page: readonly number[]): EncodedPage {
  let shelf = shelves.get(catalogue)
  if (!shelf) {
    shelf = new PageShelf()
    shelves.set(catalogue, shelf)
  }
  const key = `${caller.key.id} ${page.join()}`
  const known = shelf.find(key, caller.app)
  if (known) return known
  const terms = { trackUrl: ports.settings.trackUrl, apiKey: caller.key.key, currency: caller.app.currency }
  const { pieces, goalPlaces } = encodePage(catalogue, page, terms)
  const bytes = pieces.reduce((sum, piece) => sum + piece.length, 0)
  const encoded = { app: caller.app, pieces, goalPlaces, bytes }
  shelf.keep(key, encoded)
  return encoded
}

function encodePage(
  catalogue: Catalogue,
  page: readonly number[],
  terms: Parameters<typeof encodeTerms>[1],
): Pick<EncodedPage, 'pieces' | 'goalPlaces'> {
  const { data } = catalogue
  const pieces: Buffer[] = []
  const goalPlaces: GoalPlace[] = []
  let before: Uint8Array = Buffer.from('{"success":true,"data":[')
  for (const index of page) {
    const offer = { id: data.ids[index] ?? 0, payoutMicros: data.payoutMicros[index] ?? 0 }
    pieces.push(Buffer.concat([before, slabBytes(data.heads, index), Buffer.from(encodeTerms(offer, terms))]))
    const tail = slabBytes(data.tails, index)
    const end = Buffer.from(pieces.length === page.length ? '' : ',')
    if (catalogue.hasGoals(index)) {
      const goals = Buffer.from(encodeGoals(catalogue.offerAt(index).goals, terms.currency))
      const from = tail.length - 1 // before the brace that ends the offer
      goalPlaces.push({ index, piece: pieces.length, from, to: from + goals.length })
      before = Buffer.concat([tail.subarray(0, from), goals, tail.subarray(from), end])
    } else {
      before = Buffer.concat([tail, end])
    }
  }
  pieces.push(Buffer.from(before))
  return { pieces, goalPlaces }
}
