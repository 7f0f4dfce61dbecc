import type { Delimiter, FeedFormat, FeedMapping } from '@quoin/core/sources/mapping/mapping.ts'
import type { FoundPostback, WantedPostback } from '@quoin/core/sources/judge-postbacks.ts'

/** A question to the server of a network. */
export interface FeedRequest {
  readonly method: 'GET' | 'POST' | 'PUT'
  /** Absolute; secrets may stand in it, so that it is never logged or shown. */
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
}

/** An answer whose body was read as its kind has it: the value of the JSON, or the tree of the XML. */
export interface FeedAnswer {
  readonly status: number
  /** By their names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
}

/** The account of an operator at a network. */
export interface FeedAccount {
  /** By the names of the kind's settings; those that may be left out are absent. */
  readonly settings: Readonly<Record<string, string>>
  /** Empty where it has none. */
  readonly key: string
  /** Where a feed of any shape has its offers; kinds that know their own leave it aside. */
  readonly mapping?: FeedMapping
  /** The preset of the network, where the kind itself is of none. */
  readonly preset?: string
}

/** How a body is read. */
export interface FeedShape {
  /** `any`: as it looks, for whoever does not know it yet. */
  readonly format: FeedFormat | 'any'
  readonly delimiter?: Delimiter | undefined
}

/** Something that an operator says of an account besides its key. */
export interface FeedSetting {
  readonly name: string
  readonly label: string
  /** One sentence: where it is found, and how it looks. */
  readonly about: string
  readonly example: string
  readonly isOptional?: true
  /** The values that there are; left out: any text. */
  readonly choices?: readonly string[]
  /** Why a value is none, in words that go on from the label; undefined where it is one. */
  problem(value: string): string | undefined
}

/** The causes by which a network gives no offers; each has an act of its own. */
export type FeedFaultCause = 'key_refused' | 'rate_limited' | 'no_feed' | 'network_failed'

/** An answer that has no offers. It never ends or changes any. */
export interface FeedFault {
  readonly cause: FeedFaultCause
  /** A sentence for the operator, without anything secret of the answer. */
  readonly message: string
}

/** How far a run is. */
export interface FeedProgress {
  /** The request that was answered, from 1. */
  readonly page: number
  /** Records of the pages before it. */
  readonly seen: number
}

export interface FeedPage {
  readonly records: readonly unknown[]
  /** The number of offers by the network's own count; absent where it says none. */
  readonly theirs?: number
  /** The question for the next page; absent where this was the last. */
  readonly next?: FeedRequest
}

/** A second question about an offer, for what its list leaves out. */
export interface FeedCompletion {
  /** The thing that is asked about; its answer is kept, so that it is not asked for at each run. */
  readonly about: string
  readonly request: FeedRequest
}

/** An offer of a network, as its record says it. */
export interface FeedOffer {
  /** The network's own id of it, by which runs know it: a text, also where it is written as a number. */
  readonly externalId: string
  /**
   * Under our columns, as an offer file in JSON has them (docs/networks.md): amounts as texts, `prices` and `goals` as
   * lists. It has revenues and no payouts: a source adds those. Words for countries and platforms stand as they came.
   */
  readonly row: Readonly<Record<string, unknown>>
  /** `not_approved`: publishers of this account may not run it yet. `ended`: the network has stopped it. */
  readonly standing: 'open' | 'not_approved' | 'ended'
  /** The sentence by which users may not be rewarded for it, as it came, and where it stood. */
  readonly forbidden?: { readonly sentence: string; readonly place: string }
  /** It says nothing of payouts: those that are known stay. */
  readonly isUnpriced?: true
  /** The network's id by which a second question is about it; absent where there is none to ask. */
  readonly completionId?: string
  /** The reasons that a person must look at it, in sentences: what is paid is a percentage, a range, unknown. */
  readonly doubts: readonly string[]
}

/** A page of the postbacks of an account, and the question for the next one. */
export interface FeedPostbackPage {
  readonly postbacks: readonly Omit<FoundPostback, 'owner'>[]
  readonly next?: FeedRequest
}

/** How a network is told where to report conversions. */
export interface PostbackApi {
  firstPage(account: FeedAccount): FeedRequest
  readPage(answer: FeedAnswer, account: FeedAccount, page: number): FeedPostbackPage | FeedFault
  /** Our parameters of reports about events, besides those of the preset, each filled by a macro of the network. */
  readonly eventQuery: string
  add(account: FeedAccount, wanted: WantedPostback): FeedRequest
  change(account: FeedAccount, id: string, wanted: WantedPostback): FeedRequest
}

/** How a network delivers its offers: one file a kind, and its row in `kinds.ts`. Pure; nothing here asks anybody. */
export interface FeedKind {
  /** Lower case, as commands and the API name it. */
  readonly name: string
  readonly title: string
  /** The preset of its networks: the words of their postbacks, and the parameter of our click id. Left out: any. */
  readonly preset?: string
  readonly settings: readonly FeedSetting[]
  /** Where the key is found. */
  readonly keyAbout: string
  readonly shape: FeedFormat | ((account: FeedAccount) => FeedShape)
  /** Says of an account whether it is one, besides its settings one by one. Left out: it has a key and no mapping. */
  readonly account?: {
    readonly hasMapping: boolean
    needsKey(settings: FeedAccount['settings']): boolean
    /** Why a key and settings do not fit, with the setting that is wrong; no sentence has the key. */
    problem(account: FeedAccount): { readonly setting: string; readonly message: string } | undefined
  }
  readonly pace: {
    /** Milliseconds from one question to the next. */
    readonly betweenMs: number
    /** Seconds from one run to the next, at least. */
    readonly runsSec: number
  }
  firstPage(account: FeedAccount): FeedRequest
  /**
   * The fault that a body tells, where it says more than its status: networks write faults into answers of status 200, too.
   * `read-answer.ts` asks it before it looks at the status. Left out: statuses say all.
   */
  faultOf?(answer: FeedAnswer): FeedFault | undefined
  /** Reads a page; `answer` has passed `read-answer.ts`. A body of another shape is a fault. */
  readPage(answer: FeedAnswer, account: FeedAccount, progress: FeedProgress): FeedPage | FeedFault
  /** Throws nothing: a record that cannot be read is an offer with a doubt, or undefined where it has no id. */
  readRecord(record: unknown, account: FeedAccount): FeedOffer | undefined
  /** The second question about an offer; absent where its list says all. */
  readonly completion?: {
    find(offer: FeedOffer, account: FeedAccount): FeedCompletion | undefined
    /** The offer with the answer; a fault leaves it as it is known. */
    complete(offer: FeedOffer, answer: FeedAnswer): FeedOffer | FeedFault
  }
  /** How its postbacks are set up by its API; absent where a person pastes the address. */
  readonly postbacks?: PostbackApi
}
