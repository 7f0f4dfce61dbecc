import { encodeLinkTail, encodeTerms } from '@quoin/contract/present-offer.ts'
import type { App } from '@quoin/core/app.ts'
import type { Catalogue } from '@quoin/core/catalogue/catalogue.ts'
import { slabBytes } from '@quoin/core/catalogue/slab.ts'
import type { OffersCall } from './list-offers.ts'

interface Page {
  readonly catalogue: Catalogue
  /** Indexes into the catalogue. */
  readonly page: readonly number[]
  readonly meta: { readonly total: number }
}

/** One page as it is for every user of an app: his part of a link goes between the pieces. */
interface EncodedPage {
  readonly app: App
  readonly pieces: readonly Buffer[]
  readonly bytes: number
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
export function writeOfferList(call: OffersCall, { catalogue, page, meta }: Page): Buffer {
  const { caller, query } = call
  const { pieces, bytes } = findPage(call, catalogue, page)
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
  const pieces = encodePage(catalogue, page, terms)
  const encoded = { app: caller.app, pieces, bytes: pieces.reduce((sum, piece) => sum + piece.length, 0) }
  shelf.keep(key, encoded)
  return encoded
}

function encodePage(
  { data }: Catalogue,
  page: readonly number[],
  terms: Parameters<typeof encodeTerms>[1],
): Buffer[] {
  const pieces: Buffer[] = []
  let before: Uint8Array = Buffer.from('{"success":true,"data":[')
  for (const index of page) {
    const offer = { id: data.ids[index] ?? 0, payoutMicros: data.payoutMicros[index] ?? 0 }
    pieces.push(Buffer.concat([before, slabBytes(data.heads, index), Buffer.from(encodeTerms(offer, terms))]))
    const isLast = pieces.length === page.length
    before = isLast
      ? slabBytes(data.tails, index).slice()
      : Buffer.concat([slabBytes(data.tails, index), Buffer.from(',')])
  }
  pieces.push(Buffer.from(before))
  return pieces
}
