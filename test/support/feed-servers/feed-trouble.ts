import { type NetworkOffer, numberOf } from './network-offer.ts'

/** Faults of a network that a test switches on; none of them by default. */
export interface FeedTrouble {
  /** Half of the body: `length` and `chunked` break the connection, `silent` looks whole to HTTP. */
  readonly cutBody?: 'length' | 'chunked' | 'silent'
  /** A page to log in on, with status 200, in place of every answer. */
  readonly isLoginPage?: boolean
  /** The first answers are refused, by status 429 or in the network's own way; then all is well. */
  readonly rateLimit?: {
    readonly answers: number
    readonly retryAfterSec?: number
    readonly isOwnWay?: boolean
  }
  /** Status 500 from this page on. */
  readonly failsFromPage?: number
  /** The share of offers that have vanished: 0.5 for half, 1 for all. */
  readonly goneShare?: number
  /** Each page after this one has its rows again, for ever. */
  readonly repeatedPage?: number
  /** Each page is full, with new ids, for ever. */
  readonly hasEndlessPages?: boolean
  /** Blanks without end behind the body. */
  readonly hasEndlessBody?: boolean
  /** The most rows of a page, whatever was asked for. */
  readonly pageSizeMax?: number
  /** The network's own count of its offers, in place of the true one. */
  readonly total?: number
  /** One byte each so many milliseconds. */
  readonly dripMs?: number
  /** The content-length says so many bytes more than there are, or fewer. */
  readonly lengthOff?: number
  readonly hostileNames?: readonly (keyof typeof hostileNames)[]
  /** Links of offers lead to addresses inside, and to what is no page. */
  readonly hasPrivateLinks?: boolean
  /** Each answer is a redirect to this address. */
  readonly redirectTo?: string
  /** Each offer has a new id. */
  readonly hasChangedIds?: boolean
  readonly hasByteOrderMark?: boolean
  /** The body is in windows-1251; where that stands: in the header, or, for XML, in the prolog. */
  readonly windows1251?: 'header' | 'prolog' | 'both'
  readonly isKeyRefused?: boolean
  /** The key stands in each body. */
  readonly isKeyEchoed?: boolean
  /** gzip, for whoever accepts it. */
  readonly isPacked?: boolean
  /** An ETag in each answer, and 304 for whoever names it. */
  readonly isConditional?: boolean
  /**
   * Everflow alone: the key may not set up postbacks; each that is set up is forgotten; or it is set up, and the answer is
   * lost.
   */
  readonly pixels?: 'refused' | 'forgotten' | 'unanswered'
  /** TUNE alone: its `data` where there is no offer, in place of a list. */
  readonly emptyData?: false | ''
  /** TUNE alone: `contain[]` of these is refused. */
  readonly refusedContains?: readonly string[]
}

export const hostileNames = {
  script: '<script>alert(1)</script>"\'><img src=x onerror=alert(1)>',
  long: 'A'.repeat(100_000),
  rightToLeft: 'Offer \u202egnp.exe\u202c\u200b',
  nul: 'Offer\u0000 with NUL',
} as const

const privateLinks = [
  'http://169.254.169.254/latest/meta-data/',
  'http://127.0.0.1:5432/',
  'http://[::1]/',
  'http://user:word@10.0.0.1/',
  'javascript:alert(1)',
  'file:///etc/passwd',
] as const

/** The offers as the troubled network has them. */
export function troubledOffers(
  offers: readonly NetworkOffer[],
  trouble: FeedTrouble,
): readonly NetworkOffer[] {
  const kept = offers.slice(0, Math.round(offers.length * (1 - (trouble.goneShare ?? 0))))
  const kinds = trouble.hostileNames ?? []
  return kept.map((offer, at) => {
    const kind = kinds[at % kinds.length]
    return {
      ...offer,
      ...(kind === undefined ? {} : { name: hostileNames[kind] }),
      ...(trouble.hasPrivateLinks ? { link: privateLinks[at % privateLinks.length] ?? '' } : {}),
      ...(trouble.hasChangedIds ? { id: otherId(offer.id, 5) } : {}),
    }
  })
}

function otherId(id: string, turn: number): string {
  return numberOf(id) === 0 ? `${id}-${turn}` : String(numberOf(id) + turn * 1_000_000)
}

interface PageOfRows<Row> {
  readonly rows: readonly Row[]
  readonly total: number
  readonly pages: number
}

interface PageBounds {
  /** Rows before the page. */
  readonly begin: number
  readonly size: number
}

/** A page of a list. `renew` makes a row of another id, for lists without end. */
export function pageOf<Row>(
  all: readonly Row[],
  { begin, size }: PageBounds,
  trouble: FeedTrouble,
  renew: (row: Row, turn: number) => Row,
): PageOfRows<Row> {
  const { repeatedPage, hasEndlessPages = false } = trouble
  const first = repeatedPage === undefined ? begin : Math.min(begin, (repeatedPage - 1) * size)
  const total = trouble.total ?? (hasEndlessPages ? 1_000_000_000 : all.length)
  const endless = Array.from({ length: hasEndlessPages && all.length > 0 ? size : 0 }, (_, at) => first + at)
  const rows = hasEndlessPages
    ? endless.flatMap((at) => {
        const turn = Math.floor(at / all.length)
        const [row] = all.slice(at % all.length, (at % all.length) + 1)
        return row === undefined ? [] : [turn === 0 ? row : renew(row, turn)]
      })
    : all.slice(first, first + size)
  return { rows, total, pages: Math.max(1, Math.ceil(total / size)) }
}

export function renewedOffer(offer: NetworkOffer, turn: number): NetworkOffer {
  return { ...offer, id: otherId(offer.id, turn) }
}
