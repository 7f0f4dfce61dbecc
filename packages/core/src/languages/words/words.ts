/** The forms of a text that counts, by the categories that Intl.PluralRules names for its language. */
type PluralForms = { readonly other: string } & {
  readonly [Category in Intl.LDMLPluralRule]?: string
}

/** Every text of the wall; what stands in braces is filled in. */
export interface WallWords extends PluralWords {
  readonly skip: string
  readonly earn: string
  readonly offers: string
  readonly activity: string
  readonly missing: string
  readonly search: string
  readonly sort: string
  readonly payout_desc: string
  readonly payout_asc: string
  readonly newest: string
  readonly recommended: string
  readonly show: string
  readonly categories: string
  readonly all: string
  readonly games: string
  readonly apps: string
  readonly surveys: string
  readonly shopping: string
  readonly trials: string
  readonly finance: string
  readonly streaming: string
  readonly health: string
  readonly education: string
  readonly travel: string
  readonly crypto: string
  readonly promo: string
  readonly keep: string
  readonly allStarted: string
  readonly forYou: string
  readonly upTo: string
  readonly of: string
  readonly creditedIn: string
  readonly free: string
  readonly deposit: string
  readonly purchase: string
  readonly subscription: string
  readonly freeOnly: string
  readonly under: string
  readonly takes: string
  readonly costs: string
  readonly phone: string
  readonly computer: string
  readonly more: string
  readonly nothing: string
  readonly noMatch: string
  readonly clear: string
  readonly allOffers: string
  readonly arrives: string
  readonly about: string
  readonly nineOfTen: string
  readonly until: string
  readonly steps: string
  readonly bonus: string
  readonly within: string
  readonly by: string
  readonly conditions: string
  readonly fixed: string
  readonly video: string
  readonly tracking: string
  readonly here: string
  readonly advertiser: string
  readonly noted: string
  readonly tells: string
  readonly adds: string
  readonly kept: string
  readonly start: string
  readonly again: string
  readonly opens: string
  readonly runsOn: string
  readonly scan: string
  readonly goOnHere: string
  readonly goOnAs: string
  readonly goOn: string
  readonly codeOver: string
  readonly unavailable: string
  readonly started: string
  readonly pending: string
  readonly credited: string
  readonly reversed: string
  readonly rejected: string
  readonly ended: string
  readonly inProgress: string
  readonly myActivity: string
  readonly none: string
  readonly usually: string
  readonly early: string
  readonly late: string
  readonly askNow: string
  readonly askFrom: string
  readonly rest: string
  readonly released: string
  readonly checked: string
  readonly awaited: string
  readonly asked: string
  readonly told: string
  readonly credits: string
  readonly failing: string
  readonly unheard: string
  readonly refused: string
  readonly capped: string
  readonly checkedNo: string
  readonly back: string
  readonly over: string
  readonly tooOld: string
  readonly missTitle: string
  readonly choose: string
  readonly notListed: string
  readonly never: string
  readonly fine: string
  readonly silent: string
  readonly said: string
  readonly has: string
  readonly waited: string
  readonly you: string
  readonly half: string
  readonly giveRef: string
  readonly ask: string
  readonly note: string
  readonly receipt: string
  readonly noteHelp: string
  readonly send: string
  readonly sent: string
  readonly limit: string
  readonly empty: string
  readonly notNow: string
  readonly ticket: string
  readonly asking: string
  readonly needsMore: string
  readonly yes: string
  readonly no: string
  readonly notReported: string
  readonly reported: string
  readonly waits: string
  readonly informed: string
  readonly copy: string
  readonly copied: string
  readonly yourId: string
  readonly privacy: string
  readonly independent: string
  readonly offline: string
  readonly failed: string
  readonly retry: string
  readonly reference: string
  readonly expired: string
  readonly signedOnly: string
  readonly gone: string
  readonly noEntry: string
  readonly close: string
  readonly toast: string
  readonly change: string
  readonly stepUntil: string
  readonly since: string
  readonly us: string
  readonly yourTurn: string
  readonly yourAnswer: string
  readonly sendAnswer: string
  readonly answered: string
  readonly stepOf: string
  readonly balance: string
  readonly pendingSum: string
  readonly doneAsk: string
  readonly giveStart: string
  readonly approved: string
  readonly addedBy: string
  readonly sumsOf: string
  readonly next: string
  readonly searchAll: string
  readonly offerOver: string
  readonly lastWord: string
  readonly askAgain: string
}

/** The texts that count something. */
export interface PluralWords {
  readonly offerCount: PluralForms
  readonly stepCount: PluralForms
  readonly creditCount: PluralForms
}

/** The cause of a visitor's error: the offer, the link itself, or us. */
export type Trouble = 'unavailable' | 'broken' | 'busy'

/** The page of a link that leads nowhere: what happened, why that may be, and what the visitor can do now. */
export interface VisitorWords extends Readonly<Record<Trouble, Sentences>> {
  /** The words before the id that support can be told. */
  readonly reference: string
}

interface Sentences {
  readonly title: string
  readonly why: string
  readonly whatToDo: string
}

/** The letters that somebody asks for themselves, so that their browser tells the language. */
export type LetterWords = Readonly<Record<'account_known' | 'confirm_address' | 'new_password', Letter>>

export interface Letter {
  readonly subject: string
  /** The gaps in braces are filled in: `{site}` is the address of this service, `{link}` the one to open. */
  readonly text: string
}

/** One file of words. */
export interface LanguageWords {
  readonly wall: WallWords
  readonly visitors: VisitorWords
  readonly letters: LetterWords
}
