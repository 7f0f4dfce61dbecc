/** The verdicts about a link that was followed as a user would be sent. */
export const linkVerdicts = [
  'works',
  'dead',
  'wrong_store',
  'wrong_country',
  'lost_click',
  'unknown',
] as const
export type LinkVerdict = (typeof linkVerdicts)[number]

/** Links of a source that are looked at in a day, at most. */
export const linksDailyMax = 200
/** Addresses of one link, the first counted. */
export const linkHopsMax = 11
/** The part of a page that is read. */
export const linkTextMax = 65_536
/** The click id of a look begins so, so that networks and their logs tell it from a click. */
export const linkCheckMark = 'linkcheck'
/** A link that gives no answer so many times in a row is dead. */
export const silentLooksMax = 2
/** A verdict counts for so long. */
export const linkVerdictDays = 30

/** One address of a link, and its answer. */
export interface LinkHop {
  readonly url: string
  /** Null: there was no answer. */
  readonly status: number | null
  /** Whether it set a cookie, in which a network may keep the click. */
  readonly hasCookie: boolean
}

/** Why a link was not followed any further. */
export type LinkEnd =
  /** The last address leads on nowhere. */
  | { readonly kind: 'page'; readonly text: string }
  /** It leads out of the web: to a store or an app of the phone. */
  | { readonly kind: 'app'; readonly url: string }
  /** No such host, or nobody answers there. */
  | { readonly kind: 'silent' }
  /** The answer did not come whole, or not in time. */
  | { readonly kind: 'broken' }
  /** This server may not ask there. */
  | { readonly kind: 'refused' }
  /** It leads on to what is an address neither of the web nor of an app. */
  | { readonly kind: 'astray' }
  | { readonly kind: 'circle' }
  | { readonly kind: 'endless' }

export interface LinkWalk {
  readonly hops: readonly LinkHop[]
  readonly end: LinkEnd
}

export interface LinkJudgement {
  readonly verdict: LinkVerdict
  readonly message: string
  /** It gave no answer: one more look says whether it is dead. */
  readonly isSilent: boolean
}
